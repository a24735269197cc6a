import { distance as levenshtein } from 'fastest-levenshtein';

/** Names longer than this are not compared: nobody mistypes a name of hundreds of characters. */
const LONGEST_COMPARED = 80;

/** Candidates that one name is compared with at most. */
const MOST_CANDIDATES = 1_000;

/** Mistakes of one document that get a suggestion at most. */
const MOST_SUGGESTIONS = 10;

/** How far a name is from one that has more words: as two letters. */
const LEFT_OUT = 2;

/** A name without case and separators: `distanceKm`, `distance-km` and `distance_km` are one to a reader. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s._-]/g, '');
}

/** Whether two texts of one length differ in two neighbouring letters that were swapped, and in nothing else. */
function isSwap(from: string, to: string): boolean {
  let at = 0;
  while (at < from.length && from[at] === to[at]) at += 1;
  return (
    from.length === to.length &&
    from[at] === to[at + 1] &&
    from[at + 1] === to[at] &&
    from.slice(at + 2) === to.slice(at + 2)
  );
}

/** The words of a name: `trip.localHour` has three. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s._-]+/)
    .filter(Boolean);
}

/** Whether a name of several words is another with some left out: `trip.hour` for `trip.local_hour`. */
function leavesWordsOut(written: string, candidate: string): boolean {
  const [words, all] = [wordsOf(written), wordsOf(candidate)];
  return words.length > 1 && words[0] === all[0] && words.every((word) => all.includes(word));
}

/**
 * How far a candidate is from what was written; a part of a name that was left out counts little.
 * @param farthest what is farther need not be measured
 */
function distance(written: string, candidate: string, farthest: number): number {
  const [a, b] = [plain(written), plain(candidate)];
  if (a === b) return 0;
  if (a.length >= 4 && (b.startsWith(a) || b.endsWith(a))) return 1;
  if (b.length >= 3 && (a.startsWith(b) || a.endsWith(b))) return 1;
  // Each letter more or less is a change: texts of very different lengths need no measuring.
  const isNear = Math.abs(a.length - b.length) <= farthest;
  const letters = !isNear ? Infinity : isSwap(a, b) ? 1 : levenshtein(a, b);
  return leavesWordsOut(written, candidate) ? Math.min(letters, LEFT_OUT) : letters;
}

/** The candidate someone most likely meant, or undefined when nothing is close. */
export function suggest(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > LONGEST_COMPARED) return undefined;
  const farthest = Math.max(1, Math.floor(plain(name).length / 3));
  let best: { readonly candidate: string; readonly distance: number } | undefined;
  for (const candidate of candidates.slice(0, MOST_CANDIDATES)) {
    if (candidate.length > LONGEST_COMPARED) continue;
    const far = distance(name, candidate, farthest);
    if (far <= farthest && (!best || far < best.distance)) best = { candidate, distance: far };
  }
  return best?.candidate;
}

/** ` (did you mean "x"?)`, or nothing when no candidate is close. */
export function didYouMean(name: string, candidates: readonly string[]): string {
  const suggestion = suggest(name, candidates);
  return suggestion === undefined ? '' : ` (did you mean "${suggestion}"?)`;
}

/**
 * The same for the mistakes of one document, whose number its author chooses: the first few are compared with the
 * candidates, and all later ones get no suggestion.
 */
export class Suggestions {
  #left = MOST_SUGGESTIONS;

  /** The candidate alone; undefined when none is close or the first few mistakes are over. */
  nearest(name: string, candidates: readonly string[]): string | undefined {
    if (this.#left === 0 || candidates.length === 0) return undefined;
    this.#left -= 1;
    return suggest(name, candidates);
  }
}

/** A name for a message: quoted, and cut when someone wrote a novel. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > LONGEST_COMPARED ? `${name.slice(0, LONGEST_COMPARED)}…` : name);
}
