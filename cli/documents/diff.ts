import { isDeepStrictEqual } from 'node:util';

/** A field or an item in which two documents differ. */
export interface Difference {
  /** JSON pointer to the new value. For a removed value, it is the pointer to the old value. */
  readonly pointer: string;
  /** Value before; absent when the value was added. */
  readonly old?: unknown;
  /** Value after; absent when the value was removed. */
  readonly new?: unknown;
}

/**
 * Returns every field in which two documents differ, in the order of the document. Items that only moved
 * within a list are not reported.
 */
export function differences(before: unknown, after: unknown, pointer = ''): Difference[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return listDifferences(before, after, pointer);
  if (!isObject(before) || !isObject(after)) return [{ pointer, old: before, new: after }];
  return [...new Set([...Object.keys(after), ...Object.keys(before)])].flatMap((key) => {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!Object.hasOwn(before, key)) return [{ pointer: at, new: after[key] }];
    if (!Object.hasOwn(after, key)) return [{ pointer: at, old: before[key] }];
    return differences(before[key], after[key], at);
  });
}

/**
 * Compares two lists. It pairs equal items first, and compares the items between two pairs in order. The
 * remaining items were added or removed.
 */
function listDifferences(
  before: readonly unknown[],
  after: readonly unknown[],
  pointer: string,
): Difference[] {
  const found: Difference[] = [];
  let [oldAt, newAt] = [0, 0];
  for (const [oldEnd, newEnd] of [...equalItems(before, after), [before.length, after.length] as const]) {
    while (oldAt < oldEnd || newAt < newEnd) {
      if (oldAt < oldEnd && newAt < newEnd)
        found.push(...differences(before[oldAt], after[newAt], `${pointer}/${newAt}`));
      else if (oldAt < oldEnd) found.push({ pointer: `${pointer}/${oldAt}`, old: before[oldAt] });
      else found.push({ pointer: `${pointer}/${newAt}`, new: after[newAt] });
      if (oldAt < oldEnd) oldAt += 1;
      if (newAt < newEnd) newAt += 1;
    }
    [oldAt, newAt] = [oldEnd + 1, newEnd + 1];
  }
  return found;
}

/** Returns the positions of equal items in both lists, as their longest common subsequence. */
function equalItems(before: readonly unknown[], after: readonly unknown[]): (readonly [number, number])[] {
  const [oldKeys, newKeys] = [before, after].map((items) => items.map((item) => JSON.stringify(item)));
  const width = after.length + 1;
  const longest = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      longest[i * width + j] =
        oldKeys![i] === newKeys![j]
          ? longest[(i + 1) * width + j + 1]! + 1
          : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
  const pairs: (readonly [number, number])[] = [];
  for (let [i, j] = [0, 0]; i < before.length && j < after.length;) {
    if (oldKeys![i] === newKeys![j]) pairs.push([i++, j++]);
    else if (longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!) i += 1;
    else j += 1;
  }
  return pairs;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
