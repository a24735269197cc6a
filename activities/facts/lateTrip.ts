import { WindowSum } from '../../rules/facts/index.ts';
import type { WindowCount } from '../../rules/facts/index.ts';
import type { WindowTrip } from '../../store/trips/index.ts';

/** A trip that came after later ones, and the trips its windows may hold. */
export interface LateTrip {
  /** What the trip itself adds to every window that holds it. */
  readonly own: WindowTrip;
  /** The driver's other trips, by their end. */
  readonly others: readonly WindowTrip[];
  /** Ends of the later trips' windows, in order; each window holds the late trip. */
  readonly laterEnds: readonly Date[];
  readonly windowSeconds: number;
  readonly historyBegin?: Date;
}

/**
 * Counts the window that ends with a late trip and the later ones that hold it: the one with the most events stands.
 * Of several with as many the earliest stands, which is the trip's own when it is among them. Trips without their events
 * may hide more in any of the windows: then the largest count is a lower bound, whichever window it comes from.
 */
export function fullestWindow(late: LateTrip): NonNullable<WindowCount> {
  const ends = [late.own.endedAt, ...late.laterEnds];
  const windows = ends.map((end) => windowAt(late, end));
  const fullest = windows.reduce((most, each) => (each.count > most.count ? each : most));
  const tripsWithoutEvents = silentTrips(late, ends.at(-1)!);
  return tripsWithoutEvents > 0 ? { ...fullest, tripsWithoutEvents } : fullest;
}

/** Trips without events in any of the windows, which all hold the late trip's end and so leave no gap. */
function silentTrips(late: LateTrip, lastEnd: Date): number {
  const start = late.own.endedAt.getTime() - late.windowSeconds * 1000;
  return late.others.filter(
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
