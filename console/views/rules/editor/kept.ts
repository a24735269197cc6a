import { keep, kept } from '../../../kept/index.ts';

/** A draft that is typed and not saved yet. */
export interface Kept {
  readonly text: string;
  /** What it replaces when it is saved: the draft or version that it was begun from. */
  readonly base: string;
}

const place = (fleet: string, rule: string): string => `draft:${fleet}:${rule}`;

/** What was typed before a reload or another view, in this browser; undefined when nothing was. @param rule empty for a new one */
export function keptDraft(fleet: string, rule: string): Kept | undefined {
  try {
    const { text, base } = JSON.parse(kept(place(fleet, rule), 'browser')) as Partial<Kept>;
    return typeof text === 'string' && typeof base === 'string' ? { text, base } : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what is typed until it is saved; undefined: there is nothing to keep any more. */
export function keepDraft(fleet: string, rule: string, draft: Kept | undefined): void {
  keep(place(fleet, rule), draft ? JSON.stringify(draft) : '', 'browser');
}
