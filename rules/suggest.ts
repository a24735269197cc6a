/** Names longer than this are not compared: nobody mistypes a name of hundreds of characters. */
const LONGEST_COMPARED = 80;

/** How far a name is from one that has more words: as two letters. */
const LEFT_OUT = 2;

/** A name without case and separators: `distanceKm`, `distance-km` and `distance_km` are one to a reader. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s._-]/g, '');
}

/** How many single-letter changes (insert, delete, replace, swap neighbours) turn one text into the other. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const cost = from[row - 1] === to[column - 1] ? 0 : 1;
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + cost,
      );
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1])
        best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
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

/** How far a candidate is from what was written; a part of a name that was left out counts little. */
function distance(written: string, candidate: string): number {
  const [a, b] = [plain(written), plain(candidate)];
  if (a === b) return 0;
  if (a.length >= 4 && (b.startsWith(a) || b.endsWith(a))) return 1;
  if (b.length >= 3 && (a.startsWith(b) || a.endsWith(b))) return 1;
  const letters = editDistance(a, b);
  return leavesWordsOut(written, candidate) ? Math.min(letters, LEFT_OUT) : letters;
}

/** The candidate someone most likely meant, or undefined when nothing is close. */
export function suggest(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > LONGEST_COMPARED) return undefined;
  const farthest = Math.max(1, Math.floor(plain(name).length / 3));
  let best: { readonly candidate: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const far = distance(name, candidate);
    if (far <= farthest && (!best || far < best.distance)) best = { candidate, distance: far };
  }
  return best?.candidate;
}

/** ` (did you mean "x"?)`, or nothing when no candidate is close. */
export function didYouMean(name: string, candidates: readonly string[]): string {
  const suggestion = suggest(name, candidates);
  return suggestion === undefined ? '' : ` (did you mean "${suggestion}"?)`;
}

/** A name for a message: quoted, and cut when someone wrote a novel. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > LONGEST_COMPARED ? `${name.slice(0, LONGEST_COMPARED)}…` : name);
}
