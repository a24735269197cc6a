import { isOfType } from '../rules/eventTypes.ts';
import type { EventWindow, FactPlan, RuleAlertCount, WindowCount } from '../rules/facts.ts';
import type { Trip } from '../rules/trip.ts';
import { WindowSum } from '../rules/windowSum.ts';
import type { Db } from '../store/database.ts';
import { countRuleAlerts } from '../store/ruleAlerts.ts';
import { tripEndedAt } from '../store/tripTime.ts';
import { countWindow, laterTripEnds, listWindowTrips } from '../store/windows.ts';
import type { WindowTrip } from '../store/windows.ts';
import { fullestWindow } from './lateTrip.ts';

/** Whose windows are counted: the trip as it was just read, which need not be stored. */
export interface WindowSubject {
  readonly fleet: string;
  readonly trip: Trip;
  /**
   * Since when the trip adds what it adds; trips that were there before it and ended later make it a late one. Undefined:
   * all that is stored was there before it.
   */
  readonly windowSince: Date | undefined;
}

/** Everything of a plan that is counted from stored history. */
export interface Counted {
  readonly windows: ReadonlyMap<string, WindowCount>;
  readonly ruleAlerts: ReadonlyMap<string, RuleAlertCount>;
}

/** Counts what a plan asks of stored history, the trip's own events included. Call it under the driver's lock. */
export async function countHistory(db: Db, subject: WindowSubject, plan: FactPlan): Promise<Counted> {
  const windows = new Map<string, WindowCount>();
  const ruleAlerts = new Map<string, RuleAlertCount>();
  const endedAt = tripEndedAt(subject.trip);
  if (endedAt === undefined) return { windows, ruleAlerts };
  const laterEnds = await laterEndsOf(db, { ...subject, endedAt, windows: plan.windows });
  for (const window of plan.windows)
    windows.set(window.key, await countOne(db, { ...subject, window, endedAt, laterEnds }));
  for (const { rule, windowSeconds, key } of plan.ruleAlerts)
    ruleAlerts.set(key, await alertsOf(db, subject, { rule, endedAt, windowSeconds }));
  return { windows, ruleAlerts };
}

async function laterEndsOf(
  db: Db,
  args: WindowSubject & { readonly endedAt: Date; readonly windows: readonly EventWindow[] },
): Promise<readonly Date[]> {
  const longest = Math.max(0, ...args.windows.map((window) => window.windowSeconds));
  if (longest === 0 || args.trip.events === undefined) return [];
  return laterTripEnds(db, {
    fleetId: args.fleet,
    driverId: args.trip.driverId,
    after: args.endedAt,
    before: new Date(args.endedAt.getTime() + longest * 1000),
    ...(args.windowSince && { keptBefore: args.windowSince }),
  });
}

interface OneWindow extends WindowSubject {
  readonly window: EventWindow;
  readonly endedAt: Date;
  readonly laterEnds: readonly Date[];
}

/**
 * The window's other trips from the store, and this one as it was just read. Later windows are looked at only when this
 * trip adds to them: one that it leaves as they were has been decided with its own trip.
 */
async function countOne(db: Db, args: OneWindow): Promise<WindowCount> {
  const { trip, window, endedAt } = args;
  if (trip.events === undefined) return undefined;
  const windowMs = window.windowSeconds * 1000;
  const own: WindowTrip = {
    endedAt,
    eventsKnown: true,
    count: trip.events.filter((event) => isOfType(event, window)).length,
    distanceKm: trip.distanceKm ?? null,
    durationSeconds: trip.durationSeconds ?? null,
  };
  const asked = {
    fleetId: args.fleet,
    driverId: trip.driverId,
    excludeTripId: trip.tripId,
    typeName: window.typeName,
    ...(window.typeCode === undefined ? {} : { typeCode: window.typeCode }),
    from: new Date(endedAt.getTime() - windowMs),
  };
  const laterEnds = args.laterEnds.filter((end) => end.getTime() < endedAt.getTime() + windowMs);
  const last = laterEnds.at(-1);
  if (own.count > 0 && last !== undefined) {
    const { trips, historyBegin } = await listWindowTrips(db, { ...asked, to: last });
    const { windowSeconds } = window;
    return fullestWindow({
      own,
      others: trips,
      laterEnds,
      windowSeconds,
      ...(historyBegin && { historyBegin }),
    });
  }
  const { historySince, ...others } = await countWindow(db, { ...asked, to: endedAt });
  const sum = new WindowSum({ ...others, durationSeconds: others.tripDurationSeconds });
  sum.add(own, own.count);
  return {
    ...sum.total(),
    ...(historySince === undefined ? {} : { historySince: historySince.toISOString() }),
  };
}

async function alertsOf(
  db: Db,
  { fleet, trip }: WindowSubject,
  window: { readonly rule: string; readonly endedAt: Date; readonly windowSeconds: number },
): Promise<RuleAlertCount> {
  const { count, historySince } = await countRuleAlerts(db, {
    fleetId: fleet,
    driverId: trip.driverId,
    rule: window.rule,
    from: new Date(window.endedAt.getTime() - window.windowSeconds * 1000),
    to: window.endedAt,
    excludeTripId: trip.tripId,
  });
  return { count, ...(historySince === undefined ? {} : { historySince: historySince.toISOString() }) };
}
