/** A line of two compared texts: in both, only in the first, or only in the second. */
export interface Line {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Returns the lines of two texts in one list. Each is the same in both, removed by the second text, or added by it. */
export function differences(before: string, after: string): readonly Line[] {
  const [left, right] = [before.split('\n'), after.split('\n')];
  const common = lengths(left, right);
  const lines: Line[] = [];
  let [at, to] = [0, 0];
  while (at < left.length || to < right.length) {
    if (at < left.length && to < right.length && left[at] === right[to]) {
      lines.push({ kind: 'same', text: left[at]! });
      at += 1;
      to += 1;
    } else if (to >= right.length || (at < left.length && common[at + 1]![to]! >= common[at]![to + 1]!)) {
      lines.push({ kind: 'removed', text: left[at]! });
      at += 1;
    } else {
      lines.push({ kind: 'added', text: right[to]! });
      to += 1;
    }
  }
  return lines;
}

/** Returns a table with the number of lines that both texts have in common from each pair of lines to their ends. */
function lengths(left: readonly string[], right: readonly string[]): readonly (readonly number[])[] {
  const table = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0));
  for (let at = left.length - 1; at >= 0; at -= 1)
    for (let to = right.length - 1; to >= 0; to -= 1)
      table[at]![to] =
        left[at] === right[to]
          ? table[at + 1]![to + 1]! + 1
          : Math.max(table[at + 1]![to]!, table[at]![to + 1]!);
  return table;
}
