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

/** Returns the reason why a trip cannot be placed in time, so that it has no date and no windows. */
export function whyNoPlace({ clockAheadSeconds }: Pick<Trip, 'clockAheadSeconds'>): ReasonCode {
  return clockAheadSeconds === undefined ? 'noEnd' : 'clockAhead';
}

/** Returns the instant of a trip's end in epoch milliseconds. Returns `undefined` if it is missing or not reliable. */
export function endMillis({ endTime, clockAheadSeconds }: Pick<Trip, 'endTime' | 'clockAheadSeconds'>) {
  return clockAheadSeconds === undefined ? instantMillis(endTime ?? '') : undefined;
}

/** Fields for which the service also uses another name. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['trip_count', 'num_trips'],
  ['trip_max_speed_kmph', 'trip_max_speed'],
]);

/**
 * Returns an unknown fact for a field that was not sent. If the normaliser noted that the field had a wrong type, this note is
 * the reason.
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
 * Resolves a plain field of the service's data. Unknown if the field was not sent, has a wrong type, or is `null` (the service
 * could not rate it).
 * @param from.otherwise a more specific reason than "not sent"
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
