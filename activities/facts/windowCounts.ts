import { WindowSum } from '../../rules/facts/index.ts';
import type { EventWindow, FactPlan, RuleAlertCount, WindowCount } from '../../rules/facts/index.ts';
import { areEventsRead, isOfType } from '../../rules/vocabulary/index.ts';
import type { Trip } from '../../rules/vocabulary/index.ts';
import type { Db } from '../../store/db/index.ts';
import { countRuleAlerts } from '../../store/facts/index.ts';
import { countWindows, laterTripEnds, listWindowTrips, tripEndedAt } from '../../store/trips/index.ts';
import type { AskedWindow, WindowTrip } from '../../store/trips/index.ts';

/** The trip for which events are counted, with the content that was just read. The trip need not be stored. */
export interface WindowSubject {
  readonly fleet: string;
  readonly trip: Trip;
  /**
   * Time from which the trip is part of the counts. Later trips that were stored before that time make it a late trip. If
   * undefined, all stored trips were stored before it.
   */
  readonly windowSince: Date | undefined;
}

/** Event and alert counts from the stored trips, for the facts of a plan. */
export interface Counted {
  readonly windows: ReadonlyMap<string, WindowCount>;
  readonly ruleAlerts: ReadonlyMap<string, RuleAlertCount>;
}

/** Counts the facts of a plan in the stored trips, including the trip's own events. Has to be called under the driver's lock. */
export async function countHistory(db: Db, subject: WindowSubject, plan: FactPlan): Promise<Counted> {
  const windows = new Map<string, WindowCount>();
  const ruleAlerts = new Map<string, RuleAlertCount>();
  const endedAt = tripEndedAt(subject.trip);
  if (endedAt === undefined) return { windows, ruleAlerts };
  for (const [key, count] of await countAll(db, { ...subject, endedAt }, plan.windows))
    windows.set(key, count);
  for (const { rule, windowSeconds, key } of plan.ruleAlerts)
    ruleAlerts.set(key, await alertsOf(db, subject, { rule, endedAt, windowSeconds }));
  return { windows, ruleAlerts };
}

/** A time window that ends with the trip, and the trip's own part of its counts. */
interface OwnWindow {
  readonly window: EventWindow;
  readonly own: WindowTrip;
  /**
   * Ends of later windows that include the trip and to whose counts it adds. A window to whose count it does not add was already
   * decided with that window's own trip.
   */
  readonly laterEnds: readonly Date[];
}

type EndedSubject = WindowSubject & { readonly endedAt: Date };

/** Counts the events in each window: of other trips from the store, and of this trip as just read. */
async function countAll(
  db: Db,
  subject: EndedSubject,
  windows: readonly EventWindow[],
): Promise<[string, WindowCount][]> {
  const { trip, endedAt } = subject;
  const { events } = trip;
  if (events === undefined) return windows.map(({ key }) => [key, undefined]);
  const owns = windows.map((window) => ({
    window,
    own: {
      endedAt,
      eventsKnown: areEventsRead(events),
      count: events.filter((event) => isOfType(event, window)).length,
      distanceKm: trip.distanceKm ?? null,
      durationSeconds: trip.durationSeconds ?? null,
    },
  }));
  const laterEnds = await laterEndsOf(
    db,
    subject,
    owns.filter(({ own }) => own.count > 0).map(({ window }) => window.windowSeconds),
  );
  const all = owns.map((each): OwnWindow => {
    const reach = endedAt.getTime() + each.window.windowSeconds * 1_000;
    return {
      ...each,
      laterEnds: each.own.count > 0 ? laterEnds.filter((end) => end.getTime() < reach) : [],
    };
  });
  const late: [string, WindowCount][] = [];
  for (const each of all.filter((one) => one.laterEnds.length > 0))
    late.push([each.window.key, await countLate(db, subject, each)]);
  return [
    ...late,
    ...(await countOwn(
      db,
      subject,
      all.filter((one) => one.laterEnds.length === 0),
    )),
  ];
}

/** Returns the ends of later trips whose windows may include this trip, according to the longest window. */
async function laterEndsOf(
  db: Db,
  { fleet, trip, endedAt, windowSince }: EndedSubject,
  windowSeconds: readonly number[],
): Promise<readonly Date[]> {
  const longest = Math.max(0, ...windowSeconds);
  if (longest === 0) return [];
  return laterTripEnds(db, {
    fleetId: fleet,
    driverId: trip.driverId,
    after: endedAt,
    before: new Date(endedAt.getTime() + longest * 1_000),
    ...(windowSince && { storedBefore: windowSince }),
  });
}

/** Counts the windows that end with the trip. */
async function countOwn(
  db: Db,
  { fleet, trip, endedAt }: EndedSubject,
  windows: readonly OwnWindow[],
): Promise<[string, WindowCount][]> {
  const figures = await countWindows(db, {
    fleetId: fleet,
    driverId: trip.driverId,
    excludeTripId: trip.tripId,
    to: endedAt,
    windows: windows.map(({ window }) => askedWindow(window, endedAt)),
  });
  return windows.map(({ window, own }, index) => {
    const { historySince, ...others } = figures[index]!;
    const sum = new WindowSum({ ...others, durationSeconds: others.tripDurationSeconds });
    sum.add(own, own.count);
    const since = historySince === undefined ? {} : { historySince: historySince.toISOString() };
    return [window.key, { ...sum.total(), ...since }];
  });
}

/** Counts the window that ends with the trip, and the later windows that include it. */
async function countLate(
  db: Db,
  { fleet, trip, endedAt }: EndedSubject,
  { window, own, laterEnds }: OwnWindow,
): Promise<WindowCount> {
  const { trips, historyBegin } = await listWindowTrips(db, {
    fleetId: fleet,
    driverId: trip.driverId,
    excludeTripId: trip.tripId,
    to: laterEnds.at(-1)!,
    ...askedWindow(window, endedAt),
  });
  const { windowSeconds } = window;
  return fullestWindow({
    own,
    others: trips,
    laterEnds,
    windowSeconds,
    ...(historyBegin && { historyBegin }),
  });
}

function askedWindow({ typeName, typeCode, windowSeconds }: EventWindow, endedAt: Date): AskedWindow {
  return {
    typeName,
    ...(typeCode === undefined ? {} : { typeCode }),
    from: new Date(endedAt.getTime() - windowSeconds * 1_000),
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

/** A late trip (one that was received after later trips), with the trips that its windows may include. */
export interface LateTrip {
  /** The late trip's own part of the count of each window that includes it. */
  readonly own: WindowTrip;
  /** Other trips of the driver, sorted by end. */
  readonly others: readonly WindowTrip[];
  /** Ends of the later trips' windows, in order. Each of these windows includes the late trip. */
  readonly laterEnds: readonly Date[];
  readonly windowSeconds: number;
  readonly historyBegin?: Date;
}

/**
 * Counts the window that ends with a late trip and the later windows that include it, and returns the one with the most events.
 * If several have the most, returns the earliest. If a trip in any of the windows has no events read, the largest count is a
 * lower bound.
 */
export function fullestWindow(late: LateTrip): NonNullable<WindowCount> {
  const ends = [late.own.endedAt, ...late.laterEnds];
  const windows = ends.map((end) => windowAt(late, end));
  const fullest = windows.reduce((most, each) => (each.count > most.count ? each : most));
  const tripsWithoutEvents = silentTrips(late, ends.at(-1)!);
  return tripsWithoutEvents > 0 ? { ...fullest, tripsWithoutEvents } : fullest;
}

/**
 * Counts the trips without known events in all windows together. Every window includes the late trip's end, so there is no gap
 * between them.
 */
function silentTrips(late: LateTrip, lastEnd: Date): number {
  const start = late.own.endedAt.getTime() - late.windowSeconds * 1000;
  return [late.own, ...late.others].filter(
    ({ eventsKnown, endedAt }) => !eventsKnown && endedAt.getTime() > start && endedAt <= lastEnd,
  ).length;
}

function windowAt(late: LateTrip, end: Date): NonNullable<WindowCount> {
  const start = end.getTime() - late.windowSeconds * 1000;
  const sum = new WindowSum();
  sum.add(late.own, late.own.count);
  for (const trip of late.others) {
    if (trip.endedAt.getTime() <= start || trip.endedAt > end) continue;
    sum.add(trip, trip.count);
  }
  const begin = late.historyBegin;
  const begins = begin !== undefined && begin.getTime() > start && begin <= end;
  return {
    ...sum.total(),
    ...(begins && { historySince: begin.toISOString() }),
    ...(end > late.own.endedAt && { windowEnd: end.toISOString() }),
  };
}
