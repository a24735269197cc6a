import type { Registry } from 'prom-client';
import { listAlarms } from '../../store/alarms/index.ts';
import { coverageDays } from '../../store/coverage/index.ts';
import type { CoverageDay } from '../../store/coverage/index.ts';
import type { Db } from '../../store/db/index.ts';
import { registerQueried } from './lookedUpMetrics.ts';
import type { QueriedRows } from './lookedUpMetrics.ts';

const DAY_MS = 86_400_000;
/** UTC dates that are counted, today's included. */
const DATES = 3;
/** Counting goes through every trip of these dates: it is done so often at most, however often it is asked for. */
const COUNTED_FOR_MS = 60_000;

const LOTS: readonly (readonly [string, keyof CoverageDay])[] = [
  ['looked_at', 'lookedAt'],
  ['waiting', 'waiting'],
  ['parked', 'parked'],
  ['deleted', 'deleted'],
  ['gone_upstream', 'goneUpstream'],
  ['history', 'history'],
  ['missing', 'missing'],
];

/** Registers what `/metrics` says of whether every trip was looked at, and of what is wrong for a whole fleet. */
export function registerCoverageMetrics(
  registry: Registry,
  parts: { readonly db: Db; readonly fleets: readonly string[]; readonly now: () => Date },
): void {
  const { db, fleets, now } = parts;
  registerQueried(registry, {
    name: 'tripline_coverage_trips',
    help: 'Trips of the last three UTC dates by fleet and what became of them; counted once a minute at most.',
    labels: ['fleet', 'lot'],
    rows: keptFor(COUNTED_FOR_MS, now, async () => (await Promise.all(fleets.map(countLots))).flat()),
  });
  registerQueried(registry, {
    name: 'tripline_alarms',
    help: 'Alarms that stand, by fleet and kind.',
    labels: ['fleet', 'kind'],
    rows: async () => (await Promise.all(fleets.map(countStanding))).flat(),
  });

  async function countLots(fleetId: string): Promise<QueriedRows> {
    const at = now().getTime();
    const [toDate, fromDate] = [at, at - (DATES - 1) * DAY_MS].map((ms) =>
      new Date(ms).toISOString().slice(0, 10),
    ) as [string, string];
    const days = await coverageDays(db, { fleetId, fromDate, toDate });
    return LOTS.map(([lot, field]) => [
      { fleet: fleetId, lot },
      days.reduce((sum, day) => sum + Number(day[field]), 0),
    ]);
  }

  async function countStanding(fleetId: string): Promise<QueriedRows> {
    const counts = new Map<string, number>();
    for (const { kind } of await listAlarms(db, { fleetId, standingOnly: true }))
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return [...counts].map(([kind, count]) => [{ fleet: fleetId, kind }, count]);
  }
}

/** Asks anew only when the last answer is older than that; those who ask meanwhile share one answer. */
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
