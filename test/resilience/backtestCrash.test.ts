import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BacktestResult } from '../../rules/backtests/index.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { backtestWorkflowId } from '../../workflows/contracts/index.ts';
import type { BacktestProgress } from '../../workflows/contracts/index.ts';
import { killableWorker } from '../support/servers/killable.ts';
import { eventRule } from '../support/servers/rules.ts';
import { ADMIN_TOKEN, FLEET } from '../support/servers/stack.ts';
import { seedTrips } from '../support/store/storedFleet.ts';
import { everythingIn } from '../support/temporal/storedPayloads.ts';
import { useStack, useStackServer } from '../support/servers/useStack.ts';

const DAY = 86_400_000;

interface Answer {
  readonly id: string;
  readonly state: string;
  readonly address: string;
  readonly progress: { readonly trips_done: number; readonly trips_total?: number };
  readonly result?: BacktestResult;
}

const stack = useStack({ more: { PORT: '0' } });
const server = useStackServer(stack);

async function call(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(
    path.startsWith('/') ? `${server.url}${path}` : `${server.url}/api/v1/fleets/${FLEET}/${path}`,
    {
      method,
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    },
  );
  const answer = (await response.json()) as Answer;
  if (!response.ok) throw new Error(JSON.stringify(answer));
  if (method === 'POST' && path === 'backtests') {
    expect(response.status).toBe(202);
    expect(response.headers.get('location')).toBe(answer.address);
  }
  return answer;
}

async function ended(address: string): Promise<Answer> {
  for (;;) {
    const answer = await call('GET', address);
    if (!['waiting', 'running'].includes(answer.state)) return answer;
    await pause(100);
  }
}

async function backtest(question: object): Promise<BacktestResult> {
  const { address } = await call('POST', 'backtests', question);
  const answer = await ended(address);
  expect(answer).toMatchObject({ state: 'done' });
  return answer.result!;
}

const dateOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10);
const rule = (id: string, type: string, more: JsonObject = {}): JsonObject =>
  eventRule(type, { id, name: id, severity: 'warning', ...more });

describe('trips that came through the whole way', () => {
  const now = Date.now();
  const range = { from: dateOf(now - 9 * DAY), to: dateOf(now) };

  beforeAll(async () => {
    await stack.publish(
      rule('brake', 'HARD_BRAKE'),
      rule('collision', 'COLLISION', { severity: 'critical', suppresses: ['brake'] }),
      {
        ...rule('phone', 'PHONE_USE'),
        conditions: {
          all: [
            {
              fact: 'driver.events.count',
              params: { type: 'PHONE_USE', window: '3d' },
              operator: 'greaterThanInclusive',
              value: 3,
            },
          ],
        },
        actions: [{ type: 'email', to: ['lead@example.com'] }],
      },
    );
    await stack.startWorker();
    for (let index = 0; index < 24; index += 1) {
      const key = { driverId: `d-${index % 3}`, tripId: String(1_790_000_000_000 + index) };
      const events = [[0], [2], [2, 2], [0, 4], [], [1]][index % 6]!;
      const endedAt = new Date(now - 8 * DAY + index * 7 * 3_600_000);
      await stack.runTrip(stack.put(key, { events, endedAt }));
    }
  });

  it('the first rule about a group is tried with the groups of now, though nobody read them before', async () => {
    stack.analytics.groups.set('north', ['d-1']);
    const ofGroup = { ...rule('north-phone', 'PHONE_USE'), scope: { groups: ['north'] } };
    const { trips, drivers } = await backtest({ rule: ofGroup, ...range });
    expect(trips).toMatchObject({ unknown: 0, matched: 4 });
    expect(drivers.map((each) => each.driver_id)).toEqual(['d-1']);
  });

  it.each(['brake', 'collision', 'phone'])('a back-test of %s finds what live found', async (id) => {
    const result = await backtest({ rule_id: id, ...range });
    const alerts = await stack.database.db
      .selectFrom('alerts')
      .selectAll()
      .where('fleetId', '=', FLEET)
      .where('rule', '=', id)
      .execute();
    expect(result.trips).toMatchObject({ evaluated: 24, unknown: 0, failed: 0, left_out: 0 });
    expect(result.totals.matches).toBe(alerts.length);
    expect(result.totals.matches).toBeGreaterThan(0);
    expect(result.published).toBeUndefined();
    const stopped: Record<string, number> = {};
    for (const { state, reason } of alerts)
      if (state === 'stopped') stopped[reason!] = (stopped[reason!] ?? 0) + 1;
    expect(result.totals.stopped).toEqual(stopped);
    for (const example of result.examples)
      expect(alerts.map(({ driverId, tripId }) => `${driverId} ${tripId}`)).toContain(
        `${example.driver_id} ${example.trip_id}`,
      );
  });

  it('a collision suppresses its own hard brake, and takes part because it does', async () => {
    const { totals, rivals } = await backtest({ rule_id: 'brake', ...range });
    expect(rivals).toEqual([{ rule: 'collision', version: 1, because: 'shares_receiver' }]);
    expect(totals).toMatchObject({ matches: 8, alerts: 4, messages: 4, stopped: { suppressed: 4 } });
  });

  it('a draft is compared with the published version, trip by trip', async () => {
    const draft = {
      ...rule('brake', 'HARD_BRAKE', { throttle: { per: 'driver', every: '30d' } }),
      actions: [],
    };
    const result = await backtest({ rule: draft, ...range });
    // All of them are one driver's: of the four alerts the throttle leaves the first.
    expect(result.totals.stopped).toEqual({ suppressed: 4, throttled: 3 });
    expect(result.published?.totals).toMatchObject({ matches: 8, alerts: 4 });
    expect(result.difference).toMatchObject({ only_new: 0, only_old: 3, both: 1 });
    expect(result.difference?.examples.only_old[0]?.sentence).toMatch(/^\d+ hard brakes?/);
  });

  it('a rule that names a shared condition is tried with its published version', async () => {
    const { conditions } = rule('brake', 'HARD_BRAKE');
    await call('PUT', 'conditions/braked', { id: 'braked', name: 'Braked', conditions: conditions! });
    await call('POST', 'conditions/braked/publish', {});
    const named = { ...rule('by-name', 'COLLISION'), conditions: { all: [{ condition: 'braked' }] } };
    const result = await backtest({ rule: named, ...range });
    expect(result.trips).toMatchObject({ failed: 0 });
    expect(result.totals.matches).toBe(8);
  });

  it('the same question gives the same answer', async () => {
    const question = { rule_id: 'phone', ...range };
    expect(await backtest(question)).toEqual(await backtest(question));
  });

  it('its history holds its id and counts, and neither trips nor drivers', async () => {
    const { id, address } = await call('POST', 'backtests', { rule_id: 'brake', ...range });
    await ended(address);
    const workflowId = backtestWorkflowId({ fleet: FLEET, backtestId: id });
    const handle = stack.client.workflow.getHandle(workflowId);
    expect(await handle.query<BacktestProgress>('progress')).toMatchObject({ tripsDone: 24, tripsTotal: 24 });
    const text = everythingIn(await handle.fetchHistory());
    // The history does contain payloads in plain text.
    expect(text).toContain(`"backtestId":"${id}"`);
    expect(text).not.toMatch(/d-[012]\b/);
    expect(text).not.toContain('17900000000');
  });
});

/** Two long back-tests, of which one waits until Temporal misses the heartbeat of its worker. */
const TWO_RUNS = { timeout: 240_000 };

describe('a long back-test', () => {
  const range = { from: '2026-01-01', to: '2026-03-01' };
  const long = rule('turning', 'HARD_TURN', {
    throttle: { per: 'fleet', every: '5m' },
    budget: { alerts_per_day: 20 },
  });
  beforeAll(async () => {
    await stack.worker?.shutdown();
    await seedTrips(stack.database.db, { fleetId: FLEET, trips: 40_000 });
  });

  /** Waits until some trips are done and more are left. */
  async function underWay(address: string): Promise<Answer> {
    for (;;) {
      const answer = await call('GET', address);
      if (answer.progress.trips_done > 0) return answer;
      await pause(20);
    }
  }

  it('whose worker is killed in the middle goes on where it was, to the same end', TWO_RUNS, async () => {
    const worker = killableWorker(stack.environment);
    try {
      await worker.start();
      const { address } = await call('POST', 'backtests', { rule: long, ...range });
      const seen = await underWay(address);
      await worker.killAndRestart();
      expect(seen.state).toBe('running');
      expect(seen.progress.trips_done).toBeLessThan(seen.progress.trips_total!);
      const killed = await ended(address);
      expect(worker.kills).toBe(1);
      expect(killed.progress.trips_done).toBe(killed.progress.trips_total);
      const whole = await backtest({ rule: long, ...range });
      expect(killed.result).toEqual(whole);
      expect(whole.totals.stopped['throttled']).toBeGreaterThan(0);
      expect(whole.totals.stopped['over_budget']).toBeGreaterThan(0);
      expect(Math.max(...whole.days.map(({ alerts }) => alerts))).toBe(20);
    } finally {
      await worker.stop();
    }
  });

  it('that is cancelled ends at once, and the worker is free for the next one', async () => {
    const worker = killableWorker(stack.environment);
    try {
      await worker.start();
      const { id, address } = await call('POST', 'backtests', { rule: long, ...range });
      await underWay(address);
      expect(await call('POST', `backtests/${id}/cancel`)).toMatchObject({ state: 'cancelled' });
      const handle = stack.client.workflow.getHandle(backtestWorkflowId({ fleet: FLEET, backtestId: id }));
      // A part that finds it over already ends the workflow by itself, if it comes before the word of the end.
      const end = await (handle.result() as Promise<BacktestProgress>).then(
        ({ phase }) => phase,
        (error: Error) => error.message,
      );
      expect(end).toMatch(/^over$|cancelled/);
      const after = await call('GET', address);
      expect(after).toMatchObject({ state: 'cancelled' });
      expect(after.result).toBeUndefined();
      expect(await stack.database.db.selectFrom('backtestParts').selectAll().execute()).toEqual([]);
      await backtest({ rule: long, from: '2026-01-01', to: '2026-01-02' });
    } finally {
      await worker.stop();
    }
  });
});
