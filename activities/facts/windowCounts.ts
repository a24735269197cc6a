import { WindowSum } from '../../rules/facts/index.ts';
import type { EventWindow, FactPlan, RuleAlertCount, WindowCount } from '../../rules/facts/index.ts';
import { areEventsRead, isOfType } from '../../rules/vocabulary/index.ts';
import type { Trip } from '../../rules/vocabulary/index.ts';
import type { Db } from '../../store/db/index.ts';
import { countRuleAlerts } from '../../store/facts/index.ts';
import { countWindows, laterTripEnds, listWindowTrips, tripEndedAt } from '../../store/trips/index.ts';
import type { AskedWindow, WindowTrip } from '../../store/trips/index.ts';

/** The trip whose windows are counted, as it was just read; it need not be stored. */
export interface WindowSubject {
  readonly fleet: string;
  readonly trip: Trip;
  /**
   * Time since when the trip adds its counts; trips that were there before it and ended later make it a late one. Undefined:
   * all stored trips were there before it.
   */
  readonly windowSince: Date | undefined;
}

/** Counts of a plan from stored history. */
export interface Counted {
  readonly windows: ReadonlyMap<string, WindowCount>;
  readonly ruleAlerts: ReadonlyMap<string, RuleAlertCount>;
}

/** Counts a plan's facts in stored history, the trip's own events included. Call it under the driver's lock. */
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

/** A window with the trip's own addition to it. */
interface OwnWindow {
  readonly window: EventWindow;
  readonly own: WindowTrip;
  /**
   * Ends of later windows that hold the trip and to which it adds. A window without an addition was decided with its own trip.
   */
  readonly laterEnds: readonly Date[];
}

type EndedSubject = WindowSubject & { readonly endedAt: Date };

/** Counts the windows' other trips from the store, and this one as it was just read. */
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

/** Returns the ends of later trips whose own windows, the longest of these, may hold this one. */
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

/** Counts the window that ends with the trip and the later ones that hold it. */
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

/** A trip that was received after later ones, with the trips that its windows may hold. */
export interface LateTrip {
  /** The trip's own addition to every window that holds it. */
  readonly own: WindowTrip;
  /** The driver's other trips, by their end. */
  readonly others: readonly WindowTrip[];
  /** Ends of the later trips' windows, in order; each window holds the late trip. */
  readonly laterEnds: readonly Date[];
  readonly windowSeconds: number;
  readonly historyBegin?: Date;
}

/**
 * Counts the window that ends with a late trip and the later ones that hold it, and returns the one with the most events. Of
 * several with as many it returns the earliest, which is the trip's own when it is among them. Trips without their events may
 * hide more in any of the windows: then the largest count is a lower bound, whichever window it is from.
 */
export function fullestWindow(late: LateTrip): NonNullable<WindowCount> {
  const ends = [late.own.endedAt, ...late.laterEnds];
  const windows = ends.map((end) => windowAt(late, end));
  const fullest = windows.reduce((most, each) => (each.count > most.count ? each : most));
  const tripsWithoutEvents = silentTrips(late, ends.at(-1)!);
  return tripsWithoutEvents > 0 ? { ...fullest, tripsWithoutEvents } : fullest;
}

/** Counts trips whose events are not known in any of the windows, which all hold the late trip's end and so leave no gap. */
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
