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
  readonly pixelsPerKm: number;
}

/** Kilometres of one degree of latitude, on a sphere of 6,371 km. */
const KM_PER_DEGREE = (Math.PI * 6_371) / 180;

/** A path smaller than this is not blown up further: GPS noise of a parked car would look like a trip. */
const SMALLEST_SPAN_KM = 0.3;

/** Near the poles a degree of longitude shrinks to nothing. */
const SMALLEST_COSINE = 0.01;

/** Whether these are degrees on Earth. Exactly 0, 0 is what receivers write without a fix. */
function isPosition(position: Position): boolean {
  const { latitude, longitude } = position;
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return false;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0);
}

/**
 * The path with longitudes that run on across the antimeridian (179, 181 rather than 179, -179), so that a neighbour
 * on Earth is a neighbour in the picture. Points that are no positions are left out.
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

/** The copy of a position, whole turns away, that is nearest to a longitude of an unrolled path. */
export function turnedTo(position: Position, longitude: number): Position {
  return {
    ...position,
    longitude: position.longitude + Math.round((longitude - position.longitude) / 360) * 360,
  };
}

/**
 * An equirectangular projection that fills the frame: north up, one scale for both directions, true at the middle
 * latitude. Good for the size of a trip.
 * @param positions at least one, unrolled
 */
export function fitTo(positions: readonly Position[], frame: Frame): Projection {
  const bounds = boundsOf(positions);
  const middle = {
    latitude: (bounds.south + bounds.north) / 2,
    longitude: (bounds.west + bounds.east) / 2,
  };
  const cosine = Math.max(Math.cos((middle.latitude * Math.PI) / 180), SMALLEST_COSINE);
  const widthKm = Math.max((bounds.east - bounds.west) * KM_PER_DEGREE * cosine, SMALLEST_SPAN_KM);
  const heightKm = Math.max((bounds.north - bounds.south) * KM_PER_DEGREE, SMALLEST_SPAN_KM);
  const pixelsPerKm = Math.min(frame.width / widthKm, frame.height / heightKm);
  return {
    pixelsPerKm,
    toPixel: ({ latitude, longitude }) => ({
      x: frame.left + frame.width / 2 + (longitude - middle.longitude) * KM_PER_DEGREE * cosine * pixelsPerKm,
      y: frame.top + frame.height / 2 - (latitude - middle.latitude) * KM_PER_DEGREE * pixelsPerKm,
    }),
  };
}

interface Bounds {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** A loop, since a long path would overflow the stack as arguments of `Math.min`. */
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

/** Where an event happened: its own start or end, or the path's point nearest in time; undefined when neither is known. */
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
