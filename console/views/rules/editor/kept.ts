/** A draft that is typed and not saved yet. */
export interface Kept {
  readonly text: string;
  /** What it replaces when it is saved: the draft or version that it was begun from. */
  readonly base: string;
}

const place = (fleet: string, rule: string): string => `tripline.draft:${fleet}:${rule}`;

/** What was typed before a reload or another view, in this browser; undefined when nothing was. @param rule empty for a new one */
export function keptDraft(fleet: string, rule: string): Kept | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(place(fleet, rule)) ?? 'null') as Partial<Kept> | null;
    return typeof kept?.text === 'string' && typeof kept.base === 'string'
      ? { text: kept.text, base: kept.base }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what is typed until it is saved; undefined: there is nothing to keep any more. */
export function keepDraft(fleet: string, rule: string, kept: Kept | undefined): void {
  if (kept) localStorage.setItem(place(fleet, rule), JSON.stringify(kept));
  else localStorage.removeItem(place(fleet, rule));
}
