import type { RuleLine } from './ruleLines.ts';

/** A line that only the old or only the new rule has. */
export interface Change {
  readonly sign: 'removed' | 'added';
  readonly line: RuleLine;
}

/**
 * Returns the lines in which two rules differ, in the order of the rules. At the same position, removed lines
 * are before added ones.
 */
export function changesOf(before: readonly RuleLine[], after: readonly RuleLine[]): readonly Change[] {
  const same = (a: RuleLine, b: RuleLine): boolean =>
    a.kind === b.kind && a.depth === b.depth && a.label === b.label && a.text === b.text;
  // Lengths of the longest common part of what is left of both lists, from each pair of lines on.
  const lengths = Array.from({ length: before.length + 1 }, () =>
    new Array<number>(after.length + 1).fill(0),
  );
  for (let left = before.length - 1; left >= 0; left -= 1)
    for (let right = after.length - 1; right >= 0; right -= 1)
      lengths[left]![right] = same(before[left]!, after[right]!)
        ? lengths[left + 1]![right + 1]! + 1
        : Math.max(lengths[left + 1]![right]!, lengths[left]![right + 1]!);
  const changes: Change[] = [];
  let [left, right] = [0, 0];
  while (left < before.length || right < after.length) {
    const [old, fresh] = [before[left], after[right]];
    if (old && fresh && same(old, fresh)) {
      left += 1;
      right += 1;
    } else if (old && (!fresh || lengths[left + 1]![right]! >= lengths[left]![right + 1]!)) {
      changes.push({ sign: 'removed', line: old });
      left += 1;
    } else if (fresh) {
      changes.push({ sign: 'added', line: fresh });
      right += 1;
    }
  }
  return changes;
}
