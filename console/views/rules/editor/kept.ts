import { keep, kept } from '../../../kept/index.ts';

/** A draft that was typed and is not saved yet. */
export interface Kept {
  readonly text: string;
  /** The draft or version with which editing began, and which saving replaces. */
  readonly base: string;
}

const place = (fleet: string, rule: string): string => `draft:${fleet}:${rule}`;

/**
 * Returns the unsaved draft that was typed in this browser before a reload or a change of view; undefined if
 * there is none.
 * @param rule id of the rule; empty for a new rule
 */
export function keptDraft(fleet: string, rule: string): Kept | undefined {
  try {
    const { text, base } = JSON.parse(kept(place(fleet, rule), 'browser')) as Partial<Kept>;
    return typeof text === 'string' && typeof base === 'string' ? { text, base } : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a typed draft until it is saved; undefined removes it. */
export function keepDraft(fleet: string, rule: string, draft: Kept | undefined): void {
  keep(place(fleet, rule), draft ? JSON.stringify(draft) : '', 'browser');
}
