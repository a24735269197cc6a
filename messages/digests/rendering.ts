import { eventWords, oneLine } from '../format/index.ts';
import type { ComparedFigure, DigestCaveat, DigestContent, Figure } from './content.ts';
import { dateWordsOf, measuresOf, zoneKnown } from './format.ts';
import type { DateWords, Measures } from './format.ts';
import type { Cell, TableBlock, TableRow } from './model.ts';
import { digestWords } from './words.ts';
import type { Counted } from './sectionWords.ts';
import type { DigestWords } from './words.ts';

/** How much of each list a digest shows; all the drivers are in the table attached. */
export interface DigestLimits {
  readonly caveats: number;
  /** Rows of each list of drivers, incidents, rules and so on. */
  readonly rows: number;
  readonly groups: number;
  /** Characters of a name. */
  readonly name: number;
}

/** From generous to bare: an e-mail takes the first with which it stays small enough. */
export const EMAIL_LEVELS: readonly [DigestLimits, ...DigestLimits[]] = [
  { caveats: 12, rows: 10, groups: 40, name: 120 },
  { caveats: 8, rows: 8, groups: 20, name: 80 },
  { caveats: 6, rows: 5, groups: 10, name: 60 },
  { caveats: 4, rows: 2, groups: 4, name: 40 },
  { caveats: 2, rows: 1, groups: 1, name: 20 },
];

/** A message holds the essentials: the digest's page has the rest. */
export const MAIL_LIMITS: DigestLimits = { caveats: 2, rows: 3, groups: 4, name: 60 };

/** Longest sentence that comes from outside. */
export const LONGEST_SENTENCE = 400;

/** What every section needs to put itself into words. */
export interface Rendering {
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

/** What is known of a digest's message beside its content. */
export interface RenderingOptions {
  readonly limits: DigestLimits;
  /** Whether the table of all drivers is attached; default: if the digest has the section `drivers` and there are drivers. */
  readonly hasTable?: boolean | undefined;
  readonly incidentLink?: ((id: string) => string | undefined) | undefined;
}

/** Language, units and limits of a digest, put together. */
export function renderingOf(content: DigestContent, options: RenderingOptions): Rendering {
  return {
    content,
    words: digestWords(content.language),
    measures: measuresOf(content),
    dates: dateWordsOf(content.language),
    limits: options.limits,
    zone: zoneKnown(content.period.timezone),
    hasTable: content.drivers !== null && (options.hasTable ?? content.drivers.active.value !== 0),
    incidentLink: options.incidentLink ?? (() => undefined),
  };
}

/** Outside text as a name: one line, no control characters, bounded; never empty. */
export function named(text: string, { limits }: Rendering): string {
  return oneLine(text, limits.name) || '?';
}

/** A driver by name and id, where no note below says the id: `Ann Meyer (d-17)`, or the id alone. */
export function driverWords(
  { driverId, name }: { readonly driverId: string; readonly name: string },
  rendering: Rendering,
): string {
  const [shown, id] = [named(name, rendering), named(driverId, rendering)];
  return shown === id ? id : `${shown} (${id})`;
}

/** An event type in the reader's words. */
export function eventName(eventType: string, { content, limits }: Rendering): string {
  return eventWords(oneLine(eventType, limits.name), content.language);
}

/** A number as it is read and as grammar needs it. */
export function counted(count: number, { measures }: Rendering): Counted {
  return { count, said: measures.count(count) };
}

/** What a table shows: a list, cut to so many rows, and how many there are in all. */
export interface ListTable<T> {
  readonly caption: string;
  /** The first column names the row; the others are numbers, unless they are texts. */
  readonly columns: readonly string[];
  readonly areTexts?: true;
  readonly items: readonly T[];
  readonly total?: number;
  readonly most?: number;
  /** Drivers, all of whom stand in the attached table where there is one. */
  readonly areDrivers?: true;
  row(item: T): TableRow;
}

/** A table that says how many rows it leaves out. */
export function listTable<T>(
  list: ListTable<T>,
  { words, measures, limits, hasTable }: Rendering,
): TableBlock {
  const { caption, columns, items, total = 0, most = limits.rows } = list;
  const shown = items.slice(0, most);
  const count = Math.max(total, items.length) - shown.length;
  const more = { count, said: measures.count(count) };
  return {
    kind: 'table',
    caption,
    columns: columns.map((text, index) => ({ text, isNumber: index > 0 && !list.areTexts })),
    rows: shown.map((item) => list.row(item)),
    ...(count > 0 && {
      more: list.areDrivers && hasTable ? words.more.inTable(more) : words.more.rows(more),
    }),
  };
}

/** A value as it is written, or that it is not known. */
export function valueWords(
  value: number | null,
  write: (value: number) => string,
  { words }: Pick<Rendering, 'words'>,
): string {
  return value === null ? words.missing.not_known : write(value);
}

/** A caveat as a sentence. */
export function digestCaveat(caveat: DigestCaveat, language: DigestContent['language']): string {
  const words: Readonly<Record<string, (caveat: never) => string>> = digestWords(language).caveats;
  return words[caveat.kind]!(caveat as never);
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

/**
 * The change to the period before: an arrow, a word and a number. It has a colour only when it is larger than the figure's
 * changes usually are.
 */
export function changeOf(
  { value, before, change, usual }: Pick<ComparedFigure, 'value' | 'before' | 'change' | 'usual'>,
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
  const isPlain = better === 'neither' || !isUnusual({ change, usual });
  const tone = isPlain ? undefined : isUp === (better === 'up') ? 'good' : 'critical';
  return {
    text: isUp ? words.change.up(by) : words.change.down(by),
    symbol: isUp ? '▲' : '▼',
    ...(tone === undefined ? {} : { tone }),
  };
}

/** Whether a change is larger than those of the earlier periods usually were; not while too few of these are known. */
export function isUnusual({
  change,
  usual,
}: {
  readonly change: number | null;
  readonly usual?: number | undefined;
}): boolean {
  return change !== null && usual !== undefined && Math.abs(change) > usual;
}

/** A figure of now and its change: two cells of a row. */
export function comparedCells(
  figure: ComparedFigure,
  style: ChangeStyle,
  words: DigestWords,
): readonly [Cell, Cell] {
  return [{ text: figureWords(figure, { words, write: style.write }) }, changeOf(figure, style, words)];
}
