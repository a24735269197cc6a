import type { PathPoint, SpeedSample } from '../../rules/vocabulary/index.ts';
import { formatSpeed } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';
import type { Pixel, Projection } from './pathProjection.ts';

/** A stretch of the path in one speed band. */
export interface Stretch {
  /** Index into `SPEED_BANDS`; undefined when the speed is not known. */
  readonly band: number | undefined;
  readonly points: readonly Pixel[];
}

/** Speeds from one value up to the next; the darker, the faster, so that it reads without colours too. */
export const SPEED_BANDS: readonly {
  readonly fromKmph: number;
  readonly color: string;
}[] = [
  { fromKmph: 0, color: '#7cc4d8' },
  { fromKmph: 30, color: '#3d94c9' },
  { fromKmph: 60, color: '#2f62b5' },
  { fromKmph: 90, color: '#5b2f91' },
  { fromKmph: 120, color: '#8f0f52' },
];

/** Returns a band in words: `under 30 km/h`, `30–60`, `120 and more`. */
export function bandWords(index: number, language: Language): string {
  const say = textsOf(language);
  const from = SPEED_BANDS[index]?.fromKmph ?? 0;
  const next = SPEED_BANDS[index + 1]?.fromKmph;
  if (next === undefined) return say('picture.speedFrom', { speed: `${from}` });
  return from === 0 ? say('picture.speedUnder', { speed: formatSpeed(next, language) }) : `${from}–${next}`;
}

/** Points nearer to the last drawn one than this are not drawn. */
const CLOSEST_PIXELS = 1.5;

/** Largest number of points drawn for a trip. */
const MOST_POINTS = 3_000;

/** A sample further away in time than this says nothing of the speed. */
const FARTHEST_MILLIS = 60_000;

/**
 * Returns the path as stretches of one colour, simplified to what the picture can show. Neighbouring stretches share a point, so
 * that the line has no gaps.
 */
export function stretchesOf(
  path: readonly PathPoint[],
  samples: readonly SpeedSample[],
  projection: Projection,
): readonly Stretch[] {
  const ordered = samples
    .filter(({ timeMillis, speedKmph }) => Number.isFinite(timeMillis) && Number.isFinite(speedKmph))
    .sort((one, other) => one.timeMillis - other.timeMillis);
  const stretches: { band: number | undefined; points: Pixel[] }[] = [];
  for (const { point, pixel } of simplified(path, projection)) {
    const band = bandAt(ordered, point.timeMillis);
    const last = stretches.at(-1);
    last?.points.push(pixel);
    if (!last || last.band !== band) stretches.push({ band, points: [pixel] });
  }
  return stretches.filter(({ points }) => points.length > 1);
}

interface Drawn {
  readonly point: PathPoint;
  readonly pixel: Pixel;
}

function simplified(path: readonly PathPoint[], { toPixel }: Projection): readonly Drawn[] {
  const kept: Drawn[] = [];
  for (const [index, point] of path.entries()) {
    const pixel = toPixel(point);
    const last = kept.at(-1);
    const far = !last || Math.hypot(pixel.x - last.pixel.x, pixel.y - last.pixel.y) >= CLOSEST_PIXELS;
    if (far || index === path.length - 1) kept.push({ point, pixel });
  }
  const step = Math.ceil(kept.length / MOST_POINTS);
  return step <= 1 ? kept : kept.filter((_, index) => index % step === 0 || index === kept.length - 1);
}

/** Returns the speed band at a time, from the sample nearest to it. Samples ascend by time. */
function bandAt(samples: readonly SpeedSample[], timeMillis: number | undefined): number | undefined {
  if (timeMillis === undefined || samples.length === 0) return undefined;
  let low = 0;
  let high = samples.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((samples[middle]?.timeMillis ?? 0) < timeMillis) low = middle + 1;
    else high = middle;
  }
  const distance = (index: number): number => Math.abs((samples[index]?.timeMillis ?? Infinity) - timeMillis);
  const nearest = low > 0 && distance(low - 1) < distance(low) ? low - 1 : low;
  if (distance(nearest) > FARTHEST_MILLIS) return undefined;
  const speed = samples[nearest]?.speedKmph ?? 0;
  return SPEED_BANDS.findLastIndex(({ fromKmph }) => speed >= fromKmph);
}
