import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import type { PathPoint, SpeedSample, TripEvent } from '../../rules/vocabulary/index.ts';
import { formatDistance, markup } from '../format/index.ts';
import type { Html } from '../format/index.ts';
import { countByType, endMark, legendOf, startMark } from './legend.ts';
import { MARKED_TYPES, directionMarks, drawMark, eventMark, round } from './marks.ts';
import { SPEED_BANDS, stretchesOf } from './pathLine.ts';
import type { Stretch } from './pathLine.ts';
import { eventPosition, fitTo, turnedTo, unrolled } from './pathProjection.ts';
import type { Pixel, Position, Projection } from './pathProjection.ts';

/** What the picture is drawn from; a `Trip` is one. */
export interface TripPictureInput {
  readonly path?: readonly PathPoint[];
  readonly events?: readonly TripEvent[];
  /** With it and times on the path's points, the line shows the speed. */
  readonly speedProfile?: readonly SpeedSample[];
}

const require = createRequire(import.meta.url);
const FONT_FILE = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');

/** A tangled path makes a larger picture than an e-mail should carry; it is drawn at half the size then. */
const LARGEST_BYTES = 80_000;

/**
 * A PNG of the trip's path without a map: where it went, how fast, and where events happened. It prints no position.
 * Undefined when neither the path nor an event has a place.
 */
export function tripPicture(input: TripPictureInput): Uint8Array | undefined {
  const svg = tripPictureSvg(input);
  if (svg === undefined) return undefined;
  const sharp = drawn(svg, PICTURE_WIDTH);
  return sharp.length <= LARGEST_BYTES ? sharp : drawn(svg, PICTURE_WIDTH / 2);
}

function drawn(svg: string, width: number): Uint8Array {
  const image = new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false, fontFiles: [FONT_FILE], defaultFontFamily: 'DejaVu Sans' },
  });
  return image.render().asPng();
}

/** Width of the picture in pixels: twice what an e-mail shows, for sharp screens. */
const PICTURE_WIDTH = 1_072;

const MAP_HEIGHT = 560;
const MARGIN = 64;
const LEGEND = { left: 32, top: MAP_HEIGHT + 16, width: PICTURE_WIDTH - 64 };

/** Colour of a line whose speed is not known. */
const PLAIN = '#2f62b5';

/** The largest number of events drawn one by one. */
const MOST_EVENTS = 300;

/** A path that spans less than this on the picture's own scale has not moved. */
const STATIONARY_KM = 0.05;

/** The picture as SVG; undefined when there is no place to show. */
export function tripPictureSvg(input: {
  readonly path?: readonly PathPoint[];
  readonly events?: readonly TripEvent[];
  readonly speedProfile?: readonly SpeedSample[];
}): string | undefined {
  const path = unrolled(input.path ?? []);
  const events = placed(input.events ?? [], path);
  const places = [...path, ...events.map(({ position }) => position)];
  if (places.length === 0) return undefined;
  const frame = {
    left: MARGIN,
    top: MARGIN,
    width: PICTURE_WIDTH - 2 * MARGIN,
    height: MAP_HEIGHT - 2 * MARGIN,
  };
  const projection = fitTo(places, frame);
  const stretches = stretchesOf(path, input.speedProfile ?? [], projection);
  const note = noteOf(path, projection);
  const legend = legendOf(
    {
      points: path.length,
      bands: bandsOf(stretches),
      counts: countByType(events),
      ...(note ? { note } : {}),
    },
    LEGEND,
  );
  const height = LEGEND.top + legend.height + 16;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE_WIDTH}" height="${height}" viewBox="0 0 ${PICTURE_WIDTH} ${height}" font-family="DejaVu Sans">
<rect width="${PICTURE_WIDTH}" height="${height}" fill="#ffffff"/>
<rect width="${PICTURE_WIDTH}" height="${MAP_HEIGHT}" fill="#f3f6f9"/>
${line(stretches)}
${directionMarks(stretches)}
${ends(path, projection)}
${events.map((event) => drawEvent(event, projection))}
${coveredEnds(path, events, projection)}
${north()}
${scaleBar(projection)}
${legend.svg}
</svg>`.text;
}

interface PlacedEvent {
  readonly typeName: string;
  readonly position: Position;
}

/** Events with a place, the most urgent types last, so that they are drawn on top. */
function placed(events: readonly TripEvent[], path: readonly PathPoint[]): readonly PlacedEvent[] {
  const near = path[0]?.longitude;
  const found = events.slice(0, MOST_EVENTS).flatMap((event) => {
    const position = eventPosition(event, path);
    if (!position) return [];
    const typeName = event.typeName ?? (event.typeCode === undefined ? 'OTHER' : `TYPE_${event.typeCode}`);
    return [{ typeName, position: near === undefined ? position : turnedTo(position, near) }];
  });
  const urgency = ({ typeName }: PlacedEvent): number => (MARKED_TYPES.indexOf(typeName) + 1 || 99) * -1;
  return found.sort((one, other) => urgency(one) - urgency(other));
}

function bandsOf(stretches: readonly Stretch[]): readonly number[] {
  return [...new Set(stretches.map(({ band }) => band))]
    .filter((band) => band !== undefined)
    .sort((a, b) => a - b);
}

function noteOf(path: readonly PathPoint[], { toPixel, pixelsPerKm }: Projection): string | undefined {
  if (path.length === 0) return 'No path was recorded; only events have a place.';
  if (path.length === 1) return 'Only one point of the path was recorded.';
  const start = toPixel(path[0] as PathPoint);
  const moved = path.some((point) => {
    const pixel = toPixel(point);
    return Math.hypot(pixel.x - start.x, pixel.y - start.y) / pixelsPerKm > STATIONARY_KM;
  });
  return moved ? undefined : 'The vehicle hardly moved.';
}

/** A white rim below all of it first, so that crossing stretches stay apart from the ground. */
function line(stretches: readonly Stretch[]): readonly Html[] {
  const rims = stretches.map((stretch) => polyline(stretch, '#ffffff', 13));
  const lines = stretches.map((stretch) =>
    polyline(stretch, SPEED_BANDS[stretch.band ?? -1]?.color ?? PLAIN, 7),
  );
  return [...rims, ...lines];
}

function polyline({ points }: Stretch, color: string, width: number): Html {
  const places = points.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ');
  return markup`<polyline points="${places}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** The end of a round trip is drawn inside its start. */
function ends(path: readonly PathPoint[], { toPixel }: Projection): readonly Html[] {
  const [first, last] = [path[0], path.at(-1)];
  if (!first || !last) return [];
  const [start, end] = [toPixel(first), toPixel(last)];
  if (path.length === 1) return [startMark(start, 13)];
  const together = Math.hypot(end.x - start.x, end.y - start.y) < 13;
  return together ? [startMark(start, 16), endMark(start, 7)] : [endMark(end, 13), startMark(start, 13)];
}

/** A start or an end that an event's mark lies on is drawn once more, smaller, inside that mark. */
function coveredEnds(
  path: readonly PathPoint[],
  events: readonly PlacedEvent[],
  { toPixel }: Projection,
): readonly Html[] {
  const marks = events.map(({ position }) => toPixel(position));
  const isCovered = (end: Pixel): boolean =>
    marks.some(({ x, y }) => Math.hypot(x - end.x, y - end.y) < COVERED_WITHIN);
  const [first, last] = [path[0], path.length > 1 ? path.at(-1) : undefined];
  return [
    ...(first && isCovered(toPixel(first)) ? [startMark(toPixel(first), 7)] : []),
    ...(last && isCovered(toPixel(last)) ? [endMark(toPixel(last), 6)] : []),
  ];
}

/** An end nearer to the middle of an event's mark than this cannot be seen beside it. */
const COVERED_WITHIN = 14;

function drawEvent({ typeName, position }: PlacedEvent, { toPixel }: Projection): Html {
  return drawMark(eventMark(typeName), toPixel(position), typeName === 'COLLISION' ? 18 : 11);
}

function north(): Html {
  const x = PICTURE_WIDTH - 44;
  return markup`<path d="M${x} 22 L${x + 11} 50 L${x} 43 L${x - 11} 50 Z" fill="#465363"/><text x="${x}" y="76" text-anchor="middle" font-size="22" fill="#465363">N</text>`;
}

/** The longest round length that fits a quarter of the width: 1, 2 or 5 times a power of ten. */
function scaleBar({ pixelsPerKm }: Projection): Html {
  const mostKm = PICTURE_WIDTH / 4 / pixelsPerKm;
  const power = 10 ** Math.floor(Math.log10(mostKm));
  const km = ([5, 2, 1].find((factor) => factor * power <= mostKm) ?? 1) * power;
  const [left, base, width] = [32, MAP_HEIGHT - 22, round(km * pixelsPerKm)];
  return markup`<path d="M${left} ${base - 12} V${base} H${left + width} V${base - 12}" fill="none" stroke="#465363" stroke-width="3"/><text x="${left + 10}" y="${base - 12}" font-size="22" fill="#465363">${formatDistance(km)}</text>`;
}
