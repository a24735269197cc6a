import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listDeletions } from '../../store/deletions/index.ts';
import { listDeliveries } from '../../store/deliveries/index.ts';
import { getTrip } from '../../store/trips/index.ts';
import { deletionWorkflowId } from '../../workflows/contracts/index.ts';
import { standInTrip, tripAt } from '../support/stand-ins/analytics.ts';
import { startBackfillStack } from '../support/servers/backfillStack.ts';
import { chain, collide, collisionRule, incidentsOf, timelineOf } from '../support/incidents/documents.ts';
import { FLEET, releaseHeld } from '../support/servers/stack.ts';
import { useStack } from '../support/servers/useStack.ts';
import { storeVerdict } from '../support/store/records.ts';
import { deletingRule } from '../support/rules/documents.ts';

const stack = useStack();
beforeAll(async () => {
  for (const name of ['one', 'late', 'cleaning']) stack.slack.channels.add(name);
  await stack.startWorker();
});
beforeEach(async () => {
  stack.slack.messages.length = 0;
  await stack.database.db.updateTable('documents').set({ publishedVersion: null }).execute();
});

const poll = <T>(check: () => T | Promise<T>) => expect.poll(check, { timeout: 20_000, interval: 100 });
const sent = async (driverId: string): Promise<string[]> =>
  (await listDeliveries(stack.database.db, { fleetId: FLEET, driverId })).items
    .filter(({ kind, state }) => kind === 'incident_page' && state === 'sent')
    .map(({ receiver }) => receiver);

describe('a trip that comes hours late', () => {
  it('opens an incident all the same, with its age, and with the chain for late ones', async () => {
    await stack.publishAs('escalation-policy', {
      ...chain([[0, '#one']]),
      late: { after: '2h', steps: [{ after: '0s', notify: [{ type: 'slack', channel: '#late' }] }] },
    });
    await stack.publish(collisionRule());
    const [driverId, tripId] = ['late-driver', '1795000000011'];
    const endedAt = new Date(Date.now() - 5 * 3_600_000);
    stack.put({ driverId, tripId }, { events: [4], endedAt });
    await stack.runTrip({ driverId, tripId });
    await poll(() => sent(driverId)).toEqual(['#late']);
    const [incident] = await incidentsOf(stack, driverId);
    expect(incident).toMatchObject({ late: true, state: 'open' });
    const [opened] = await timelineOf(stack, incident!);
    expect(opened!.details).toMatchObject({ late: true });
    expect(opened!.details!['age_seconds']).toBeGreaterThanOrEqual(5 * 3_600 - 5);
    expect(JSON.stringify(stack.slack.messages[0]!.blocks)).toMatch(/5 h/);
  });

  it('does not keep a fresh collision of the driver from calling people', async () => {
    await stack.publishAs('escalation-policy', {
      ...chain([[0, '#one']], { join_within: '10m' }),
      late: { after: '2h', steps: [{ after: '1h', notify: [{ type: 'slack', channel: '#late' }] }] },
    });
    await stack.publish(collisionRule());
    const driverId = 'late-and-fresh-driver';
    const endedAt = new Date(Date.now() - 5 * 3_600_000);
    const old = standInTrip('1795000000014', { events: [4], endedAt });
    stack.analytics.trips.set(tripAt(driverId, '1795000000014'), old);
    await stack.runTrip({ driverId, tripId: '1795000000014' });
    await stack.runTrip(collide(stack, driverId, '1795000000015'));
    await poll(() => sent(driverId)).toEqual(['#one']);
    const found = await incidentsOf(stack, driverId);
    expect(found.map(({ tripId, late }) => [tripId, late])).toEqual([
      ['1795000000015', false],
      ['1795000000014', true],
    ]);
  });
});

describe('an escalation that quiet hours hold', () => {
  it('opens its incident when it is let go', async () => {
    await stack.publishAs('escalation-policy', chain([[0, '#one']]));
    const hour = (ahead: number): string =>
      new Date(Date.now() + ahead * 3_600_000).toISOString().slice(11, 16);
    await stack.publish(
      collisionRule({
        severity: 'warning',
        actions: [
          {
            type: 'escalate',
            policy: 'collision',
            quiet_hours: { from: hour(-2), to: hour(2), timezone: 'UTC' },
          },
        ],
      }),
    );
    const { driverId, tripId } = collide(stack, 'quiet-driver', '1795000000012');
    await stack.runTrip({ driverId, tripId });
    expect(await incidentsOf(stack, driverId)).toEqual([]);
    const { items } = await listDeliveries(stack.database.db, { fleetId: FLEET, driverId });
    expect(items).toMatchObject([{ action: 'escalate', state: 'held', reason: 'quiet_hours' }]);
    await releaseHeld(stack);
    expect(await incidentsOf(stack, driverId)).toMatchObject([{ state: 'open', driverId }]);
    await poll(() => sent(driverId)).toEqual(['#one']);
  });
});

describe('a trip that was to be deleted', () => {
  it('and was refused because it is not the one that was asked about, escalates by its new decision', async () => {
    await stack.publishAs('escalation-policy', chain([[0, '#one']]));
    await stack.publish(collisionRule(), deletingRule({ ask: '#cleaning' }, { id: 'invalid' }));
    const [driverId, tripId] = ['deleted-driver', '1795000000013'];
    stack.put({ driverId, tripId }, { distanceKm: 0.1 });
    await stack.runTrip({ driverId, tripId });
    const { items } = await listDeletions(stack.database.db, { fleetId: FLEET, driverId, tripId });
    stack.put({ driverId, tripId }, { distanceKm: 8, events: [4] });
    const key = { fleetId: FLEET, id: items[0]!.id };
    await storeVerdict(stack.database.db, { ...key, decision: 'approved' });
    const input = { fleet: FLEET, deletionId: key.id };
    await stack.execute('deletionWorkflow', deletionWorkflowId(input), input);
    expect(stack.analytics.calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
    await poll(() => incidentsOf(stack, driverId)).toMatchObject([{ state: 'open' }]);
    await poll(() => sent(driverId)).toEqual(['#one']);
    expect(await getTrip(stack.database.db, { fleetId: FLEET, driverId, tripId })).toMatchObject({
      revision: 2,
    });
  });
});

it('a backfill that may alert opens the incidents of its trips, marked as late; one that may not opens none', async () => {
  const test = await startBackfillStack({ drivers: 1 });
  try {
    await test.stack.publishAs('escalation-policy', {
      ...chain([[0, '#one']]),
      late: { after: '2h', steps: [{ after: '0s', notify: [{ type: 'slack', channel: '#fleet-safety' }] }] },
    });
    await test.stack.publish({
      ...collisionRule(),
      conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThanInclusive', value: 0 }] },
    });
    await test.stack.startWorker();
    const [quiet, loud] = [
      { from: '2026-05-04', to: '2026-05-04' },
      { from: '2026-05-05', to: '2026-05-06' },
    ];
    const trips = await test.served(loud);
    expect(trips.length).toBeGreaterThan(0);
    await test.over(await test.begin(quiet));
    await test.over(await test.begin({ ...loud, alerts: true }));
    const { driverId } = trips[0]!;
    // A backfill that is over has begun the last alerts; they go their own way.
    await poll(async () => (await incidentsOf(test.stack, driverId)).length).toBe(trips.length);
    const incidents = await incidentsOf(test.stack, driverId);
    expect(incidents.map(({ tripId }) => tripId).sort()).toEqual(trips.map(({ tripId }) => tripId).sort());
    expect(incidents.every(({ late, state }) => late && state === 'open')).toBe(true);
    await poll(() => test.stack.slack.messages.length).toBe(trips.length);
    expect(JSON.stringify(test.stack.slack.messages[0])).toMatch(/ago|late/i);
  } finally {
    await test.close();
  }
});
