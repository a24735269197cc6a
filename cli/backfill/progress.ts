import type { Answer } from '../../api/index.ts';
import { progressBar } from '../terminal/index.ts';

/** A backfill as the API shows it. */
export type Backfill = Answer<'backfills/{id}'>;

const DAY_MS = 86_400_000;
/** Days before the range for which a backfill also fetches scores. */
const DAYS_BEFORE = 7;
const number = new Intl.NumberFormat('en');

/** Formats a number of things: `1 trip`, `1,204 trips`. */
function counted(count: number, word: string): string {
  return `${number.format(count)} ${word}${count === 1 ? '' : 's'}`;
}

/** Returns the progress in one line: a bar, figures, and the reason why the backfill waits. */
export function progressLine({ progress, from, to, ...rest }: Backfill): string {
  const waiting = rest.waiting_for ? `, waiting: ${rest.waiting_for}` : '';
  const { done, total } = progress.drivers;
  const trips = `${counted(progress.trips.stored, 'trip')} stored`;
  switch (progress.phase) {
    case 'drivers':
      return `listing the drivers${waiting}`;
    case 'trips':
      return `${progressBar(done / (total ?? 1))} ${done} of ${counted(total ?? 0, 'driver')}, ${trips}${waiting}`;
    case 'readings': {
      const { until } = progress.readings;
      const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 + DAYS_BEFORE;
      const left = until === undefined ? days : (Date.parse(to) - Date.parse(until)) / DAY_MS;
      return `${progressBar(1 - left / days)} scores up to ${until ?? 'none yet'}, ${trips}${waiting}`;
    }
    case 'over':
      return trips;
  }
}

/** Returns a backfill's result in one line. */
export function resultLine({ progress, calls }: Backfill): string {
  const { drivers, trips, readings, problems } = progress;
  const parts = [
    counted(drivers.done, 'driver'),
    `${counted(trips.stored, 'trip')} stored`,
    ...(trips.skipped > 0 ? [`${number.format(trips.skipped)} already stored or gone`] : []),
    `${counted(readings.stored, 'score')} stored`,
    counted(calls, 'call'),
    ...(problems > 0 ? [counted(problems, 'problem')] : []),
  ];
  return parts.join(', ');
}
