import type { Language } from '../language/index.ts';
import type { Tone } from '../format/index.ts';

/** A name, a figure, a change or a link in a row: plain text, which every form of a digest escapes in its own way. */
export interface Cell {
  readonly text: string;
  /** An arrow or mark before the text. The text says it too. */
  readonly symbol?: string | undefined;
  readonly tone?: Tone | undefined;
  /** Absolute address that the text leads to. */
  readonly href?: string | undefined;
}

/** One row of a table; its first cell names it. */
export interface Row {
  readonly cells: readonly Cell[];
  /** A line below the row, as wide as the table. */
  readonly note?: string | undefined;
}

/** Rows with a head. */
export interface TableBlock {
  readonly kind: 'table';
  /** Caption for screen readers. */
  readonly caption: string;
  readonly columns: readonly { readonly text: string; readonly isNumber: boolean }[];
  readonly rows: readonly Row[];
  /** Says how many rows were cut: "and 12 more in the attached table". */
  readonly more?: string | undefined;
}

/** Part of a section; the parts follow one below the other. */
export type Block =
  | { readonly kind: 'heading' | 'text' | 'quiet'; readonly text: string }
  | { readonly kind: 'lines'; readonly items: readonly Cell[] }
  | { readonly kind: 'figure'; readonly value: Cell; readonly unit: string; readonly change: Cell }
  /** The line of scores; `alt` says it in words, for forms without pictures. */
  | { readonly kind: 'picture'; readonly alt: string }
  | TableBlock;

/** The source of a figure or a list: the call of the service or the query. */
export interface SourceNote {
  readonly figure: string;
  readonly source: string;
}

/** The sections of a digest. */
export type SectionId =
  | 'summary'
  | 'coaching'
  | 'improved'
  | 'scores'
  | 'groups'
  | 'alerts'
  | 'driving'
  | 'drivers'
  | 'devices'
  | 'rules'
  | 'deletions'
  | 'coverage';

/** A part of a digest under a title of its own. Every form of a digest draws the blocks of every section. */
export interface Section {
  /** Anchor on the digest's page. */
  readonly id: SectionId;
  readonly title: string;
  readonly blocks: readonly Block[];
  /** The sources of its figures; absent in an e-mail, whose page has them. */
  readonly sources?: readonly SourceNote[];
}

/** A digest in the words of its language, before it becomes an e-mail, a text, a page or a Slack message. */
export interface DigestView {
  readonly language: Language;
  readonly subject: string;
  /** Text that mail lists show beside the subject. It names no person, because locked screens show it. */
  readonly preview: string;
  readonly title: string;
  /** The fleet, and which part of it. */
  readonly scope: string;
  /** The period in whole UTC dates, and what it is compared with. */
  readonly period: string;
  readonly compared: string;
  readonly caveats: { readonly title: string; readonly lines: readonly string[] };
  /** Blocks above the sections: the score in large. */
  readonly headline: readonly Block[];
  /** Blocks between the link to the page and the sections: the period's amounts. */
  readonly figures: readonly Block[];
  readonly sections: readonly Section[];
  /** Sections that only the digest's page has. */
  readonly onPage: readonly Pick<Section, 'id' | 'title'>[];
  readonly foot: readonly string[];
  readonly unsubscribe: string;
  /** The words of the link to the page, of what the page has besides, and of how long it opens. */
  readonly open: string;
  readonly alsoThere: string;
  readonly expires: string;
}

/** Returns a sentence with its mark. */
export function line(symbol: string, text: string, tone?: Tone): Cell {
  return { symbol, text, tone };
}

/** Returns a block of sentences with their marks, or no block when there is none. */
export function linesOf(items: readonly (Cell | undefined)[]): readonly Block[] {
  const said = items.filter((item) => item !== undefined);
  return said.length === 0 ? [] : [{ kind: 'lines', items: said }];
}

/** Returns a cell as plain text, its symbol before it. */
export function cellText({ symbol, text }: Cell): string {
  return symbol === undefined ? text : `${symbol} ${text}`;
}
