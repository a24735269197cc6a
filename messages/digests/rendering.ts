import { eventWords, formatWeekdayTime, knownZone, oneLine } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import type { ComparedFigure, DigestCaveat, DigestContent, Figure, Missing } from './content.ts';
import { dateWordsOf, measuresOf } from './format.ts';
import type { Cell, Row, SourceNote, TableBlock } from './model.ts';

/** The maximum of each list that a digest shows; all the drivers are in the table attached. */
export interface DigestLimits {
  readonly caveats: number;
  /** Rows of each list of drivers, incidents, rules and so on. */
  readonly rows: number;
  readonly groups: number;
  /** Characters of a name. */
  readonly name: number;
}

/** Levels of detail, from generous to bare. An e-mail uses the first with which it is small enough. */
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

/** Settings with which a digest's content is rendered as a message: limits of lists, the attached table, links of incidents. */
export interface RenderingOptions {
  readonly limits: DigestLimits;
  /** Whether the table of all drivers is attached; default: if the digest has the section `drivers` and there are drivers. */
  readonly hasTable?: boolean | undefined;
  /** Returns where an incident can be answered, as far as the sender knows. */
  readonly incidentLink?: ((id: string) => string | undefined) | undefined;
}

/** A number in words, and the count that grammar needs. */
export type Counted = Readonly<{ count: number; said: string }>;

/** Formats of a figure and its difference, and the better direction. */
interface FigureStyle {
  readonly write: (value: number) => string;
  readonly writeChange?: (value: number) => string;
  readonly better: 'up' | 'down' | 'neither';
}

/** A figure under its name: a row of a table, a line of the changes, a note on its source. */
export interface NamedFigure {
  readonly name: string;
  readonly figure: ComparedFigure;
  readonly style: FigureStyle;
}

/** A table's head and limits. */
interface TableOptions {
  readonly caption: string;
  /** The first column names the row; the others are numbers, unless they are texts. */
  readonly columns: readonly string[];
  readonly areTexts?: true;
  /** Rows in all, of which some may not have been gathered. */
  readonly total?: number;
  readonly most?: number;
  /** Whether the rows are drivers, all of whom are in the attached table where there is one. */
  readonly areDrivers?: true;
}

/** Words, measures and limits of a digest, with which each section is written. */
export type Rendering = ReturnType<typeof renderingOf>;

/** Combines the language, units and limits of a digest. */
export function renderingOf(content: DigestContent, options: RenderingOptions) {
  const { limits } = options;
  const say = textsOf(content.language);
  const measures = measuresOf(content);
  /** Returns outside text as a name: one line, no control characters, bounded; never empty. */
  const named = (text: string): string => oneLine(text, limits.name) || '?';
  const counted = (count: number): Counted => ({ count, said: measures.count(count) });
  const missing = (why: Missing = 'not_known'): string => say(`digests.missing_${why}`);
  /** Returns a value as it is written, or the reason for its absence. */
  const written = (
    { value, missing: why }: Pick<Figure, 'value' | 'missing'>,
    write: FigureStyle['write'],
  ): string => (value === null ? missing(why) : write(value));
  /**
   * Returns the change from the period before: an arrow, a word and a number. It has a colour only when it is larger than the
   * figure's changes usually are.
   */
  const changed = (
    figure: Pick<ComparedFigure, 'value' | 'before' | 'change' | 'usual'>,
    { write, writeChange = write, better }: FigureStyle,
  ): Cell => {
    const { value, before, change } = figure;
    if (value === null && before !== null)
      return { text: say('digests.change_was', { value: write(before) }) };
    if (value === null || change === null) return { text: say('digests.change_nothingBefore') };
    if (change === 0) return { symbol: '=', text: say('digests.change_same') };
    const by = writeChange(Math.abs(change));
    if (by === writeChange(0)) return { symbol: '=', text: say('digests.change_hardly') };
    const isUp = change > 0;
    const tone = isUp === (better === 'up') ? 'good' : 'critical';
    return {
      symbol: isUp ? '▲' : '▼',
      text: say(isUp ? 'digests.change_up' : 'digests.change_down', { by }),
      tone: better !== 'neither' && isUnusual(figure) ? tone : undefined,
    };
  };
  const compared = ({ figure, style }: Omit<NamedFigure, 'name'>): readonly [Cell, Cell] => [
    { text: written(figure, style.write) },
    changed(figure, style),
  ];
  const hasTable = content.drivers !== null && (options.hasTable ?? content.drivers.active.value !== 0);
  /** Returns a table that says how many rows it leaves out. */
  const table = (of: TableOptions, rows: readonly Row[]): TableBlock => {
    const shown = rows.slice(0, of.most ?? limits.rows);
    const count = Math.max(of.total ?? 0, rows.length) - shown.length;
    const key = of.areDrivers && hasTable ? 'digests.more_inTable' : 'format.more';
    return {
      kind: 'table',
      caption: of.caption,
      columns: of.columns.map((text, index) => ({ text, isNumber: index > 0 && !of.areTexts })),
      rows: shown,
      more: count > 0 ? say(key, { count: measures.count(count) }) : undefined,
    };
  };
  const score: FigureStyle = { write: measures.score, better: 'up' };
  return {
    content,
    limits,
    say,
    measures,
    dates: dateWordsOf(content.language),
    /** The reader's zone; `UTC` when this machine does not know the one named. */
    zone: knownZone(content.period.timezone),
    /** `Mon 23 Nov, 07:00` on the reader's clock; undefined when the text is no instant. */
    moment: (instant: string): string | undefined =>
      formatWeekdayTime(instant, content.period.timezone, content.language),
    hasTable,
    incidentLink: options.incidentLink ?? ((): string | undefined => undefined),
    named,
    counted,
    missing,
    written,
    changed,
    compared,
    table,
    /** Figures under each other, with their changes; the first column names them. */
    figureTable: (
      of: Omit<TableOptions, 'columns'> & { readonly first: string },
      rows: readonly NamedFigure[],
    ) =>
      table(
        { ...of, columns: [of.first, say('digests.now'), say('digests.change')] },
        rows.map((each) => ({ cells: [{ text: each.name }, ...compared(each)] })),
      ),
    /** A driver by name and id, where no note below says the id: `Ann Meyer (d-17)`, or the id alone. */
    driver: ({ driverId, name }: { readonly driverId: string; readonly name: string }): string => {
      const [shown, id] = [named(name), named(driverId)];
      return shown === id ? id : `${shown} (${id})`;
    },
    /** An event type in the reader's words. */
    event: (eventType: string): string => eventWords(oneLine(eventType, limits.name), content.language),
    styles: {
      score,
      rating: { write: measures.rating, better: 'up' },
      rate: { write: measures.rate, better: 'down' },
      count: { write: measures.count, better: 'neither' },
      distance: { write: measures.distance, better: 'neither' },
      duration: { write: measures.duration, better: 'neither' },
      share: {
        write: measures.share,
        writeChange: (value) => say('digests.change_points', { value: measures.points(value) }),
        better: 'neither',
      },
    } satisfies Readonly<Record<string, FigureStyle>>,
  };
}

/** Returns whether a change is larger than those of the earlier periods usually were; false while too few of these are known. */
export function isUnusual({ change, usual }: Pick<ComparedFigure, 'change' | 'usual'>): boolean {
  return change !== null && usual !== undefined && Math.abs(change) > usual;
}

/** Returns the notes on the sources of figures, each under its name. */
export function sourcesOf(figures: readonly { readonly name: string; readonly figure: Figure }[]) {
  return figures.map(({ name, figure: { source } }): SourceNote => ({ figure: name, source }));
}

/** Returns a caveat as a sentence. */
export function digestCaveat(caveat: DigestCaveat, language: DigestContent['language']): string {
  const say = textsOf(language);
  if (caveat.kind === 'possible_repeat') return say('format.possibleRepeat');
  const { kind, ...values } = caveat;
  if (!('groups' in values)) return say(`digests.caveats_${kind}`, values);
  const { groups } = values;
  return say(`digests.caveats_${kind}`, { groups: groups.join(', '), count: groups.length });
}
