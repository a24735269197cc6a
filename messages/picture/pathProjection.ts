import type { PathPoint, TripEvent } from '../../rules/vocabulary/index.ts';

/** A position on Earth, in degrees. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** A place in the picture, in pixels from the top left. */
export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** The part of the picture that the path may fill, in pixels. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Puts positions into the picture. */
export interface Projection {
  readonly toPixel: (position: Position) => Pixel;
  /** Scale at the middle latitude of the picture. */
  readonly pixelsPerKm: number;
  /** The whole world in pixels of the picture, a square: where its north-west corner lies, and how wide it is. */
  readonly world: { readonly left: number; readonly top: number; readonly width: number };
}

/** Kilometres around a sphere of 6,371 km. */
const KM_AROUND = 2 * Math.PI * 6_371;

/** A path smaller than this is not blown up further: GPS noise of a parked car would look like a trip. */
const SMALLEST_SPAN_KM = 0.3;

/** Highest latitude shown, because the poles are infinitely far in this projection. Places nearer to them are shown here. */
const FARTHEST_LATITUDE = 89.9;

/** Returns whether these are degrees on Earth. Exactly 0, 0 is excluded, because receivers write it without a fix. */
function isPosition(position: Position): boolean {
  const { latitude, longitude } = position;
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return false;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0);
}

/**
 * Returns the path with longitudes that run on across the antimeridian (179, 181 rather than 179, -179), so that a neighbour on
 * Earth is a neighbour in the picture. Points that are no positions are left out.
 */
export function unrolled(path: readonly PathPoint[]): readonly PathPoint[] {
  let turns = 0;
  let before: number | undefined;
  return path.filter(isPosition).map((point) => {
    if (before !== undefined) turns -= Math.round((point.longitude - before) / 360);
    before = point.longitude;
    return { ...point, longitude: point.longitude + turns * 360 };
  });
}

/** Returns the copy of a position, shifted by whole turns, that is nearest to a longitude of an unrolled path. */
export function turnedTo(position: Position, longitude: number): Position {
  return {
    ...position,
    longitude: position.longitude + Math.round((longitude - position.longitude) / 360) * 360,
  };
}

/**
 * Returns a Web Mercator projection, as map tiles have, that fills the frame: north up, one scale for both directions, true at
 * the middle latitude.
 * @param positions at least one, unrolled
 */
export function fitTo(positions: readonly Position[], frame: Frame): Projection {
  const bounds = boundsOf(positions);
  const [northWest, southEast] = [
    worldPlace({ latitude: bounds.north, longitude: bounds.west }),
    worldPlace({ latitude: bounds.south, longitude: bounds.east }),
  ];
  const middle = { x: (northWest.x + southEast.x) / 2, y: (northWest.y + southEast.y) / 2 };
  // The world's width in kilometres shrinks with the cosine of the latitude, which is 1 / cosh of the place in the projection.
  const kmOfWorld = KM_AROUND / Math.cosh((0.5 - middle.y) * 2 * Math.PI);
  const smallest = SMALLEST_SPAN_KM / kmOfWorld;
  const width = Math.min(
    frame.width / Math.max(southEast.x - northWest.x, smallest),
    frame.height / Math.max(southEast.y - northWest.y, smallest),
  );
  const world = {
    left: frame.left + frame.width / 2 - middle.x * width,
    top: frame.top + frame.height / 2 - middle.y * width,
    width,
  };
  return {
    pixelsPerKm: width / kmOfWorld,
    world,
    toPixel(position) {
      const { x, y } = worldPlace(position);
      return { x: world.left + x * width, y: world.top + y * width };
    },
  };
}

/** Returns a position in Web Mercator: 0, 0 is the north-west corner of the world and 1, 1 the south-east one. */
function worldPlace({ latitude, longitude }: Position): Pixel {
  const shown = Math.max(-FARTHEST_LATITUDE, Math.min(FARTHEST_LATITUDE, latitude));
  const north = Math.asinh(Math.tan((shown * Math.PI) / 180));
  return { x: (longitude + 180) / 360, y: 0.5 - north / (2 * Math.PI) };
}

interface Bounds {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** Returns the bounds of positions. Uses a loop, because a long path would overflow the stack as arguments of `Math.min`. */
function boundsOf(positions: readonly Position[]): Bounds {
  const bounds = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity };
  for (const { latitude, longitude } of positions) {
    bounds.west = Math.min(bounds.west, longitude);
    bounds.east = Math.max(bounds.east, longitude);
    bounds.south = Math.min(bounds.south, latitude);
    bounds.north = Math.max(bounds.north, latitude);
  }
  return bounds;
}

/** Returns the place of an event: its own start or end, or the path's point nearest in time; undefined when neither is known. */
export function eventPosition(event: TripEvent, path: readonly PathPoint[]): Position | undefined {
  for (const [latitude, longitude] of [
    [event.latitudeStart, event.longitudeStart],
    [event.latitudeEnd, event.longitudeEnd],
  ])
    if (latitude !== undefined && longitude !== undefined && isPosition({ latitude, longitude }))
      return { latitude, longitude };
  return nearestInTime(path, Date.parse(event.startTime ?? event.endTime ?? ''));
}

/** A point further away in time than this says nothing of where the event was. */
const FARTHEST_MILLIS = 5 * 60_000;

function nearestInTime(path: readonly PathPoint[], millis: number): PathPoint | undefined {
  let nearest: PathPoint | undefined;
  let least = FARTHEST_MILLIS;
  for (const point of path) {
    const distance = Math.abs((point.timeMillis ?? NaN) - millis);
    if (distance <= least) [nearest, least] = [point, distance];
  }
  return nearest;
}
