import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../store/db/index.ts';
import { listDeliveries } from '../../store/deliveries/index.ts';
import { keepGroups, keepReading } from '../../store/facts/index.ts';
import { getTrip, keepSnapshot } from '../../store/trips/index.ts';
import { WORKFLOWS, erasureWorkflowId } from '../../workflows/contracts/index.ts';
import type { TripResult } from '../../workflows/contracts/index.ts';
import { PLANTED_LATITUDE, standInTrip, tripAt } from '../support/stand-ins/analytics.ts';
import { placesOf } from '../support/store/databaseScan.ts';
import {
  chain,
  collide,
  collisionRule,
  incidentHandle,
  incidentsOf,
} from '../support/incidents/documents.ts';
import { ADMIN_TOKEN, FLEET, WEBHOOK_TOKEN } from '../support/servers/stack.ts';
import { everythingIn } from '../support/temporal/storedPayloads.ts';
import { useStack, useStackServer } from '../support/servers/useStack.ts';

const DRIVER = 'planted-driver-7f3';
const NAME = 'Petra Planted-Person';
const OTHER = 'bystander';

const stack = useStack({ channels: 'outbox', more: { PORT: '0' } });
const server = useStackServer(stack);
beforeAll(async () => {
  await stack.publishAs('escalation-policy', chain([[0, '#safety']]));
  await stack.publish(
    collisionRule({
      actions: [
        { type: 'escalate', policy: 'collision' },
        { type: 'slack', channel: '#fleet-safety' },
        { type: 'email', to: ['lead@example.com'], subject: '{{ driver.id }}' },
      ],
    }),
  );
  await stack.startWorker();
});

async function api(method: string, path: string, body?: object): Promise<{ status: number; json: Answer }> {
  const response = await fetch(`${server.url}/api/v1/fleets/${FLEET}/${path}`, {
    method,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, json: (await response.json()) as Answer };
}
interface Answer {
  readonly id: string;
  readonly state: string;
  readonly detail?: string;
  readonly incidents?: readonly string[];
  readonly removed?: Readonly<Record<string, number>>;
}

async function post(body: string): Promise<number> {
  const url = `${server.url}/webhooks/${FLEET}/${WEBHOOK_TOKEN}`;
  return (await fetch(url, { method: 'POST', body })).status;
}

/** Runs the trip's workflow again, as after Temporal has removed its first history. */
function afterRetention(tripId: string, receivedAt = new Date()): Promise<TripResult> {
  const input = {
    fleet: FLEET,
    driverId: DRIVER,
    tripId,
    receivedAt: receivedAt.toISOString(),
    source: 'webhook',
  };
  return stack.execute<TripResult>(WORKFLOWS.trip, `trip-again:${randomUUID()}`, input);
}

/** Stores records of every kind that name the driver. */
async function plantEverywhere(): Promise<void> {
  const { db } = stack.database;
  const at = new Date();
  const reading = { driverId: DRIVER, score: 70, ratings: {}, extra: {}, problems: [] };
  await keepReading(db, {
    fleetId: FLEET,
    endDate: '2026-11-01',
    at,
    reading: { ...reading, attributes: { full_name: NAME } },
  });
  await keepGroups(db, { fleetId: FLEET, groupIds: ['north'], members: new Map([[DRIVER, ['north']]]), at });
  await keepSnapshot(db, {
    fleetId: FLEET,
    driverId: DRIVER,
    tripId: 'planted-t-1',
    raw: { name: NAME },
    reason: 'r',
    at,
  });
  await post(JSON.stringify({ version: 3, type: 'DRIVER_RENAMED', driver_id: DRIVER, data: { name: NAME } }));
  await post(JSON.stringify({ type: 'GROUP_CHANGED', members: [DRIVER, OTHER] }));
  await post(`{"driver_id":"${DRIVER}", broken`);
  await api('POST', 'simulations', {
    rule_id: 'collision',
    trip: { ...standInTrip('x'), driver_id: DRIVER },
  });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await api('POST', 'silences', {
    id: 'only',
    reason: `for ${NAME}`,
    until,
    drivers: [DRIVER],
    rules: ['collision'],
  });
  await api('POST', 'silences', {
    id: 'both',
    reason: 'r',
    until,
    drivers: [DRIVER, OTHER],
    rules: ['collision'],
  });
  // Days are the fleet's: the trip may have begun before its midnight, and that may be past where UTC's is not.
  const dateOf = new Intl.DateTimeFormat('en-CA', { timeZone: stack.config.fleets[0]!.timezone });
  const from = dateOf.format(at.getTime() - 86_400_000);
  const to = dateOf.format(at);
  const { json } = await api('POST', 'backtests', { rule_id: 'collision', from, to });
  await expect
    .poll(async () => (await api('GET', `backtests/${json.id}`)).json.state, { timeout: 30_000 })
    .toBe('done');
  const content = {
    drivers: [
      { driverId: DRIVER, name: NAME, score: 1 },
      { driverId: OTHER, name: 'Bob', score: 2 },
    ],
    headline: `${NAME} drove less.`,
  };
  const { rows } = await sql<{ id: string }>`
    insert into digest_runs (fleet_id, digest_id, version, period, period_from, period_to, before_from, before_to,
      origin, document, state, content, created_at, settled_at)
    values (${FLEET}, 'weekly', 1, 'week', '2026-11-01', '2026-11-07', '2026-10-25', '2026-10-31',
      'on_demand', '{}', 'done', ${JSON.stringify(content)}, now(), now()) returning id`.execute(db);
  await sql`insert into digest_drivers (fleet_id, run_id, range, driver_id, name)
    values (${FLEET}, ${rows[0]!.id}, 'now', ${DRIVER}, ${NAME})`.execute(db);
  await sql`insert into outbox (fleet_id, channel, receiver, text, at)
    values (${FLEET}, 'email', 'lead@example.com', ${`${NAME} and others`}, now())`.execute(db);
  await sql`insert into service_trips (fleet_id, driver_id, trip_id, day, is_history, first_listed_at, last_run_id)
    values (${FLEET}, ${DRIVER}, 'planted-t-listed', '2026-11-01', true, now(), 1)`.execute(db);
  await sql`insert into reconcile_drivers (fleet_id, run_id, driver_id) values (${FLEET}, 1, ${DRIVER})`.execute(
    db,
  );
  await plantBackfill(db);
}

async function plantBackfill(db: Db): Promise<void> {
  const backfill = randomUUID();
  await sql`insert into backfills (fleet_id, id, state, from_date, to_date, alerts, who, created_at)
    values (${FLEET}, ${backfill}, 'done', '2026-10-01', '2026-10-31', false, 'ann', now())`.execute(db);
  await sql`insert into backfill_drivers (fleet_id, backfill_id, driver_id, stored, done_at)
    values (${FLEET}, ${backfill}, ${DRIVER}, 3, now())`.execute(db);
  await sql`insert into deletions (fleet_id, driver_id, trip_id, rule, version, state, approval, requested_at, expires_at)
    values (${FLEET}, ${DRIVER}, 'planted-t-1', 'tracking', 1, 'rejected', 'required', now(), now())`.execute(
    db,
  );
}

const mentions = () => placesOf(stack.database.db, [DRIVER, NAME, 'planted-t-']);

describe('a driver', () => {
  it('is handed out whole, and nobody else with him', async () => {
    await stack.runTrip(collide(stack, DRIVER, 'planted-t-1'));
    await stack.runTrip(collide(stack, OTHER, 'other-t-1'));
    await plantEverywhere();
    const response = await fetch(`${server.url}/api/v1/fleets/${FLEET}/drivers/${DRIVER}/export`, {
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
    const text = await response.text();
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; lines?: number; data?: object });
    expect(lines[0]).toMatchObject({ kind: 'export', fleet: FLEET, driver_id: DRIVER });
    expect(lines.at(-1)).toEqual({ kind: 'end', lines: lines.length - 2 });
    expect([...new Set(lines.map(({ kind }) => kind))]).toEqual([
      'export',
      'trip',
      'trip_event',
      'trip_path',
      'notification',
      'decision',
      'alert',
      'delivery',
      'outbox_message',
      'deletion',
      'trip_snapshot',
      'incident',
      'incident_alert',
      'incident_event',
      'driver_reading',
      'driver_groups',
      'digest_driver',
      'service_trip',
      'reconcile_driver',
      'backfill_driver',
      'silence',
      'simulation',
      'backtest_mentions',
      'digest_mentions',
      'audit',
      'end',
    ]);
    expect(lines.find(({ kind }) => kind === 'backfill_driver')?.data).toMatchObject({
      driver_id: DRIVER,
      found: 0,
      stored: 3,
    });
    expect(text).toContain(String(PLANTED_LATITUDE));
    expect(text).not.toContain(OTHER);
    expect(text).not.toContain('other-t-1');
  });

  it('is not erased while an incident of his is open', async () => {
    const [incident] = await incidentsOf(stack, DRIVER);
    const refused = await api('POST', `drivers/${DRIVER}/erase`, { why: 'He asked.' });
    expect([refused.status, refused.json.incidents]).toEqual([409, [incident!.id]]);
    expect(refused.json.detail).toContain(`resolve incident ${incident!.id}.`);
    expect((await api('POST', `drivers/${DRIVER}/erase`, {})).status).toBe(422);
    await api('POST', `incidents/${incident!.id}/resolve`, { by: 'Ann', disposition: 'false_alarm' });
    expect(
      (await getTrip(stack.database.db, { fleetId: FLEET, driverId: DRIVER, tripId: 'planted-t-1' }))?.state,
    ).toBe('decided');
  });

  it('who is erased is in no table, and what was under way ends without a trace', async () => {
    const waiting = stack.runTrip({ driverId: DRIVER, tripId: 'planted-t-2' });
    const key = { fleetId: FLEET, driverId: DRIVER, tripId: 'planted-t-2' };
    await expect
      .poll(async () => (await getTrip(stack.database.db, key))?.state, { timeout: 30_000 })
      .toBe('waiting');
    const [incident] = await incidentsOf(stack, DRIVER);
    expect(await mentions()).not.toEqual([]);
    const drove = new Date();

    const asked = await api('POST', `drivers/${DRIVER}/erase`, { why: 'He asked.' });
    expect([asked.status, asked.json.state]).toEqual([202, 'running']);
    const again = await api('POST', `drivers/${DRIVER}/erase`, { why: 'He asked twice.' });
    expect([again.status, again.json.id]).toEqual([202, asked.json.id]);
    stack.put({ driverId: DRIVER, tripId: 'planted-t-2' }, { events: [4], endedAt: drove });
    await expect
      .poll(async () => (await api('GET', `erasures/${asked.json.id}`)).json.state, { timeout: 60_000 })
      .toBe('done');
    expect(await waiting).toEqual({ state: 'gone', revision: 0, deliveries: 0 });
    expect(await incidentHandle(stack, incident!).result()).toMatchObject({ state: 'resolved' });
    expect(await mentions()).toEqual([]);

    const { json } = await api('GET', `erasures/${asked.json.id}`);
    expect(json).toMatchObject({
      who: 'ann',
      why: 'He asked.',
      removed: { trips: expect.any(Number) as number },
    });
    const id = erasureWorkflowId({ fleet: FLEET, erasureId: asked.json.id });
    const history = everythingIn(await stack.client.workflow.getHandle(id).fetchHistory());
    expect(history).toContain(asked.json.id);
    for (const planted of [DRIVER, NAME, 'planted-t-']) expect(history).not.toContain(planted);
    const endedAt = new Date(Date.now() - 61_000);
    await sql`update erasures set finished_at = ${endedAt} where id = ${asked.json.id}`.execute(
      stack.database.db,
    );
    const second = await api('POST', `drivers/${DRIVER}/erase`, { why: 'Once more.' });
    expect(second.json.id).not.toBe(asked.json.id);
    await expect
      .poll(async () => (await api('GET', `erasures/${second.json.id}`)).json, { timeout: 60_000 })
      .toMatchObject({ state: 'done', removed: {} });
  });

  it('left others as they were', async () => {
    expect(
      (await getTrip(stack.database.db, { fleetId: FLEET, driverId: OTHER, tripId: 'other-t-1' }))?.state,
    ).toBe('decided');
    expect(
      (await listDeliveries(stack.database.db, { fleetId: FLEET, driverId: OTHER })).items.length,
    ).toBeGreaterThan(2);
    const { rows } = await sql<{ drivers: string[]; content: object }>`
      select drivers, (select content from digest_runs where fleet_id = ${FLEET}) as content
      from silences where fleet_id = ${FLEET}`.execute(stack.database.db);
    expect(rows).toEqual([
      {
        drivers: [OTHER],
        content: { drivers: [{ driverId: OTHER, name: 'Bob', score: 2 }], headline: '[erased] drove less.' },
      },
    ]);
  });

  it('is not mentioned again when an old trip’s notification is received again, long after', async () => {
    const before = (await listDeliveries(stack.database.db, { fleetId: FLEET })).items.length;
    expect((await afterRetention('planted-t-1')).state).toBe('gone');
    // Never known before, and driven before: the service found it late.
    const late = standInTrip('planted-t-3', { events: [4], endedAt: new Date(Date.now() - 3_600_000) });
    stack.analytics.trips.set(tripAt(DRIVER, 'planted-t-3'), late);
    expect((await afterRetention('planted-t-3')).state).toBe('gone');
    expect(await mentions()).toEqual([]);
    expect((await listDeliveries(stack.database.db, { fleetId: FLEET })).items).toHaveLength(before);
  });

  it('who drives on is a driver like any other', async () => {
    stack.put({ driverId: DRIVER, tripId: 'planted-t-4' }, { events: [4] });
    expect(await afterRetention('planted-t-4')).toMatchObject({ state: 'decided', deliveries: 3 });
    const [incident] = await incidentsOf(stack, DRIVER);
    expect(incident).toMatchObject({ tripId: 'planted-t-4', state: 'open' });
    expect((await api('POST', `drivers/${DRIVER}/erase`, { why: 'Again.' })).status).toBe(409);
  });
});
