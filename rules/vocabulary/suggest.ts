import { distance as levenshtein } from 'fastest-levenshtein';

/** Maximum length of compared names, because names of hundreds of characters are not typing mistakes. */
const LONGEST_COMPARED = 80;

/** Maximum number of candidates for one name. */
const MOST_CANDIDATES = 1_000;

/** Maximum number of mistakes in one document that get a suggestion. */
const MOST_SUGGESTIONS = 10;

/** Distance of a name that omits words of the candidate: as much as two wrong letters. */
const OMITTED_WORDS_DISTANCE = 2;

/** Returns a name without case and separators: `distanceKm`, `distance-km` and `distance_km` are the same to a reader. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s._-]/g, '');
}

/** Returns whether two texts of one length differ only in two swapped neighbouring letters. */
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

/** Returns the words of a name: `trip.localHour` has three. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s._-]+/)
    .filter(Boolean);
}

/** Returns whether a name of several words is another with some omitted: `trip.hour` for `trip.local_hour`. */
function leavesWordsOut(written: string, candidate: string): boolean {
  const [words, all] = [wordsOf(written), wordsOf(candidate)];
  return words.length > 1 && words[0] === all[0] && words.every((word) => all.includes(word));
}

/**
 * Returns the distance of a candidate from the written name; an omitted part of a name adds little.
 * @param farthest limit above which the exact distance does not matter
 */
function distance(written: string, candidate: string, farthest: number): number {
  const [a, b] = [plain(written), plain(candidate)];
  if (a === b) return 0;
  if (a.length >= 4 && (b.startsWith(a) || b.endsWith(a))) return 1;
  if (b.length >= 3 && (a.startsWith(b) || a.endsWith(b))) return 1;
  // Each additional letter is one change, so texts of very different lengths are skipped.
  const isNear = Math.abs(a.length - b.length) <= farthest;
  const letters = !isNear ? Infinity : isSwap(a, b) ? 1 : levenshtein(a, b);
  return leavesWordsOut(written, candidate) ? Math.min(letters, OMITTED_WORDS_DISTANCE) : letters;
}

/** Returns the most likely intended candidate, or `undefined` when none is close. */
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

/** Returns ` (did you mean "x"?)`, or an empty text when no candidate is close. */
export function didYouMean(name: string, candidates: readonly string[]): string {
  const suggestion = suggest(name, candidates);
  return suggestion === undefined ? '' : ` (did you mean "${suggestion}"?)`;
}

/**
 * Suggests names for the mistakes of one document. Only the first few get a suggestion, because the document's author controls
 * their number.
 */
export class Suggestions {
  #left = MOST_SUGGESTIONS;

  /** Returns only the candidate; undefined when none is close, or after the first few mistakes. */
  nearest(name: string, candidates: readonly string[]): string | undefined {
    if (this.#left === 0 || candidates.length === 0) return undefined;
    this.#left -= 1;
    return suggest(name, candidates);
  }
}

/** Returns a name for a message: quoted, and cut when it is very long. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > LONGEST_COMPARED ? `${name.slice(0, LONGEST_COMPARED)}…` : name);
}
