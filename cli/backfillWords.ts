import { progressBar } from './progressBar.ts';

/** A backfill as the API shows it. */
export interface BackfillAnswer {
  readonly id: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly from: string;
  readonly to: string;
  readonly calls: number;
  readonly waiting_for?: string;
  readonly error?: string;
  readonly progress: {
    readonly phase: 'drivers' | 'trips' | 'readings' | 'over';
    readonly drivers: { readonly done: number; readonly total?: number };
    readonly trips: { readonly found: number; readonly kept: number; readonly skipped: number };
    readonly readings: { readonly kept: number; readonly until?: string };
    readonly problems: number;
  };
  readonly problems: readonly {
    readonly driver_id: string;
    readonly trip_id?: string;
    readonly message: string;
  }[];
}

const DAY_MS = 86_400_000;
/** Scores begin a week before the range. */
const DAYS_BEFORE = 7;
const number = new Intl.NumberFormat('en');

/** A number of things: `1 trip`, `1,204 trips`. */
function counted(count: number, word: string): string {
  return `${number.format(count)} ${word}${count === 1 ? '' : 's'}`;
}

/** How far it is, in one line: a bar, figures, and what it waits for. */
export function progressLine({ progress, from, to, ...rest }: BackfillAnswer): string {
  const waiting = rest.waiting_for ? `, waiting: ${rest.waiting_for}` : '';
  const { done, total } = progress.drivers;
  const trips = `${counted(progress.trips.kept, 'trip')} kept`;
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

/** What came of it, in one line. */
export function resultLine({ progress, calls }: BackfillAnswer): string {
  const { drivers, trips, readings, problems } = progress;
  const parts = [
    counted(drivers.done, 'driver'),
    `${counted(trips.kept, 'trip')} kept`,
    ...(trips.skipped > 0 ? [`${number.format(trips.skipped)} there already or gone`] : []),
    `${counted(readings.kept, 'score')} kept`,
    counted(calls, 'call'),
    ...(problems > 0 ? [counted(problems, 'problem')] : []),
  ];
  return parts.join(', ');
}
