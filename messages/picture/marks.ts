import { markup } from '../format/index.ts';
import type { Html } from '../format/index.ts';
import type { Stretch } from './pathLine.ts';
import type { Pixel } from './pathProjection.ts';

const CLOSEST_PIXELS = 150;
const MOST_MARKS = 8;

/**
 * Draws a few small arrow heads on the line, evenly apart, in the direction of driving.
 * @param isFree returns whether a place is free for an arrow head
 */
export function directionMarks(
  stretches: readonly Stretch[],
  isFree: (place: Pixel) => boolean,
): readonly Html[] {
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
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    if (isFree(middle)) marks.push(arrowHead(from, to));
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

/** Shape and colour of one type of event; both differ between types. */
interface EventMark {
  readonly color: string;
  /** Corners around 0, 0, about 1 away from it. A circle has none. */
  readonly corners: readonly Pixel[];
}

const MARKS: ReadonlyMap<string, EventMark> = new Map<string, EventMark>([
  ['COLLISION', { color: '#c81e1e', corners: polygon(16, { spike: 0.65 }) }],
  ['HARD_BRAKE', { color: '#d9480f', corners: polygon(4, { turn: 45 }) }],
  ['RAPID_ACCELERATION', { color: '#0b7a4b', corners: polygon(3) }],
  ['PHONE_USE', { color: '#7a1fa2', corners: polygon(4) }],
  ['OVERSPEEDING', { color: '#b0127b', corners: polygon(6, { turn: 30 }) }],
  ['HARD_TURN', { color: '#9a6700', corners: polygon(3, { turn: 180 }) }],
]);

const OTHER: EventMark = { color: '#46505c', corners: [] };

/** The types with a mark of their own, most urgent first. */
export const MARKED_TYPES: readonly string[] = [...MARKS.keys()];

/** Returns the mark of an event type. Types without one of their own share a circle. */
export function eventMark(typeName: string): EventMark {
  return MARKS.get(typeName) ?? OTHER;
}

/** Draws the mark as SVG with a white rim, centred at a place, `size` pixels from the middle to the edge. */
export function drawMark(mark: EventMark, { x, y }: Pixel, size: number): Html {
  const rim = markup`stroke="#ffffff" stroke-width="${round(size / 4)}" stroke-linejoin="round" paint-order="stroke"`;
  if (mark.corners.length === 0)
    return markup`<circle cx="${round(x)}" cy="${round(y)}" r="${round(size * 0.9)}" fill="${mark.color}" ${rim}/>`;
  const points = mark.corners.map((corner) => `${round(x + corner.x * size)},${round(y + corner.y * size)}`);
  return markup`<polygon points="${points.join(' ')}" fill="${mark.color}" ${rim}/>`;
}

/**
 * Returns corners evenly around, the first on top, turned by degrees. With `spike`, every second one is that far from the middle.
 */
function polygon(
  corners: number,
  shape: { readonly turn?: number; readonly spike?: number } = {},
): readonly Pixel[] {
  return Array.from({ length: corners }, (_, index) => {
    const reach = shape.spike !== undefined && index % 2 === 1 ? shape.spike : 1.2;
    const angle = ((index * 360) / corners + (shape.turn ?? 0) - 90) * (Math.PI / 180);
    return { x: Math.cos(angle) * reach, y: Math.sin(angle) * reach };
  });
}

/** Rounds a pixel to one decimal, because more would only make the SVG longer. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
