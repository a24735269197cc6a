import type { Trip } from '../vocabulary/index.ts';

const DAY_MS = 86_400_000;

/** Instants of a trip that tell its day. */
export type TripTimes = Pick<Trip, 'startTime' | 'endTime'>;

/** The UTC date a trip counts for: the one it began on, as the service counts; `otherwise` when it says no time at all. */
export function serviceDay({ startTime, endTime }: TripTimes, otherwise: string): string {
  for (const text of [startTime, endTime]) {
    const millis = Date.parse(text ?? '');
    if (!Number.isNaN(millis)) return new Date(millis).toISOString().slice(0, 10);
  }
  return otherwise;
}

/** Whether a trip was over before an instant. One that says no time was not. */
export function endedBefore({ startTime, endTime }: TripTimes, instant: Date): boolean {
  const millis = Date.parse(endTime ?? startTime ?? '');
  return !Number.isNaN(millis) && millis < instant.getTime();
}

/** So few that are not found any more are simply gone. */
const FEW = 10;
/** And so small a share of what the service had. */
const SMALL_SHARE = 0.05;
/** More of them may be a mishap of the service, or another fleet's key: they are gone when that lasts. */
const LASTING_MS = DAY_MS;

/**
 * Whether trips that the service says it has not are to be taken as gone.
 * @param since when the first of them was not found; `known` how many the service listed in the range
 */
export function areGone(
  missing: { readonly count: number; readonly known: number; readonly since: Date },
  now: Date,
): boolean {
  if (missing.count <= Math.max(FEW, missing.known * SMALL_SHARE)) return true;
  return now.getTime() - missing.since.getTime() >= LASTING_MS;
}
