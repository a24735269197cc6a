import type { Tone } from '../format/index.ts';

/** One cell of a table, or one figure: plain text, which every form of a digest escapes in its own way. */
export interface Cell {
  readonly text: string;
  /** An arrow or mark before the text. The text says it too. */
  readonly symbol?: string;
  readonly tone?: Tone;
  /** Absolute address that the text leads to. */
  readonly href?: string;
}

/** One row of a table; its first cell names it. */
export interface TableRow {
  readonly cells: readonly Cell[];
  /** A line below the row, as wide as the table. */
  readonly note?: string;
}

/** A table with its head. */
export interface TableBlock {
  readonly kind: 'table';
  /** For those who hear the table. */
  readonly caption: string;
  readonly columns: readonly { readonly text: string; readonly isNumber: boolean }[];
  readonly rows: readonly TableRow[];
  /** What was cut: "and 12 more in the attached table". */
  readonly more?: string;
}

/** The pictures that a digest may hold. */
export type PictureId = 'line' | 'ratings';

/** What stands in a section, one below the other. */
export type Block =
  | { readonly kind: 'heading' | 'text' | 'quiet'; readonly text: string }
  | { readonly kind: 'lines'; readonly items: readonly Cell[] }
  | { readonly kind: 'figure'; readonly value: Cell; readonly unit: string; readonly change: Cell }
  | {
      readonly kind: 'picture';
      readonly id: PictureId;
      readonly alt: string;
      /** A table beside it says the same: where the picture cannot be shown, nothing is missing. */
      readonly isInTable: boolean;
    }
  | TableBlock;

/** Where a figure or a list comes from: the call of the service or the query. */
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

/** A part of a digest under a title of its own. Every form of a digest draws its blocks, whatever section it is. */
export interface Section {
  /** Anchor on the digest's page. */
  readonly id: SectionId;
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly sources: readonly SourceNote[];
}

/** Everything a digest says in the words of its language, before it becomes an e-mail, a text or a Slack message. */
export interface DigestView {
  readonly language: 'en' | 'de';
  readonly subject: string;
  /** What mail lists show beside the subject; names nobody, because it is seen on locked screens. */
  readonly preview: string;
  readonly title: string;
  /** The fleet, and which part of it. */
  readonly scope: string;
  /** The period in whole UTC dates, and what it is compared with. */
  readonly period: string;
  readonly compared: string;
  readonly caveats: { readonly title: string; readonly lines: readonly string[] };
  /** What stands above the sections: the score in large. */
  readonly headline: readonly Block[];
  /** Below the link to the page, before the sections: what there was in numbers. */
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

/** A cell as plain text, its symbol before it. */
export function cellText({ symbol, text }: Cell): string {
  return symbol === undefined ? text : `${symbol} ${text}`;
}
