import type { Unavailable } from './plan.ts';
import type { Without } from './world.ts';

/** Figures about one outage and the recovery from it. */
export interface OutageReport {
  readonly unavailable: Unavailable;
  readonly from: string;
  readonly hours: number;
  /** Trips that ended during the outage, and those of them whose notification was lost for good. */
  readonly trips: number;
  readonly lost: number;
  /** Due trips that Tripline had not decided after the first run that began after the outage. */
  missingAfterFirstRun?: number;
  /** Runs, and hours since the end of the outage, until every due trip was decided and coverage was right; absent if never. */
  completeAfterRuns?: number;
  wholeAfterHours?: number;
}

/** The report of a month. */
export interface MonthReport {
  readonly seed: number;
  readonly days: number;
  readonly drivers: number;
  readonly without?: Without;
  readonly trips: number;
  /** Notifications that arrived, repeats included, and trips without one. */
  readonly posts: number;
  readonly neverPosted: number;
  readonly runs: number;
  readonly skipped: number;
  /** Trips that reconciliation runs recovered. */
  readonly found: number;
  /** Trips that were never decided, were decided more than once, or do not belong to this fleet. */
  readonly lost: number;
  readonly twice: number;
  readonly phantom: number;
  readonly outages: readonly OutageReport[];
  readonly problems: readonly string[];
  readonly passed: boolean;
  readonly seconds: number;
}

/** Returns the report as text. */
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
