import { eventWords } from '../eventWords.ts';
import { oneLine } from '../plainText.ts';
import type { ComparedFigure, DigestContent, Figure } from './content.ts';
import { dateWordsOf, zoneKnown } from './dates.ts';
import type { DateWords } from './dates.ts';
import type { DigestLimits } from './limits.ts';
import { measuresOf } from './measures.ts';
import type { Measures } from './measures.ts';
import type { Cell } from './view.ts';
import { wordsOf } from './words.ts';
import type { Counted, DigestWords } from './words.ts';

/** What every section needs to put itself into words. */
export interface Telling {
  readonly content: DigestContent;
  readonly words: DigestWords;
  readonly measures: Measures;
  readonly dates: DateWords;
  readonly limits: DigestLimits;
  /** The reader's zone; `UTC` when this machine does not know the one named. */
  readonly zone: string;
  /** Whether the table of all drivers goes with it. */
  readonly hasTable: boolean;
  /** Where an incident can be answered, as far as the sender knows. */
  readonly incidentLink: (id: string) => string | undefined;
}

/** Language, units and limits of a digest, put together. */
export function tellingOf(
  content: DigestContent,
  options: {
    readonly limits: DigestLimits;
    readonly hasTable?: boolean | undefined;
    readonly incidentLink?: ((id: string) => string | undefined) | undefined;
  },
): Telling {
  return {
    content,
    words: wordsOf(content.language),
    measures: measuresOf(content),
    dates: dateWordsOf(content.language),
    limits: options.limits,
    zone: zoneKnown(content.period.timezone),
    hasTable: content.drivers !== null && (options.hasTable ?? content.drivers.active.value !== 0),
    incidentLink: options.incidentLink ?? (() => undefined),
  };
}

/** Outside text as a name: one line, no control characters, bounded; never empty. */
export function named(text: string, { limits }: Telling): string {
  return oneLine(text, limits.name) || '?';
}

/** An event type in the reader's words. */
export function eventName(eventType: string, { words, limits }: Telling): string {
  const own = Object.hasOwn(words.events, eventType) ? words.events[eventType] : undefined;
  return own ?? eventWords(oneLine(eventType, limits.name));
}

/** A number as it is read and as grammar needs it. */
export function counted(count: number, { measures }: Telling): Counted {
  return { count, said: measures.count(count) };
}

/** What was cut from a list of drivers, and where all of them are. */
export function moreDrivers(more: number, telling: Telling): string {
  const { words, hasTable } = telling;
  const rows = counted(more, telling);
  return hasTable ? words.more.inTable(rows) : words.more.rows(rows);
}

/** A figure, or in words why there is none. */
export function figureWords(
  figure: Figure,
  { words, write }: { readonly words: DigestWords; readonly write: (value: number) => string },
): string {
  return figure.value === null ? words.missing[figure.missing ?? 'not_known'] : write(figure.value);
}

/** How to write a change: how a figure is written, how a difference is, and which way is better. */
export interface ChangeStyle {
  readonly write: (value: number) => string;
  readonly writeChange?: (value: number) => string;
  readonly better: 'up' | 'down' | 'neither';
}

/** The change to the period before: an arrow, a word and a number. */
export function changeOf(
  { value, before, change }: Pick<ComparedFigure, 'value' | 'before' | 'change'>,
  { write, writeChange = write, better }: ChangeStyle,
  words: DigestWords,
): Cell {
  if (value === null)
    return { text: before === null ? words.change.nothingBefore : words.change.was(write(before)) };
  if (change === null) return { text: words.change.nothingBefore };
  if (change === 0) return { text: words.change.same, symbol: '=' };
  const by = writeChange(Math.abs(change));
  if (by === writeChange(0)) return { text: words.change.hardly, symbol: '=' };
  const isUp = change > 0;
  const tone = better === 'neither' ? undefined : isUp === (better === 'up') ? 'good' : 'critical';
  return {
    text: isUp ? words.change.up(by) : words.change.down(by),
    symbol: isUp ? '▲' : '▼',
    ...(tone === undefined ? {} : { tone }),
  };
}

/** A cell as plain text, its symbol before it. */
export function cellText({ symbol, text }: Cell): string {
  return symbol === undefined ? text : `${symbol} ${text}`;
}
