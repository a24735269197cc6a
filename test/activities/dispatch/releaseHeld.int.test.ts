import { MockActivityEnvironment } from '@temporalio/testing';
import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import { createReleases } from '../../../activities/dispatch/index.ts';
import {
  countPassedAlerts,
  createSilence,
  listAlerts,
  newestPassedAlert,
} from '../../../store/alerts/index.ts';
import type { recordAlert } from '../../../store/alerts/index.ts';
import { groupedInto, listDeliveries } from '../../../store/deliveries/index.ts';
import { keepGroups } from '../../../store/facts/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { storeAlert, storeDelivery } from '../../support/store/records.ts';

const inTest = useDatabase();
const fleetId = 'f';
const NIGHT = new Date('2026-01-12T22:00:00Z');
const SIX = new Date('2026-01-13T05:00:00Z');
const SEVEN = new Date('2026-01-13T06:00:00Z');

let now: Date;
beforeEach(async () => {
  now = SIX;
  await sql`truncate alerts, deliveries, trips, decisions, silences, driver_groups, group_refreshes cascade`.execute(
    inTest.db,
  );
});

function deps(): ActivityDependencies {
  return {
    db: inTest.db,
    now: () => now,
    log: pino({ level: 'silent' }),
    publicUrl: 'https://tripline.example',
    fleets: new Map([[fleetId, { id: fleetId, name: 'Fleet', timezone: 'Europe/Berlin' }]]),
  } as Partial<ActivityDependencies> as ActivityDependencies;
}

type Releases = ReturnType<typeof createReleases>;

/**
 * Runs a release.
 * @param from the position at which the attempt before was lost
 */
function releaseAt(at: Date, from?: string): ReturnType<Releases['releaseHeld']> {
  const releases = createReleases(deps());
  const environment = new MockActivityEnvironment(from === undefined ? {} : { heartbeatDetails: from });
  return environment.run(() => releases.releaseHeld({ fleet: fleetId, releaseAt: at.toISOString() }));
}

/** Stores one held alert, with a message for each receiver and time. */
async function hold(
  tripId: string,
  messages: Readonly<Record<string, Date>>,
  fields: Partial<Parameters<typeof recordAlert>[1]> = {},
): Promise<void> {
  const key = { fleetId, driverId: `of ${tripId}`, tripId, rule: 'quiet', version: 1, revision: 1 };
  const alert = await storeAlert(inTest.db, {
    ...key,
    state: 'held',
    reason: 'quiet_hours',
    at: NIGHT,
    ...fields,
  });
  for (const [receiver, at] of Object.entries(messages))
    await storeDelivery(inTest.db, {
      ...key,
      action: receiver.startsWith('#') ? 'slack' : 'email',
      receiver,
      alertId: alert.id,
      state: 'held',
      reason: 'quiet_hours',
      releaseAt: at,
      at: NIGHT,
    });
}

async function silence(fields: Partial<Parameters<typeof createSilence>[1]>): Promise<void> {
  const until = new Date(SIX.getTime() + 600_000);
  const given = { fleetId, id: 'roadworks', reason: 'Roadworks', who: 'ed', at: NIGHT, until };
  await createSilence(inTest.db, { ...given, ...fields });
}

const alerts = async (): Promise<string[]> =>
  (await listAlerts(inTest.db, { fleetId, limit: 200 })).items
    .map(({ tripId, state, reason, detail }) => [tripId, state, reason, detail].filter(Boolean).join(' '))
    .sort();
const deliveries = async (): Promise<string[]> =>
  (await listDeliveries(inTest.db, { fleetId, limit: 200 })).items
    .map(({ tripId, receiver, state, reason }) => [tripId, receiver, state, reason].filter(Boolean).join(' '))
    .sort();

describe('what quiet hours held', () => {
  it('keeps which silence stopped it', async () => {
    await hold('a', { '#x': SIX });
    await hold('b', { '#x': SIX });
    await silence({ drivers: ['of a'] });
    await releaseAt(SIX);
    expect(await alerts()).toEqual(['a stopped silenced roadworks', 'b raised']);
    expect(await deliveries()).toEqual(['a #x skipped silenced', 'b #x pending']);
  });

  it('is stopped by a silence of groups though nobody had asked for groups when it was held', async () => {
    await hold('a', { '#x': SIX });
    await hold('b', { '#x': SIX });
    await hold('c', { '#x': SIX }, { groups: [] });
    await silence({ groups: ['north'] });
    const members = new Map([
      ['of a', ['north']],
      ['of b', ['south']],
      ['of c', ['north']],
    ]);
    await keepGroups(inTest.db, { fleetId, groupIds: ['north', 'south'], members, at: SIX });
    await releaseAt(SIX);
    expect(await alerts()).toEqual(['a stopped silenced roadworks', 'b raised', 'c raised']);
  });

  it('of which one message is silenced and a later one goes is notified', async () => {
    await hold('a', { '#x': SIX, 'lead@example.com': SEVEN });
    await silence({});
    await releaseAt(SIX);
    expect(await alerts()).toEqual(['a held quiet_hours']);
    now = SEVEN;
    await releaseAt(SEVEN);
    expect(await alerts()).toEqual(['a raised']);
    expect(await deliveries()).toEqual(['a #x skipped silenced', 'a lead@example.com pending']);
  });

  describe('and which is not sent', () => {
    const history = { fleetId, rule: 'quiet', withShadow: false };
    const passed = async (driverId: string) => {
      const from = new Date(NIGHT.getTime() - 1);
      const scope = { of: 'driver', driverId } as const;
      return {
        throttles: (await newestPassedAlert(inTest.db, { ...history, after: from, scope })) !== undefined,
        ofBudget: await countPassedAlerts(inTest.db, { ...history, from, to: SEVEN }),
      };
    };

    it('throttles no later one, and takes nothing of the budget', async () => {
      await hold('a', { '#x': SIX, 'lead@example.com': SEVEN });
      expect(await passed('of a')).toEqual({ throttles: true, ofBudget: 1 });
      await silence({ until: new Date(SEVEN.getTime() + 1) });
      await releaseAt(SIX);
      expect(await passed('of a')).toEqual({ throttles: true, ofBudget: 1 });
      now = SEVEN;
      await releaseAt(SEVEN);
      expect(await alerts()).toEqual(['a stopped silenced roadworks']);
      expect(await passed('of a')).toEqual({ throttles: false, ofBudget: 0 });
    });

    it.each([
      ['another message contains', { state: 'skipped', reason: 'grouped' }],
      ['somebody may have heard', { state: 'unconfirmed', reason: 'no answer' }],
    ] as const)('unless %s', async (_how, other) => {
      await hold('a', { '#x': SIX, 'lead@example.com': SIX });
      await inTest.db.updateTable('deliveries').set(other).where('receiver', '=', '#x').execute();
      await silence({});
      await releaseAt(SIX);
      expect(await deliveries()).toContain('a lead@example.com skipped silenced');
      expect(await passed('of a')).toEqual({ throttles: true, ofBudget: 1 });
    });
  });

  it('is one message a channel and mailbox, the gravest carries', async () => {
    await hold('a', { '#x': SIX, 'Lead@example.com': SIX });
    await hold('b', { '#x': SIX, '#y': SIX, 'lead@example.com': SIX }, { severity: 'info' });
    await hold('c', { '#x': SIX }, { severity: 'critical' });
    await hold('d', { '#x': SEVEN });
    const { deliveries: due } = await releaseAt(SIX);
    expect(due).toHaveLength(3);
    expect(await deliveries()).toEqual([
      'a #x skipped grouped',
      'a Lead@example.com pending',
      'b #x skipped grouped',
      'b #y pending',
      'b lead@example.com skipped grouped',
      'c #x pending',
      'd #x held quiet_hours',
    ]);
    expect(await alerts()).toEqual(['a raised', 'b raised', 'c raised', 'd held quiet_hours']);
  });

  it('and was already put on a message when the release was interrupted stays on that one', async () => {
    await hold('a', { '#x': SIX }, { severity: 'info' });
    await hold('b', { '#x': SIX }, { severity: 'info' });
    const { items } = await listDeliveries(inTest.db, { fleetId });
    const of = (tripId: string): string => items.find((each) => each.tripId === tripId)!.id;
    await sql`update deliveries set state = 'skipped', reason = 'grouped', grouped_into = ${of('a')}::bigint
      where id = ${of('b')}::bigint`.execute(inTest.db);
    await hold('c', { '#x': SIX }, { severity: 'critical' });
    expect((await releaseAt(SIX, of('b'))).deliveries).toEqual([{ id: of('a'), action: 'slack' }]);
    expect((await groupedInto(inTest.db, { fleetId, id: of('a'), limit: 9 })).items).toHaveLength(2);
  });
});

describe('a held message that was to notify others too, and is left out', () => {
  async function groupedIntoFirst(): Promise<string> {
    for (const tripId of ['a', 'b', 'c']) await hold(tripId, { '#x': SIX });
    const { items } = await listDeliveries(inTest.db, { fleetId });
    const of = (tripId: string): string => items.find((each) => each.tripId === tripId)!.id;
    await sql`update deliveries set state = 'skipped', reason = 'grouped', settled_at = ${NIGHT}, grouped_into = ${of('a')}::bigint
      where id = any(${[of('b'), of('c')]}::bigint[])`.execute(inTest.db);
    await sql`update alerts set state = 'raised', reason = null where trip_id in ('b', 'c')`.execute(
      inTest.db,
    );
    return of('c');
  }

  it('leaves them to be notified by another', async () => {
    await groupedIntoFirst();
    await silence({ drivers: ['of a'] });
    const { deliveries: due } = await releaseAt(SIX);
    expect(due).toHaveLength(1);
    expect(await deliveries()).toEqual(['a #x skipped silenced', 'b #x pending', 'c #x skipped grouped']);
    expect((await groupedInto(inTest.db, { fleetId, id: due[0]!.id, limit: 9 })).items).toHaveLength(1);
    expect(await alerts()).toEqual(['a stopped silenced roadworks', 'b raised', 'c raised']);
  });

  it('leaves out those that are no longer sent either, each for its own reason', async () => {
    await groupedIntoFirst();
    await silence({ drivers: ['of a', 'of b'] });
    expect((await releaseAt(SIX)).deliveries).toHaveLength(1);
    expect(await deliveries()).toEqual(['a #x skipped silenced', 'b #x skipped silenced', 'c #x pending']);
    expect(await alerts()).toEqual([
      'a stopped silenced roadworks',
      'b stopped silenced roadworks',
      'c raised',
    ]);
  });
});
