/** Where something stands in a text, both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The place of an index of a text. */
export function placeAt(text: string, index: number): Place {
  return placesAt(text)(index);
}

/** The same for many indexes: the lines are looked for once. */
export function placesAt(text: string): (index: number) => Place {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (index) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= index) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: index - starts[low]! + 1 };
  };
}
