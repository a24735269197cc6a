import { instantMillis } from '../time/index.ts';
import type { DataProblem, FactValue, Json, Reason, ReasonCode, Trip } from '../vocabulary/index.ts';

/** Returns a known fact. */
export function known(value: Json): FactValue {
  return { known: true, value };
}

/** Returns an unknown fact with its reason. */
export function unknown(code: ReasonCode, values?: Reason['values']): FactValue {
  return { known: false, because: values === undefined ? { code } : { code, values } };
}

/** Returns the reason why a trip has no date and no place among its driver's trips. */
export function whyNoPlace({ clockAheadSeconds }: Pick<Trip, 'clockAheadSeconds'>): ReasonCode {
  return clockAheadSeconds === undefined ? 'noEnd' : 'clockAhead';
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

/**
 * Returns a fact that was not sent as unknown. Its reason is the normaliser's note about a field of a wrong type, if there is
 * one.
 */
export function notSent(
  problems: readonly DataProblem[],
  field: string,
  otherwise: ReasonCode = 'notSent',
): FactValue {
  const names = [field, OTHER_NAMES.get(field) ?? field];
  const noted = problems.find((problem) => names.some((name) => problem.pointer.endsWith(`/${name}`)));
  return noted ? unknown('noted', { note: noted.message }) : unknown(otherwise);
}

/**
 * Resolves a plain field: known, not sent, or of a wrong type. `null` means that the service cannot rate it.
 * @param otherwise a more specific reason than "not sent"
 */
export function sent(
  value: Json | undefined,
  from: {
    readonly problems: readonly DataProblem[];
    readonly field: string;
    readonly otherwise?: ReasonCode | undefined;
  },
): FactValue {
  if (value === null) return unknown('notRated');
  return value === undefined ? notSent(from.problems, from.field, from.otherwise) : known(value);
}
