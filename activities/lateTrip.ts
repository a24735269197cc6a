import type { WindowCount } from '../rules/facts.ts';
import type { WindowTrip } from '../store/windows.ts';

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
 * Of several with as many the earliest stands, which is the trip's own when it is among them.
 */
export function fullestWindow(late: LateTrip): NonNullable<WindowCount> {
  const ends = [late.own.endedAt, ...late.laterEnds];
  const windows = ends.map((end) => windowAt(late, end));
  return windows.reduce((fullest, each) => (each.count > fullest.count ? each : fullest));
}

function windowAt(late: LateTrip, end: Date): NonNullable<WindowCount> {
  const start = end.getTime() - late.windowSeconds * 1000;
  let { count, distanceKm, durationSeconds } = late.own;
  for (const trip of late.others) {
    if (trip.endedAt.getTime() <= start || trip.endedAt > end) continue;
    count += trip.count;
    distanceKm += trip.distanceKm;
    durationSeconds += trip.durationSeconds;
  }
  const begin = late.historyBegin;
  const begins = begin !== undefined && begin.getTime() > start && begin <= end;
  return {
    count,
    distanceKm,
    durationSeconds,
    ...(begins && { historySince: begin.toISOString() }),
    ...(end > late.own.endedAt && { windowEnd: end.toISOString() }),
  };
}
