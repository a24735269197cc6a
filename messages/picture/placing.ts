import { markup } from '../format/index.ts';
import type { Html } from '../format/index.ts';
import { round } from './marks.ts';
import type { Frame, Pixel } from './pathProjection.ts';

/** A mark and its exact place. */
export interface WantedMark {
  /** Marks of one kind that lie on each other are drawn once, because the legend has their number. */
  readonly kind: string;
  readonly at: Pixel;
  /** Pixels from its middle to its outermost edge. */
  readonly reach: number;
  readonly draw: (place: Pixel) => Html;
}

/** A mark where it is drawn. */
export interface PlacedMark extends WantedMark {
  readonly place: Pixel;
}

/** Pixels between two marks. */
const GAP = 3;
/** Greatest distance in pixels by which a mark is moved. A mark without a free place within it is left out. */
const FARTHEST = 130;
/** Pixels between the edge of a mark that was moved and the middle of the path. */
const OFF_PATH = 6;
const STEP = 8;
const DIRECTIONS = Array.from({ length: 16 }, (_, index) => (index * Math.PI) / 8);

/** Area to which marks may be moved. */
export interface Room {
  readonly inside: Frame;
  /** Frames that are occupied already. */
  readonly taken: readonly Frame[];
  /** Points of the path. Moved marks avoid them, so that a mark does not seem to belong to another part of the path. */
  readonly path: readonly Pixel[];
}

/**
 * Places marks so that none lies on another. A mark that would lie on an earlier one is moved beside it, if possible off the
 * path. A thin line leads to its exact place.
 */
export function placeMarks(wanted: readonly WantedMark[], room: Room): readonly PlacedMark[] {
  const placed: PlacedMark[] = [];
  for (const mark of wanted) {
    const covered = placed.filter((other) => isOn({ ...mark, place: mark.at }, other));
    if (covered.some(({ kind }) => kind === mark.kind)) continue;
    const place =
      covered.length === 0
        ? mark.at
        : (freePlace(mark, placed, room) ?? freePlace(mark, placed, { ...room, path: [] }));
    if (place) placed.push({ ...mark, place });
  }
  return placed;
}

function isOn(one: Pick<PlacedMark, 'place' | 'reach'>, other: Pick<PlacedMark, 'place' | 'reach'>): boolean {
  return distance(one.place, other.place) < one.reach + other.reach + GAP;
}

function distance(one: Pixel, other: Pixel): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** Returns the nearest free place around the exact place of a mark. */
function freePlace(mark: WantedMark, placed: readonly PlacedMark[], room: Room): Pixel | undefined {
  for (let radius = STEP; radius <= FARTHEST; radius += STEP)
    for (const angle of DIRECTIONS) {
      const place = { x: mark.at.x + Math.cos(angle) * radius, y: mark.at.y + Math.sin(angle) * radius };
      const isFree =
        isWithin(place, room.inside, -mark.reach) &&
        room.taken.every((frame) => !isWithin(place, frame, mark.reach)) &&
        placed.every((other) => !isOn({ ...mark, place }, other)) &&
        room.path.every((point) => distance(point, place) >= mark.reach + OFF_PATH);
      if (isFree) return place;
    }
  return undefined;
}

/** @param margin pixels that are added to the frame on each side; below zero they are taken away */
function isWithin({ x, y }: Pixel, { left, top, width, height }: Frame, margin: number): boolean {
  return x >= left - margin && x <= left + width + margin && y >= top - margin && y <= top + height + margin;
}

/** Returns whether something small at a place would lie on a mark. */
export function isCovered(place: Pixel, marks: readonly PlacedMark[], reach: number): boolean {
  return marks.some((mark) => isOn({ place, reach }, mark));
}

/** Draws the marks, above the lines from the moved ones to their exact places. */
export function drawMarks(marks: readonly PlacedMark[]): Html {
  const moved = marks.filter(({ at, place }) => at !== place);
  const lines = (color: string, width: number): readonly Html[] =>
    moved.map(
      ({ at, place }) =>
        markup`<path d="M${round(at.x)} ${round(at.y)} L${round(place.x)} ${round(place.y)}" stroke="${color}" stroke-width="${width}"/>`,
    );
  return markup`${lines('#ffffff', 6)}${lines('#14202e', 2)}${marks.map(
    ({ draw, place }) => markup`<g class="mark">${draw(place)}</g>`,
  )}`;
}
