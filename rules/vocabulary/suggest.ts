import { distance as levenshtein } from 'fastest-levenshtein';

/** Maximum length of names that are compared. Names of hundreds of characters are not typing mistakes. */
const LONGEST_COMPARED = 80;

/** Maximum number of candidates that are compared with one name. */
const MOST_CANDIDATES = 1_000;

/** Maximum number of mistakes in one document that get a suggestion. */
const MOST_SUGGESTIONS = 10;

/** Distance of a name that omits some words of the candidate. It equals the distance of two wrong letters. */
const OMITTED_WORDS_DISTANCE = 2;

/** Returns a name in lower case without separators. `distanceKm`, `distance-km` and `distance_km` then look the same. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s._-]/g, '');
}

/** Returns whether two texts of the same length differ only by two swapped neighbouring letters. */
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

/** Returns the words in a name. `trip.localHour` has three words. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s._-]+/)
    .filter(Boolean);
}

/** Returns whether a name of several words is the candidate with some words omitted, as `trip.hour` is for `trip.local_hour`. */
function leavesWordsOut(written: string, candidate: string): boolean {
  const [words, all] = [wordsOf(written), wordsOf(candidate)];
  return words.length > 1 && words[0] === all[0] && words.every((word) => all.includes(word));
}

/**
 * Returns the distance (number of wrong letters) between a written name and a candidate. Omitted parts of a name increase it only
 * a little.
 * @param farthest limit above which the exact distance does not matter
 */
function distance(written: string, candidate: string, farthest: number): number {
  const [a, b] = [plain(written), plain(candidate)];
  if (a === b) return 0;
  if (a.length >= 4 && (b.startsWith(a) || b.endsWith(a))) return 1;
  if (b.length >= 3 && (a.startsWith(b) || a.endsWith(b))) return 1;
  // Each additional letter is one change, so texts of very different lengths need no comparison.
  const isNear = Math.abs(a.length - b.length) <= farthest;
  const letters = !isNear ? Infinity : isSwap(a, b) ? 1 : levenshtein(a, b);
  return leavesWordsOut(written, candidate) ? Math.min(letters, OMITTED_WORDS_DISTANCE) : letters;
}

/** Returns the candidate that was most likely meant, or `undefined` if none is similar. */
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

/** Returns ` (did you mean "x"?)`, or an empty text if no candidate is similar. */
export function didYouMean(name: string, candidates: readonly string[]): string {
  const suggestion = suggest(name, candidates);
  return suggestion === undefined ? '' : ` (did you mean "${suggestion}"?)`;
}

/**
 * Suggests names for mistakes in one document. Only the first few mistakes get a suggestion, because a hostile author could cause
 * any number of them.
 */
export class Suggestions {
  #left = MOST_SUGGESTIONS;

  /** Returns the most similar candidate. Returns `undefined` if none is similar, or after the first few mistakes. */
  nearest(name: string, candidates: readonly string[]): string | undefined {
    if (this.#left === 0 || candidates.length === 0) return undefined;
    this.#left -= 1;
    return suggest(name, candidates);
  }
}

/** Returns a name in quotes for a message. Very long names are cut. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > LONGEST_COMPARED ? `${name.slice(0, LONGEST_COMPARED)}…` : name);
}
