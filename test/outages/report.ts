import type { Unavailable } from './plan.ts';
import type { Without } from './world.ts';

/** How it was after one outage. */
export interface OutageReport {
  readonly unavailable: Unavailable;
  readonly from: string;
  readonly hours: number;
  /** Trips that ended meanwhile, and those of them whose notification was lost for good. */
  readonly trips: number;
  readonly lost: number;
  /** Trips the service had and nobody had decided about, after the first run that began after the outage. */
  missingAfterFirstRun?: number;
  /** Runs, and hours from the outage's end, until each trip that the service had was decided; absent: they never were. */
  completeAfterRuns?: number;
  wholeAfterHours?: number;
}

/** How a month went. */
export interface MonthReport {
  readonly seed: number;
  readonly days: number;
  readonly drivers: number;
  readonly without?: Without;
  readonly trips: number;
  /** Notifications that arrived, repeats included, and trips of which none did. */
  readonly posts: number;
  readonly neverPosted: number;
  readonly runs: number;
  readonly skipped: number;
  /** Trips that reconciliation runs found. */
  readonly found: number;
  /** Trips never decided, decided more than once, and not of this fleet. */
  readonly lost: number;
  readonly twice: number;
  readonly phantom: number;
  readonly outages: readonly OutageReport[];
  readonly problems: readonly string[];
  readonly passed: boolean;
  readonly seconds: number;
}

/** The report for people. */
export function textOf(report: MonthReport): string {
  const { seed, days, drivers, trips, posts, neverPosted, runs, skipped, found } = report;
  const { lost, twice, phantom, problems, seconds } = report;
  return [
    `Seed ${seed}, ${days} days, ${drivers} drivers${report.without ? `, without ${report.without}` : ''}: ${seconds} s.`,
    `${trips} trips, ${posts} notifications, ${neverPosted} trips without any; ${runs} reconciliation runs (${skipped} skipped) recovered ${found}.`,
    `Lost ${lost}, decided twice ${twice}, phantom ${phantom}.`,
    '',
    '| outage of | hours | trips | notifications lost | missing after the first run | complete after runs | after hours |',
    '|---|---|---|---|---|---|---|',
    ...report.outages.map(rowOf),
    '',
    ...problems.map((problem) => `WRONG: ${problem}`),
    report.passed ? 'Passed.' : 'FAILED.',
  ].join('\n');
}

function rowOf(outage: OutageReport): string {
  const { unavailable, hours, trips, lost, missingAfterFirstRun, completeAfterRuns, wholeAfterHours } =
    outage;
  const cells = [
    unavailable,
    hours.toFixed(1),
    trips,
    lost,
    missingAfterFirstRun ?? '-',
    completeAfterRuns ?? 'never',
  ];
  return `| ${[...cells, wholeAfterHours?.toFixed(1) ?? '-'].join(' | ')} |`;
}
