import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import type { PathPoint, SpeedSample, TripEvent } from '../../rules/vocabulary/index.ts';
import { formatDistance, markup } from '../format/index.ts';
import type { Html } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';
import { countByType, endMark, legendOf, startMark } from './legend.ts';
import { creditOf, drawTiles, tilesUnder } from './mapTiles.ts';
import type { MapBelow, MapTile } from './mapTiles.ts';
import { MARKED_TYPES, directionMarks, drawMark, eventMark, round } from './marks.ts';
import { drawMarks, isCovered, placeMarks } from './placing.ts';
import type { PlacedMark, WantedMark } from './placing.ts';
import { SPEED_BANDS, stretchesOf } from './pathLine.ts';
import type { Stretch } from './pathLine.ts';
import { eventPosition, fitTo, turnedTo, unrolled } from './pathProjection.ts';
import type { Frame, Pixel, Position, Projection } from './pathProjection.ts';

/** Data that the picture is drawn from; a `Trip` is one. */
export interface TripPictureInput {
  readonly path?: readonly PathPoint[];
  readonly events?: readonly TripEvent[];
  /** Speeds of the trip. With times on the path's points as well, the line shows the speed. */
  readonly speedProfile?: readonly SpeedSample[];
}

/** Language and map of a picture. */
interface PictureLook {
  /** Language of its words; absent: English. */
  readonly language?: Language;
  /** Streets below the path; absent: none. */
  readonly map?: MapBelow;
}

const require = createRequire(import.meta.url);
const FONT_FILE = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');

/** Largest picture in bytes that is drawn at full size. A tangled path or a map may exceed it, and is drawn at half the size. */
const LARGEST_BYTES = { plain: 80_000, map: 500_000 } as const;

/**
 * Returns a PNG of the trip's path with its speeds and events, above streets where there is a map. It prints no position.
 * Undefined when neither the path nor an event has a place.
 */
export function tripPicture(input: TripPictureInput, look: PictureLook = {}): Uint8Array | undefined {
  const { map } = look;
  const svg = tripPictureSvg(input, look);
  if (svg === undefined) return undefined;
  const sharp = drawn(svg, PICTURE_WIDTH);
  return sharp.length <= LARGEST_BYTES[map ? 'map' : 'plain'] ? sharp : drawn(svg, PICTURE_WIDTH / 2);
}

/** Returns the tiles of a map that a trip's picture needs below it; none when there is no place to show. */
export function tilesOfPicture(input: TripPictureInput): readonly MapTile[] {
  const { places } = placesOf(input);
  return places.length === 0
    ? []
    : tilesUnder(fitTo(places, FRAME), MAP).map(({ zoom, x, y }) => ({ zoom, x, y }));
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
const MAP: Frame = { left: 0, top: 0, width: PICTURE_WIDTH, height: MAP_HEIGHT };
/** Area of the path. The arrow to the north and the scale are outside, so that marks on its edge do not touch them. */
const FRAME: Frame = { left: 76, top: 56, width: PICTURE_WIDTH - 152, height: MAP_HEIGHT - 138 };
/** The arrow to the north, and the scale with its length. */
const NORTH: Frame = { left: PICTURE_WIDTH - 46, top: 22, width: 24, height: 56 };
const SCALE: Frame = { left: 28, top: MAP_HEIGHT - 60, width: PICTURE_WIDTH / 4 + 8, height: 44 };
/** Area of the map's makers, from the right edge. */
const CREDIT = {
  right: PICTURE_WIDTH - 10,
  top: MAP_HEIGHT - 36,
  height: 30,
  width: PICTURE_WIDTH - 10 - (SCALE.left + SCALE.width) - 20,
} as const;
/** Half the length of an arrow head on the path, in pixels. */
const HEAD_REACH = 11;
const LEGEND = { left: 32, top: MAP_HEIGHT + 16, width: PICTURE_WIDTH - 64 };

/** Colour of a line whose speed is not known. */
const PLAIN = '#2f62b5';

/** The largest number of events drawn one by one. */
const MOST_EVENTS = 300;

/** Distance from the start within which a path has not moved, in kilometres on the picture's own scale. */
const STATIONARY_KM = 0.05;

/** Returns the picture as SVG; undefined when there is no place to show. */
export function tripPictureSvg(
  input: TripPictureInput,
  { language = 'en', map }: PictureLook = {},
): string | undefined {
  const { path, events, places } = placesOf(input);
  if (places.length === 0) return undefined;
  const projection = fitTo(places, FRAME);
  const stretches = stretchesOf(path, input.speedProfile ?? [], projection);
  const tiles = map && drawTiles(tilesUnder(projection, MAP), map);
  const credit = tiles && map ? creditOf(map.attribution, CREDIT) : undefined;
  const marks = marksOf(path, events, { projection, stretches, taken: credit ? [credit.frame] : [] });
  const note = noteOf(path, projection, language);
  const legend = legendOf(
    {
      points: path.length,
      bands: bandsOf(stretches),
      counts: countByType(events),
      language,
      ...(note ? { note } : {}),
    },
    LEGEND,
  );
  const height = LEGEND.top + legend.height + 16;
  const edge = markup`x="1" y="1" width="${PICTURE_WIDTH - 2}" height="${height - 2}" rx="16"`;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE_WIDTH}" height="${height}" viewBox="0 0 ${PICTURE_WIDTH} ${height}" font-family="DejaVu Sans">
<clipPath id="card"><rect ${edge}/></clipPath><clipPath id="map"><rect width="${PICTURE_WIDTH}" height="${MAP_HEIGHT}"/></clipPath>
<g clip-path="url(#card)"><rect width="${PICTURE_WIDTH}" height="${height}" fill="#f7f9fb"/><rect width="${PICTURE_WIDTH}" height="${MAP_HEIGHT}" fill="#e9eef3"/>${tiles && markup`<g clip-path="url(#map)">${tiles}</g>`}</g>
<rect ${edge} fill="none" stroke="#aab6c3" stroke-width="2"/>
${line(stretches, tiles !== undefined)}
${directionMarks(stretches, (place) => !isCovered(place, marks, HEAD_REACH))}
${drawMarks(marks)}
<g fill="#465363"${tiles && markup` stroke="#ffffff" stroke-width="5" stroke-linejoin="round" paint-order="stroke"`}>${north(language)}${scaleWords(projection, language)}</g>
${scaleBar(projection, tiles !== undefined)}
${credit?.svg}
${legend.svg}
</svg>`.text;
}

/** Returns the path and the events of a picture, and every place in it. */
function placesOf(input: TripPictureInput): {
  readonly path: readonly PathPoint[];
  readonly events: readonly PlacedEvent[];
  readonly places: readonly Position[];
} {
  const path = unrolled(input.path ?? []);
  const events = placed(input.events ?? [], path);
  return { path, events, places: [...path, ...events.map(({ position }) => position)] };
}

interface PlacedEvent {
  readonly typeName: string;
  readonly position: Position;
}

/** Returns the events with a place, the most urgent types first. */
function placed(events: readonly TripEvent[], path: readonly PathPoint[]): readonly PlacedEvent[] {
  const near = path[0]?.longitude;
  const found = events.slice(0, MOST_EVENTS).flatMap((event) => {
    const position = eventPosition(event, path);
    if (!position) return [];
    const typeName = event.typeName ?? (event.typeCode === undefined ? 'OTHER' : `TYPE_${event.typeCode}`);
    return [{ typeName, position: near === undefined ? position : turnedTo(position, near) }];
  });
  const urgency = ({ typeName }: PlacedEvent): number => MARKED_TYPES.indexOf(typeName) + 1 || 99;
  return found.sort((one, other) => urgency(one) - urgency(other));
}

function bandsOf(stretches: readonly Stretch[]): readonly number[] {
  return [...new Set(stretches.map(({ band }) => band))]
    .filter((band) => band !== undefined)
    .sort((a, b) => a - b);
}

function noteOf(
  path: readonly PathPoint[],
  { toPixel, pixelsPerKm }: Projection,
  language: Language,
): string | undefined {
  const say = textsOf(language);
  if (path.length === 0) return say('picture.noPath');
  if (path.length === 1) return say('picture.onePoint');
  const start = toPixel(path[0] as PathPoint);
  const moved = path.some((point) => {
    const pixel = toPixel(point);
    return Math.hypot(pixel.x - start.x, pixel.y - start.y) / pixelsPerKm > STATIONARY_KM;
  });
  return moved ? undefined : say('picture.hardlyMoved');
}

/**
 * Draws the stretches above a white rim, so that crossing ones stay apart from the ground. On a map the rim is wider and has an
 * edge, so that the line differs from a street, whatever the colours of the map.
 */
function line(stretches: readonly Stretch[], isOnMap: boolean): readonly Html[] {
  const edges = isOnMap ? stretches.map((stretch) => polyline(stretch, '#14202e', 20)) : [];
  const rims = stretches.map((stretch) => polyline(stretch, '#ffffff', isOnMap ? 17 : 13));
  const lines = stretches.map((stretch) =>
    polyline(stretch, SPEED_BANDS[stretch.band ?? -1]?.color ?? PLAIN, isOnMap ? 9 : 7),
  );
  return [...edges, ...rims, ...lines];
}

function polyline({ points }: Stretch, color: string, width: number): Html {
  const places = points.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ');
  return markup`<polyline points="${places}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** Places collisions first, then the ends of the path, then the other events, so that the first ones keep their exact place. */
function marksOf(
  path: readonly PathPoint[],
  events: readonly PlacedEvent[],
  drawn: {
    readonly projection: Projection;
    readonly stretches: readonly Stretch[];
    readonly taken: readonly Frame[];
  },
): readonly PlacedMark[] {
  const { toPixel } = drawn.projection;
  const marks = events.map(({ typeName, position }): WantedMark => {
    const size = typeName === COLLISION ? 18 : 11;
    const draw = (place: Pixel): Html => drawMark(eventMark(typeName), place, size);
    return { kind: `event ${typeName}`, at: toPixel(position), reach: size * WIDEST, draw };
  });
  const [first, last] = [path[0], path.length > 1 ? path.at(-1) : undefined];
  const ends: readonly WantedMark[] = [
    ...(first
      ? [{ kind: 'start', at: toPixel(first), reach: 17, draw: (at: Pixel) => startMark(at, 13) }]
      : []),
    ...(last ? [{ kind: 'end', at: toPixel(last), reach: 21, draw: (at: Pixel) => endMark(at, 13) }] : []),
  ];
  const isUrgent = ({ kind }: WantedMark): boolean => kind === `event ${COLLISION}`;
  const ordered = [...marks.filter(isUrgent), ...ends, ...marks.filter((mark) => !isUrgent(mark))];
  const inside = { left: 6, top: 6, width: PICTURE_WIDTH - 12, height: MAP_HEIGHT - 12 };
  return placeMarks(ordered, {
    inside,
    taken: [NORTH, SCALE, ...drawn.taken],
    path: pathPoints(drawn.stretches),
  });
}

/** Returns points along the drawn path, at most `POINTS_APART` pixels apart. */
function pathPoints(stretches: readonly Stretch[]): readonly Pixel[] {
  const points: Pixel[] = [];
  for (const to of stretches.flatMap((stretch) => stretch.points)) {
    const from = points.at(-1) ?? to;
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / POINTS_APART);
    for (let step = 1; step <= steps; step += 1)
      points.push({
        x: from.x + ((to.x - from.x) * step) / steps,
        y: from.y + ((to.y - from.y) * step) / steps,
      });
    if (points.length === 0) points.push(to);
  }
  return points;
}

const POINTS_APART = 8;

const COLLISION = 'COLLISION';
/** Distance between the middle of an event's mark and its outermost corner with the rim, in sizes. */
const WIDEST = 1.35;

function north(language: Language): Html {
  const x = NORTH.left + NORTH.width / 2;
  return markup`<path d="M${x} 22 L${x + 11} 50 L${x} 43 L${x - 11} 50 Z"/><text x="${x}" y="76" text-anchor="middle" font-size="22">${textsOf(language)('picture.north')}</text>`;
}

/** Returns the longest round length that fits a quarter of the width: 1, 2 or 5 times a power of ten. */
function scaleOf({ pixelsPerKm }: Projection): { readonly km: number; readonly width: number } {
  const mostKm = PICTURE_WIDTH / 4 / pixelsPerKm;
  const power = 10 ** Math.floor(Math.log10(mostKm));
  const km = ([5, 2, 1].find((factor) => factor * power <= mostKm) ?? 1) * power;
  return { km, width: round(km * pixelsPerKm) };
}

const SCALE_BASE = { left: 32, y: MAP_HEIGHT - 22 } as const;

function scaleWords(projection: Projection, language: Language): Html {
  const { left, y } = SCALE_BASE;
  return markup`<text x="${left + 10}" y="${y - 12}" font-size="22">${formatDistance(scaleOf(projection).km, language)}</text>`;
}

function scaleBar(projection: Projection, isOnMap: boolean): Html {
  const { left, y } = SCALE_BASE;
  const { width } = scaleOf(projection);
  const bar = (color: string, thick: number): Html =>
    markup`<path d="M${left} ${y - 12} V${y} H${left + width} V${y - 12}" fill="none" stroke="${color}" stroke-width="${thick}"/>`;
  return markup`${isOnMap && bar('#ffffff', 7)}${bar('#465363', 3)}`;
}
