import type { CompiledRules } from '../rules/compile.ts';
import type { RuleDecision } from '../rules/decision.ts';
import { evaluateRules } from '../rules/evaluate.ts';
import { planFacts, resolveFacts } from '../rules/facts.ts';
import type { EventWindow, WindowCount } from '../rules/facts.ts';
import { isOfType } from '../rules/eventTypes.ts';
import type { Trip } from '../rules/trip.ts';
import type { Db } from '../store/database.ts';
import { tripEndedAt } from '../store/tripTime.ts';
import { countWindow } from '../store/windows.ts';
import type { DriverReadings } from './driverReadings.ts';

/** Everything one evaluation needs; the same for a live trip, a replay and a simulation. */
export interface EvaluationInput {
  readonly fleet: string;
  readonly trip: Trip;
  readonly compiled: CompiledRules;
  readonly readings: DriverReadings;
  readonly decidedAt: Date;
}

/** Counts the windows, this trip's own events included, and evaluates. Nothing is written. */
export async function evaluateTrip(db: Db, input: EvaluationInput): Promise<RuleDecision[]> {
  const { compiled, trip } = input;
  const windows = new Map<string, WindowCount>();
  for (const window of planFacts(compiled.requests, trip).windows)
    windows.set(window.key, await windowOf(db, input, window));
  const facts = resolveFacts(compiled.requests, {
    trip,
    decidedAt: input.decidedAt.toISOString(),
    readings: input.readings.readings,
    windows,
  });
  return evaluateRules(compiled, facts, { driverId: trip.driverId, tripId: trip.tripId });
}

/** The window's other trips from the store, and this one as it was just read: a posted trip need not be stored. */
async function windowOf(db: Db, input: EvaluationInput, window: EventWindow): Promise<WindowCount> {
  const { trip, fleet } = input;
  const to = tripEndedAt(trip);
  if (trip.events === undefined || to === undefined) return undefined;
  const others = await countWindow(db, {
    fleetId: fleet,
    driverId: trip.driverId,
    excludeTripId: trip.tripId,
    typeName: window.typeName,
    ...(window.typeCode === undefined ? {} : { typeCode: window.typeCode }),
    from: new Date(to.getTime() - window.windowSeconds * 1000),
    to,
  });
  const own = trip.events.filter((event) => isOfType(event, window));
  return {
    count: others.count + own.length,
    durationSeconds: others.tripDurationSeconds + (trip.durationSeconds ?? 0),
    distanceKm: others.distanceKm + (trip.distanceKm ?? 0),
    ...(others.historySince === undefined ? {} : { historySince: others.historySince.toISOString() }),
  };
}
