import { MockActivityEnvironment } from '@temporalio/testing';
import { pino } from 'pino';
import { createBacktests } from '../activities/backtests/index.ts';
import type { ActivityDependencies } from '../activities/dependencies/index.ts';
import { planBacktest } from '../rules/backtests/index.ts';
import type { BacktestQuestion } from '../rules/backtests/index.ts';
import { parseRule } from '../rules/lint/index.ts';
import { createBacktest, getBacktest, readTripBatch } from '../store/backtests/index.ts';
import type { BatchStart } from '../store/backtests/index.ts';
import { openDatabase } from '../store/db/index.ts';
import type { BacktestProgress } from '../workflows/contracts/index.ts';
import { measureOnce } from './once.ts';

/**
 * One measurement in a process of its own, so that its memory is its own: `floor` streams the rows a back-test reads,
 * `backtest` runs its activities, `sweep` the same with a threshold sweep; with `-distance` of a rule that is a distance
 * alone, with `-unlimited` of that without throttle and budget. Prints a line of JSON.
 */
const [mode = 'backtest', fleetId = ''] = process.argv.slice(2);
const database = openDatabase(process.env['DATABASE_URL']!);
const parsed = parseRule({
  id: 'repeated-phone-use',
  name: 'Repeated phone use',
  conditions: {
    all: [
      {
        fact: 'driver.events.count',
        params: { type: 'PHONE_USE', window: '7d' },
        operator: 'greaterThanInclusive',
        value: 19,
      },
      { fact: 'trip.distance_km', operator: 'greaterThan', value: 1 },
    ],
  },
  throttle: { per: 'driver', every: '24h' },
  budget: { alerts_per_day: 40 },
  actions: [
    { type: 'slack', channel: '#fleet-safety' },
    { type: 'email', to: ['lead@example.com'] },
  ],
});
if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
const distanceAlone = {
  ...parsed.document,
  conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 1 }] },
};
const { throttle: _throttle, budget: _budget, ...unlimited } = distanceAlone;
const RULES: Readonly<Record<string, typeof distanceAlone>> = { distance: distanceAlone, unlimited };
const rule = RULES[mode.split('-')[1] ?? ''] ?? parsed.document;
const question: BacktestQuestion = {
  tested: { id: rule.id, version: 0, rule },
  ...(mode.startsWith('sweep') && { sweep: { pointer: '/conditions/all/0/value' } }),
  rivals: [],
  from: '2026-01-01',
  to: '2026-03-01',
  timezone: 'Europe/Berlin',
};

async function floor(): Promise<object> {
  const { needs } = planBacktest(question);
  let after: BatchStart | undefined;
  let trips = 0;
  for (;;) {
    const range = { from: new Date('2025-01-01'), to: new Date('2027-01-01') };
    const batch = await readTripBatch(database.db, { fleetId, needs, after, limit: 2_000, ...range });
    const last = batch.at(-1);
    trips += batch.length;
    if (!last) return { trips };
    after = { driverId: last.trip.driverId, endedAt: last.endedAt, tripId: last.trip.tripId };
  }
}

async function backtest(): Promise<object> {
  const deps = { db: database.db, now: () => new Date(), log: pino({ level: 'silent' }) };
  const activities = createBacktests(deps as unknown as ActivityDependencies);
  const { id } = await createBacktest(database.db, { fleetId, question, who: 'bench', at: new Date() });
  const input = { fleet: fleetId, backtestId: id };
  const environment = new MockActivityEnvironment();
  for (let phase = 'scanning'; phase === 'scanning';) {
    const slice = (): Promise<BacktestProgress> => activities.scanBacktest(input);
    const progress = await environment.run<[], BacktestProgress, typeof slice>(slice);
    phase = progress.phase;
  }
  await environment.run(() => activities.answerBacktest(input));
  const row = await getBacktest(database.db, { fleetId, id });
  const points = row?.result?.sweep?.points.length;
  return { trips: row?.result?.trips, totals: row?.result?.totals, points };
}

await database.ping();
await measureOnce(mode === 'floor' ? floor : backtest);
await database.close();
