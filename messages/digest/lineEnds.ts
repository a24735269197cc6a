import { oneLine } from '../plainText.ts';
import { chartText, CHART_WIDTH } from './chartPng.ts';

/** A line whose name stands beside its last known value. */
export interface LineEnd {
  readonly name: string;
  readonly color: string;
  readonly values: readonly (number | null)[];
  readonly isMain: boolean;
}

const LABEL_HEIGHT = 15;
const LONGEST_LABEL = 15;

/** The names of lines beside their ends, pushed apart where they would lie on each other. */
export function endLabels(
  ends: readonly LineEnd[],
  frame: {
    readonly range: { readonly min: number; readonly max: number };
    readonly top: number;
    readonly bottom: number;
    readonly right: number;
  },
) {
  const { range, top, bottom, right } = frame;
  const placed = ends
    .map((end) => {
      const last = end.values.findLast((value) => value !== null) ?? range.min;
      return { ...end, y: bottom - ((last - range.min) / (range.max - range.min)) * (bottom - top) };
    })
    .sort((one, other) => one.y - other.y);
  const ys = apart(
    placed.map(({ y }) => y),
    { lowest: bottom - LABEL_HEIGHT / 2 },
  );
  return placed.map(({ name, color, isMain }, index) => ({
    text: oneLine(name, LONGEST_LABEL),
    left: CHART_WIDTH - right + 2,
    top: (ys[index] ?? 0) - LABEL_HEIGHT / 2,
    padding: 0,
    textStyle: {
      ...chartText(12, color),
      lineHeight: LABEL_HEIGHT,
      fontWeight: isMain ? ('bold' as const) : ('normal' as const),
    },
  }));
}

/** Ascending places, moved down until none lies on another, then up until the last is inside. */
function apart(places: readonly number[], { lowest }: { readonly lowest: number }): readonly number[] {
  const down: number[] = [];
  for (const place of places) down.push(Math.max(place, (down.at(-1) ?? -Infinity) + LABEL_HEIGHT));
  const up: number[] = [];
  for (const place of down.toReversed())
    up.push(Math.min(place, up.length === 0 ? lowest : (up.at(-1) ?? 0) - LABEL_HEIGHT));
  return up.toReversed();
}
