import type { Registry } from 'prom-client';
import { listAlarms } from '../../store/alarms/index.ts';
import { countEndings, countOpenIncidents } from '../../store/alerts/index.ts';
import type { Db } from '../../store/db/index.ts';
import { coverageDays } from '../../store/reconcile/index.ts';
import type { CoverageDay } from '../../store/reconcile/index.ts';
import { retentionCounts } from '../../store/retention/index.ts';
import { registerQueried } from './metrics.ts';
import type { QueriedRows } from './metrics.ts';

const DAY_MS = 86_400_000;
/** UTC dates that are counted, today's included. */
const DATES = 3;
/** Counting goes through every trip of these dates: it is done so often at most, however often it is asked for. */
const COUNTED_FOR_MS = 60_000;

const STATES: readonly (readonly [string, keyof CoverageDay])[] = [
  ['evaluated', 'evaluated'],
  ['waiting', 'waiting'],
  ['parked', 'parked'],
  ['deleted', 'deleted'],
  ['gone', 'gone'],
  ['history', 'history'],
  ['missing', 'missing'],
];

/** Registers what `/metrics` says about whether every trip was checked, and of what is wrong for a whole fleet. */
export function registerCoverageMetrics(
  registry: Registry,
  parts: { readonly db: Db; readonly fleets: readonly string[]; readonly now: () => Date },
): void {
  const { db, fleets, now } = parts;
  registerQueried(registry, {
    name: 'tripline_coverage_trips',
    help: 'Trips of the last three UTC dates by fleet and state; counted at most once a minute.',
    labels: ['fleet', 'state'],
    rows: keptFor(COUNTED_FOR_MS, now, async () => (await Promise.all(fleets.map(countByState))).flat()),
  });
  registerQueried(registry, {
    name: 'tripline_alarms',
    help: 'Open alarms, by fleet and kind.',
    labels: ['fleet', 'kind'],
    rows: async () => (await Promise.all(fleets.map(countOpenAlarms))).flat(),
  });

  async function countByState(fleetId: string): Promise<QueriedRows> {
    const at = now().getTime();
    const [toDate, fromDate] = [at, at - (DATES - 1) * DAY_MS].map((ms) =>
      new Date(ms).toISOString().slice(0, 10),
    ) as [string, string];
    const days = await coverageDays(db, { fleetId, fromDate, toDate });
    return STATES.map(([state, field]) => [
      { fleet: fleetId, state },
      days.reduce((sum, day) => sum + Number(day[field]), 0),
    ]);
  }

  async function countOpenAlarms(fleetId: string): Promise<QueriedRows> {
    const counts = new Map<string, number>();
    for (const { kind } of await listAlarms(db, { fleetId, openOnly: true }))
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return [...counts].map(([kind, count]) => [{ fleet: fleetId, kind }, count]);
  }
}

/** Returns a query that reruns only when its last answer is older than `keptMs`; concurrent callers share one answer. */
function keptFor(
  keptMs: number,
  now: () => Date,
  ask: () => Promise<QueriedRows>,
): () => Promise<QueriedRows> {
  let kept: { readonly since: number; readonly rows: Promise<QueriedRows> } | undefined;
  return () => {
    const at = now().getTime();
    if (kept && at - kept.since < keptMs) return kept.rows;
    const rows = ask();
    const mine = { since: at, rows };
    kept = mine;
    rows.catch(() => kept === mine && (kept = undefined));
    return rows;
  };
}

/** How far back the endings of incidents are counted. */
const ENDINGS_MS = 28 * 86_400_000;

/**
 * Registers what `/metrics` says about incidents. The figures are looked up when it is asked for; while the database is unavailable
 * they are absent, and everything else is there.
 */
export function registerIncidentMetrics(
  registry: Registry,
  { db, now }: { readonly db: Db; readonly now: () => Date },
): void {
  registerQueried(registry, {
    name: 'tripline_incidents',
    help: 'Incidents that are not resolved, by fleet and state.',
    labels: ['fleet', 'state'],
    rows: async () =>
      (await countOpenIncidents(db)).map(({ fleetId, state, count }) => [{ fleet: fleetId, state }, count]),
  });
  registerQueried(registry, {
    name: 'tripline_incident_oldest_seconds',
    help: 'Age of the oldest incident that is not resolved, by fleet and state.',
    labels: ['fleet', 'state'],
    rows: async () =>
      (await countOpenIncidents(db)).map(({ fleetId, state, oldestOpenedAt }) => [
        { fleet: fleetId, state },
        (now().getTime() - oldestOpenedAt.getTime()) / 1000,
      ]),
  });
  registerQueried(registry, {
    name: 'tripline_incident_outcomes',
    help: 'Incidents opened in the last 28 days by rule and outcome; unanswered ones are also counted under their outcome.',
    labels: ['fleet', 'rule', 'outcome'],
    rows: async () =>
      (await countEndings(db, new Date(now().getTime() - ENDINGS_MS))).map(
        ({ fleetId, rule, ending, count }) => [{ fleet: fleetId, rule, outcome: ending }, count],
      ),
  });
}

/** Registers what `/metrics` says about retention: counts, looked up when it is asked for. */
export function registerRetentionMetrics(registry: Registry, db: Db): void {
  registerQueried(registry, {
    name: 'tripline_retention_removed',
    help: 'What retention has removed in total, by fleet and kind; runs: completed runs.',
    labels: ['fleet', 'kind'],
    rows: async () =>
      (await retentionCounts(db)).map(({ fleetId, category, count }) => [
        { fleet: fleetId, kind: category },
        Number(count),
      ]),
  });
  registerQueried(registry, {
    name: 'tripline_retention_last_run_timestamp_seconds',
    help: 'When a retention run was last completed, by fleet.',
    labels: ['fleet'],
    rows: async () =>
      (await retentionCounts(db))
        .filter(({ category }) => category === 'runs')
        .map(({ fleetId, lastAt }) => [{ fleet: fleetId }, lastAt.getTime() / 1000]),
  });
}
