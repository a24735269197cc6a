import { instantMillis } from '../time/index.ts';
import type { DataProblem, FactValue, Json, Trip } from '../vocabulary/index.ts';

/** Returns a known fact. */
export function known(value: Json): FactValue {
  return { known: true, value };
}

/** Returns an unknown fact with its reason. */
export function unknown(because: string): FactValue {
  return { known: false, because };
}

/** The usual reasons why a fact is unknown, as phrases that end "…is unknown: ". */
export const BECAUSE = {
  notSent: 'not sent',
  notRated: 'cannot be rated',
  noEvents: "the trip's events did not arrive",
  noEnd: "the trip's end time was not sent",
  clockAhead: "the trip ended after it was received: the device's clock is wrong",
  someEvents: 'events of some trips of the window did not arrive or cannot be read',
  unreadEvents: 'the type of some events of the trip cannot be read',
  someDistances: 'the distance of some trips of the window was not sent',
  someDurations: 'the duration of some trips of the window was not sent',
  noHistory: 'stored history could not be read',
  noGroups: "the fleet's groups could not be read",
} as const;

/** Returns the reason why a trip has no date and no place among its driver's trips. */
export function whyNoPlace({ clockAheadSeconds }: Pick<Trip, 'clockAheadSeconds'>): string {
  return clockAheadSeconds === undefined ? BECAUSE.noEnd : BECAUSE.clockAhead;
}

/** Returns the instant of a trip's end, in epoch milliseconds; undefined when it is missing or not reliable. */
export function endMillis({ endTime, clockAheadSeconds }: Pick<Trip, 'endTime' | 'clockAheadSeconds'>) {
  return clockAheadSeconds === undefined ? instantMillis(endTime ?? '') : undefined;
}

/** Fields that the service also sends under another name. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['trip_count', 'num_trips'],
  ['trip_max_speed_kmph', 'trip_max_speed'],
]);

/** Returns the normaliser's note about a field of the service's body that had a wrong type. */
export function problemWith(problems: readonly DataProblem[], field: string): string | undefined {
  const names = [field, OTHER_NAMES.get(field) ?? field];
  return problems.find((problem) => names.some((name) => problem.pointer.endsWith(`/${name}`)))?.message;
}

/** Resolves a plain field: known, not sent, or of a wrong type. `null` means that the service cannot rate it. */
export function sent(
  value: Json | undefined,
  from: { readonly problems: readonly DataProblem[]; readonly field: string },
): FactValue {
  if (value === null) return unknown(BECAUSE.notRated);
  if (value === undefined) return unknown(problemWith(from.problems, from.field) ?? BECAUSE.notSent);
  return known(value);
}
