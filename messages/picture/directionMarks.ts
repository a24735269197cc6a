import { round } from './eventMarks.ts';
import { markup } from '../format/index.ts';
import type { Html } from '../format/index.ts';
import type { Stretch } from './pathLine.ts';
import type { Pixel } from './pathProjection.ts';

const CLOSEST_PIXELS = 150;
const MOST_MARKS = 8;

/** A few small arrow heads on the line, evenly apart, in the direction of driving. */
export function directionMarks(stretches: readonly Stretch[]): readonly Html[] {
  const steps = stretches.flatMap(({ points }) =>
    points
      .slice(1)
      .map((to, index) => ({ from: points[index] ?? to, to, length: lengthOf(points[index] ?? to, to) })),
  );
  const total = steps.reduce((sum, { length }) => sum + length, 0);
  const every = Math.max(CLOSEST_PIXELS, total / MOST_MARKS);
  const marks: Html[] = [];
  let since = every / 2;
  for (const { from, to, length } of steps) {
    since += length;
    if (since < every) continue;
    since -= every;
    marks.push(arrowHead(from, to));
  }
  return marks;
}

function lengthOf(from: Pixel, to: Pixel): number {
  return Math.hypot(to.x - from.x, to.y - from.y);
}

function arrowHead(from: Pixel, to: Pixel): Html {
  const degrees = round((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI);
  const x = round((from.x + to.x) / 2);
  const y = round((from.y + to.y) / 2);
  return markup`<g transform="translate(${x} ${y}) rotate(${degrees})"><path d="M-8 -9 L10 0 L-8 9 L-4 0 Z" fill="#14202e" stroke="#ffffff" stroke-width="3" stroke-linejoin="round" paint-order="stroke"/></g>`;
}
