/** The parts of a trip's path that are drawn, as the API returns them. Times are ISO 8601. */
export interface TripPath {
  readonly path: readonly { readonly latitude: number; readonly longitude: number; readonly at?: string }[];
  readonly speeds: readonly { readonly at: string; readonly speed_kmph: number }[];
  readonly events: readonly {
    readonly type: string;
    readonly at?: string;
    readonly latitude?: number;
    readonly longitude?: number;
  }[];
}

/** A position on the drawing, and the time at which the trip was there. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly millis?: number;
}

/** An event of the trip on the time axis, and on the path if its position is known. */
export interface EventMark {
  readonly type: string;
  readonly millis?: number;
  readonly spot?: { readonly x: number; readonly y: number };
}

/** A trip prepared for drawing: the path in a box, and the speeds over time. */
export interface Way {
  readonly spots: readonly Spot[];
  readonly speeds: readonly { readonly millis: number; readonly kmph: number }[];
  readonly events: readonly EventMark[];
  /** Earliest and latest time of anything on the trip; absent when nothing has a time. */
  readonly span?: { readonly from: number; readonly to: number };
  readonly topKmph: number;
}

/** The box that a path is drawn into. */
export const BOX = { width: 400, height: 300, padding: 18 } as const;

/** Puts a path into the box, with north at the top and lengths to scale. */
export function wayOf({ path, speeds, events }: TripPath): Way {
  const project = projection(path);
  const spots = path.map(({ latitude, longitude, at }) => ({
    ...project(latitude, longitude),
    ...(at !== undefined && { millis: Date.parse(at) }),
  }));
  const samples = speeds.map(({ at, speed_kmph: kmph }) => ({ millis: Date.parse(at), kmph }));
  const marks = events.map(({ type, at, latitude, longitude }): EventMark => {
    const isPlaced = path.length > 0 && latitude !== undefined && longitude !== undefined;
    return {
      type,
      ...(at !== undefined && { millis: Date.parse(at) }),
      ...(isPlaced && { spot: project(latitude, longitude) }),
    };
  });
  const instants = [...spots, ...samples, ...marks].flatMap(({ millis }) =>
    millis === undefined ? [] : [millis],
  );
  return {
    spots,
    speeds: samples,
    events: marks,
    ...(instants.length > 0 && { span: { from: least(instants), to: most(instants) } }),
    topKmph: samples.reduce((top, { kmph }) => Math.max(top, kmph), 0),
  };
}

/**
 * Returns the trip's position at an instant: the last position until then, otherwise the first. Undefined
 * when no position has a time.
 */
export function spotAt({ spots }: Way, millis: number): Spot | undefined {
  const timed = spots.filter((spot) => spot.millis !== undefined);
  return timed.findLast((spot) => spot.millis! <= millis) ?? timed[0];
}

/** Returns the speed at an instant: that of the nearest sample within half a minute. */
export function speedAt({ speeds }: Way, millis: number): number | undefined {
  let best: Way['speeds'][number] | undefined;
  for (const sample of speeds)
    if (!best || Math.abs(sample.millis - millis) < Math.abs(best.millis - millis)) best = sample;
  return best && Math.abs(best.millis - millis) <= NEAR_MS ? best.kmph : undefined;
}

const NEAR_MS = 30_000;

type Project = (latitude: number, longitude: number) => { readonly x: number; readonly y: number };

function projection(path: TripPath['path']): Project {
  const latitudes = path.map(({ latitude }) => latitude);
  const longitudes = path.map(({ longitude }) => longitude);
  const [south, north] = [least(latitudes), most(latitudes)];
  // A degree of longitude is shorter the farther it is from the equator.
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const [west, east] = [least(longitudes) * shrink, most(longitudes) * shrink];
  const room = { width: BOX.width - 2 * BOX.padding, height: BOX.height - 2 * BOX.padding };
  const scale = Math.min(
    room.width / Math.max(east - west, 1e-5),
    room.height / Math.max(north - south, 1e-5),
  );
  const left = (BOX.width - (east - west) * scale) / 2;
  const top = (BOX.height - (north - south) * scale) / 2;
  return (latitude, longitude) => ({
    x: left + (longitude * shrink - west) * scale,
    y: top + (north - latitude) * scale,
  });
}

/** Returns the smallest value. It uses `reduce`, because there may be more values than a call of `Math.min` accepts. */
function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), values[0] ?? 0);
}

function most(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), values[0] ?? 0);
}
