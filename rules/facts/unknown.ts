import { instantMillis } from '../time/index.ts';
import type { DataProblem, FactValue, Json, Trip } from '../vocabulary/index.ts';

/** A known fact. */
export function known(value: Json): FactValue {
  return { known: true, value };
}

/** An unknown fact and why. */
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

/** Why a trip has no place among its driver's trips and on no date. */
export function whyNoPlace({ clockAheadSeconds }: Pick<Trip, 'clockAheadSeconds'>): string {
  return clockAheadSeconds === undefined ? BECAUSE.noEnd : BECAUSE.clockAhead;
}

/** The instant of a trip's end, in epoch milliseconds; undefined: it has none that can be taken as said. */
export function endMillis({ endTime, clockAheadSeconds }: Pick<Trip, 'endTime' | 'clockAheadSeconds'>) {
  return clockAheadSeconds === undefined ? instantMillis(endTime ?? '') : undefined;
}

/** Fields that the service also sends under another name. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['trip_count', 'num_trips'],
  ['trip_max_speed_kmph', 'trip_max_speed'],
]);

/** What the normaliser noted about a field of the service's body, when it did not have its type. */
export function problemWith(problems: readonly DataProblem[], field: string): string | undefined {
  const names = [field, OTHER_NAMES.get(field) ?? field];
  return problems.find((problem) => names.some((name) => problem.pointer.endsWith(`/${name}`)))?.message;
}

/** A plain field: known, or not sent, or not of its type. `null` means that the service cannot rate. */
export function sent(
  value: Json | undefined,
  from: { readonly problems: readonly DataProblem[]; readonly field: string },
): FactValue {
  if (value === null) return unknown(BECAUSE.notRated);
  if (value === undefined) return unknown(problemWith(from.problems, from.field) ?? BECAUSE.notSent);
  return known(value);
}
