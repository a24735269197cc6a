import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import type { ActivityDependencies, UnmarkedMessage } from '../../../activities/dependencies/index.ts';
import { NotStoredError } from '../../../activities/deliveries/index.ts';
import { composeDelivery } from '../../../activities/dispatch/index.ts';
import { slackMessage } from '../../../messages/message.ts';
import { localDay } from '../../../rules/time/index.ts';
import { inOneSnapshot } from '../../../store/db/index.ts';
import {
  groupedInto,
  createLedger,
  getDelivery,
  listDeliveries,
  planDelivery,
} from '../../../store/deliveries/index.ts';
import { storePublished } from '../../support/store/published.ts';
import { beginErasure, removeSomeTrips } from '../../../store/retention/index.ts';
import { listDecisions } from '../../../store/trips/index.ts';
import { ruleDocument } from '../../rules/given.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { storeAlert } from '../../support/store/records.ts';

const dayOf = (at: Date) => localDay(at, 'Europe/Berlin');

const inTest = useDatabase();
const AT = new Date('2026-01-12T22:00:00Z');
const BEN = { driverId: 'ben', tripId: 'trip of ben' };
let fleetId = '';
let count = 0;

beforeEach(async () => {
  fleetId = `f-${(count += 1)}`;
  const rule = ruleDocument({
    id: 'brake',
    severity: 'warning',
    actions: [{ type: 'slack', channel: '#night' }],
  });
  await storePublished(inTest.db, { fleetId, kind: 'rule', body: rule, at: AT });
});

/** Plans an alert about a driver, grouped into another message if one is named. @returns the id of its delivery */
async function alertAbout(driverId: string, summary?: string): Promise<string> {
  const { db } = inTest;
  const tripId = `trip of ${driverId}`;
  const of = { fleetId, driverId, tripId, rule: 'brake', version: 1, revision: 1 };
  await sql`insert into trips (fleet_id, driver_id, trip_id, state, revision, content_hash, score_unrated, ratings, extra,
      problems, events_known, first_received_at, stored_at, ended_at)
    values (${fleetId}, ${driverId}, ${tripId}, 'decided', 1, 'h', false, '{}', '{}', '[]', true, ${AT}, ${AT}, ${AT})`.execute(
    db,
  );
  const rules = [{ rule: 'brake', outcome: 'matched', reason: 'matched' }];
  const decision = { revision: 1, decided_at: AT.toISOString(), rules };
  await sql`insert into decisions (fleet_id, driver_id, trip_id, revision, decision, decided_at)
    values (${fleetId}, ${driverId}, ${tripId}, 1, ${JSON.stringify(decision)}, ${AT})`.execute(db);
  const { id: alertId } = await storeAlert(db, { ...of, at: AT });
  const planned = { ...of, action: 'slack', actionIndex: 0, receiver: '#night', alertId, at: AT } as const;
  const grouped = summary && ({ state: 'skipped', reason: 'grouped', groupedInto: summary } as const);
  return (await planDelivery(db, { ...planned, ...grouped })).id;
}

/** Plans an alert about each driver, all grouped into the first one's message. @returns the ids of their deliveries */
async function sentTogether(drivers: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const driverId of drivers) ids.push(await alertAbout(driverId, ids[0]));
  return ids;
}

function dependencies(): ActivityDependencies {
  return {
    db: inTest.db,
    now: () => AT,
    log: pino({ level: 'silent' }),
    publicUrl: 'https://tripline.example',
    fleets: new Map([[fleetId, { id: fleetId, name: 'Fleet', timezone: 'Europe/Berlin' }]]),
  } as Partial<ActivityDependencies> as ActivityDependencies;
}

const textOf = (content: UnmarkedMessage): string =>
  JSON.stringify(slackMessage(content.marked(false).message));

async function message(id: string): Promise<string> {
  return textOf(await composeDelivery(dependencies(), (await getDelivery(inTest.db, { fleetId, id }))!));
}

it('an erased driver is not mentioned in messages about others either', async () => {
  const [summary] = await sentTogether(['ann', 'ben', 'cas']);
  await beginErasure(inTest.db, { fleetId, driverId: 'ben', id: 'e', at: AT, dayOf });
  const text = await message(summary!);
  expect(text).toContain('2 alerts of 2 trips and 2 drivers');
  expect([text.includes('ann'), text.includes('ben'), text.includes('cas')]).toEqual([true, false, true]);
  const { items } = await listDeliveries(inTest.db, { fleetId });
  expect(items.find(({ driverId }) => driverId === 'ben')).toMatchObject({
    state: 'skipped',
    reason: 'erased',
    groupedInto: null,
  });
});

it('what was sent before a driver is erased stays as it was', async () => {
  const [summary] = await sentTogether(['ann', 'ben']);
  await sql`update deliveries set state = 'sent' where fleet_id = ${fleetId} and id = ${summary!}`.execute(
    inTest.db,
  );
  await beginErasure(inTest.db, { fleetId, driverId: 'ben', id: 'e', at: AT, dayOf });
  const { items } = await listDeliveries(inTest.db, { fleetId });
  expect(items.find(({ driverId }) => driverId === 'ben')).toMatchObject({
    state: 'skipped',
    reason: 'grouped',
    groupedInto: summary,
  });
});

it('a message that is composed while a driver is erased contains all about the driver, or nothing', async () => {
  const [summary] = await sentTogether(['ann', 'ben', 'cas']);
  const before = await inOneSnapshot(inTest.db, async (tx) => {
    const key = { fleetId, id: summary!, limit: 9 };
    const seen = [(await groupedInto(tx, key)).items.length];
    await beginErasure(inTest.db, { fleetId, driverId: 'ben', id: 'e', at: AT, dayOf });
    await removeSomeTrips(inTest.db, { fleetId, driverId: 'ben', until: AT, limit: 9, at: AT });
    return [
      ...seen,
      (await groupedInto(tx, key)).total,
      (await listDecisions(tx, { fleetId, ...BEN })).length,
    ];
  });
  expect(before).toEqual([2, 2, 1]);
  expect(await listDecisions(inTest.db, { fleetId, ...BEN })).toEqual([]);
  const text = await message(summary!);
  expect(text).toContain('2 alerts of 2 trips and 2 drivers');
});

it('a message that was composed before a driver is erased does not begin to go, and is composed without him', async () => {
  const [summary] = await sentTogether(['ann', 'ben', 'cas']);
  const ledger = createLedger(inTest.db);
  const claim = { fleetId, id: summary!, at: AT, leaseMs: 60_000, beginsLater: true };
  expect(await ledger.claim(claim)).toMatchObject({ kind: 'go', attempt: 1 });
  expect(await message(summary!)).toContain('trip of ben');
  await beginErasure(inTest.db, { fleetId, driverId: 'ben', id: 'e', at: AT, dayOf });
  expect(await ledger.beginSending({ fleetId, id: summary!, attempt: 1, at: AT })).toBe(false);
  // No message was sent, so the next attempt has no unknown outcome, and waits for no lease.
  expect(await ledger.claim(claim)).toMatchObject({ kind: 'go', attempt: 2, afterUnclear: false });
  const text = await message(summary!);
  expect(['ann', 'ben', 'cas'].filter((driverId) => text.includes(`trip of ${driverId}`))).toEqual([
    'ann',
    'cas',
  ]);
  expect(await ledger.beginSending({ fleetId, id: summary!, attempt: 2, at: AT })).toBe(true);
});

it('a message that has begun to go before a driver is erased is not held up', async () => {
  const [summary] = await sentTogether(['ann', 'ben']);
  const ledger = createLedger(inTest.db);
  const mine = { fleetId, id: summary!, attempt: 1, at: AT };
  await ledger.claim({ fleetId, id: summary!, at: AT, beginsLater: true });
  expect(await ledger.beginSending(mine)).toBe(true);
  await beginErasure(inTest.db, { fleetId, driverId: 'ben', id: 'e', at: AT, dayOf });
  expect(await ledger.renew(mine)).toBe(true);
  await ledger.confirm(mine);
  expect(await getDelivery(inTest.db, { fleetId, id: summary! })).toMatchObject({
    state: 'sent',
    possibleRepeat: false,
  });
});

it('a message of which something is missing by mistake is not sent without it', async () => {
  const [summary] = await sentTogether(['ann', 'ben', 'cas']);
  await sql`delete from decisions where fleet_id = ${fleetId} and driver_id = 'ben'`.execute(inTest.db);
  await expect(message(summary!)).rejects.toThrow(NotStoredError);
});

it('what was grouped into an erased driver’s message about others is sent separately, also when a worker dies right after', async () => {
  await sentTogether(['ben', 'ann']);
  const begin = () => beginErasure(inTest.db, { fleetId, driverId: 'ben', id: 'e', at: AT, dayOf });
  const begun = { kind: 'begun', releases: [AT] };
  expect(await begin()).toEqual(begun);
  expect(await begin()).toEqual(begun);
});
