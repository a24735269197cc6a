import type { ServiceTrip } from './world.ts';

/** The result of a condition; `undefined` if an unknown fact makes it neither true nor false. */
type Truth = boolean | undefined;

/** A condition in a rule's JSON. */
export interface Condition {
  readonly all?: readonly Condition[];
  readonly any?: readonly Condition[];
  readonly not?: Condition;
  readonly fact?: string;
  readonly params?: { readonly type?: string; readonly window?: string };
  readonly operator?: string;
  readonly value?: unknown;
}

/**
 * Whether a condition holds for a trip. It was written from the documentation of the rules alone and shares no code with the
 * engine that it checks. It supports only what the rules in `rules/` use.
 * @param history the driver's existing trips, including this one
 * @throws Error for a fact, window or operator that it does not support
 */
export function holds(condition: Condition, trip: ServiceTrip, history: readonly ServiceTrip[]): Truth {
  const { all, any, not } = condition;
  if (all) return every(all.map((each) => holds(each, trip, history)));
  if (any) return negate(every(any.map((each) => negate(holds(each, trip, history)))));
  if (not) return negate(holds(not, trip, history));
  const actual = factOf(condition, trip, history);
  return actual === undefined ? undefined : compare(actual, condition);
}

function every(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(undefined) ? undefined : true;
}

function negate(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth;
}

function factOf(
  { fact, params }: Condition,
  trip: ServiceTrip,
  history: readonly ServiceTrip[],
): number | undefined {
  if (fact === 'trip.distance_km') return Number(trip.info['distance_km']);
  if (fact === 'trip.events.count') return countEvents(trip, params?.type);
  if (fact === 'trip.phone_use_rating') {
    const rating = trip.driving_behavior.event_rating['phone_use_rating'];
    return rating === undefined || rating < 0 ? undefined : rating;
  }
  if (fact === 'driver.events.count') {
    const until = endOf(trip);
    const from = until - daysOf(params?.window) * 86_400_000;
    return history
      .filter((each) => endOf(each) > from && endOf(each) <= until)
      .reduce((sum, each) => sum + countEvents(each, params?.type), 0);
  }
  throw new Error(`The oracle was not taught the fact "${fact}".`);
}

function countEvents(trip: ServiceTrip, type: string | undefined): number {
  return trip.events.filter((each) => each['event_type_name'] === type).length;
}

function endOf(trip: ServiceTrip): number {
  return Date.parse(String(trip.info['end_time']));
}

function daysOf(window: string | undefined): number {
  const days = /^(\d+)d$/.exec(window ?? '')?.[1];
  if (days === undefined) throw new Error(`The oracle was not taught the window "${window}".`);
  return Number(days);
}

function compare(actual: number, { operator, value }: Condition): boolean {
  if (operator === 'greaterThan') return actual > Number(value);
  if (operator === 'greaterThanInclusive') return actual >= Number(value);
  if (operator === 'lessThan') return actual < Number(value);
  throw new Error(`The oracle was not taught the operator "${operator}".`);
}
