import type { WorkflowHandle } from '@temporalio/client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { utcDate } from '../../rules/time/index.ts';
import { listAudit } from '../../store/db/index.ts';
import { getDeletion, listDeletions } from '../../store/deletions/index.ts';
import { listDeliveries } from '../../store/deliveries/index.ts';
import { getSnapshot, getTrip } from '../../store/trips/index.ts';
import { deletionWorkflowId, releaseWorkflowId } from '../../workflows/contracts/index.ts';
import type { DeletionResult } from '../../workflows/contracts/index.ts';
import { tripAt } from '../support/stand-ins/analytics.ts';
import { clearOfMidnight } from '../support/run/clearOfMidnight.ts';
import { quietNow } from '../support/run/quietNow.ts';
import { FLEET } from '../support/servers/stack.ts';
import { useStack } from '../support/servers/useStack.ts';
import { storeVerdict } from '../support/store/records.ts';
import { deletingRule, eventsOf, liveRule } from '../support/rules/documents.ts';

const invalid = (approval: 'required' | 'auto', more: object = {}) =>
  deletingRule({ approval, ...more }, { id: `invalid-${approval}`, scope: { drivers: [approval] } });

const collision = liveRule(eventsOf('COLLISION'), {
  id: 'collision',
  name: 'Collision',
  severity: 'critical',
  scope: { exclude_drivers: ['auto'] },
});

const stack = useStack();
beforeAll(async () => {
  await stack.publish(invalid('required'), invalid('auto', { max_per_day: 2 }), collision, {
    ...invalid('required', { max_per_day: 1 }),
    id: 'invalid-capped',
    scope: { drivers: ['capped'] },
  });
  await stack.publish(
    { ...invalid('required'), id: 'invalid-first', scope: { drivers: ['twice'] } },
    { ...invalid('required'), id: 'invalid-second', scope: { drivers: ['twice'] } },
  );
  await stack.startWorker();
});

/** Lets a short trip happen; answers its key. */
async function shortTrip(driverId: string, tripId: string, events?: number[]) {
  stack.put({ driverId, tripId }, { distanceKm: 0.1, ...(events ? { events } : {}) });
  await stack.runTrip({ driverId, tripId });
  return { fleetId: FLEET, driverId, tripId };
}

async function deletionOf(key: { driverId: string; tripId: string }) {
  return (
    await listDeletions(stack.database.db, { fleetId: FLEET, driverId: key.driverId, tripId: key.tripId })
  ).items[0]!;
}

async function approve(id: string): Promise<DeletionResult> {
  await storeVerdict(stack.database.db, { id, decision: 'approved', by: 'Ann' });
  const input = { fleet: FLEET, deletionId: id };
  return stack.execute<DeletionResult>('deletionWorkflow', deletionWorkflowId(input), input);
}

/** Returns the UTC date of the next attempt of a workflow's pending activity. */
async function nextTryOn(handle: WorkflowHandle): Promise<string> {
  const [pending] = (await handle.describe()).raw.pendingActivities ?? [];
  return utcDate(Number(pending?.scheduledTime?.seconds ?? 0) * 1000);
}

const deletes = (tripId: string): number =>
  stack.analytics.calls.filter((call) => call.startsWith('DELETE') && call.endsWith(tripId)).length;

describe('a deletion that a person has to approve', () => {
  it('asks, keeps a snapshot, deletes once, verifies and is in the audit', async () => {
    const key = await shortTrip('required', 'r-1');
    const asked = await deletionOf(key);
    expect(asked.state).toBe('requested');
    expect((await listDeliveries(stack.database.db, key)).items[0]).toMatchObject({
      state: 'held',
      reason: 'awaiting_approval',
    });
    expect(deletes('r-1')).toBe(0);
    expect(await approve(asked.id)).toEqual({ state: 'deleted' });
    expect(deletes('r-1')).toBe(1);
    const done = await getDeletion(stack.database.db, { fleetId: FLEET, id: asked.id });
    const snapshot = await getSnapshot(stack.database.db, { fleetId: FLEET, id: done!.snapshotId! });
    expect(snapshot?.raw).toMatchObject({ trip_id: 'r-1', info: { distance_km: 0.1 } });
    expect((await getTrip(stack.database.db, key))?.state).toBe('deleted');
    expect((await listDeliveries(stack.database.db, key)).items[0]?.state).toBe('sent');
    const audit = (await listAudit(stack.database.db, { fleetId: FLEET, limit: 200 })).items.map(
      (each) => each.action,
    );
    expect(audit).toEqual(
      expect.arrayContaining(['deletion.requested', 'deletion.approved', 'deletion.deleted', 'trip.deleted']),
    );
  });

  it('whose answer is lost is found gone, and is not deleted a second time', async () => {
    const key = await shortTrip('required', 'r-2');
    stack.analytics.dropNextDelete = true;
    expect(await approve((await deletionOf(key)).id)).toEqual({ state: 'deleted' });
    expect(deletes('r-2')).toBe(1);
    expect(await deletionOf(key)).toMatchObject({ state: 'deleted', serviceAnswer: 'no_answer' });
  });

  it('is refused when the trip was scored anew since', async () => {
    const key = await shortTrip('required', 'r-3');
    stack.put({ driverId: 'required', tripId: 'r-3' }, { distanceKm: 0.1, score: 12 });
    expect(await approve((await deletionOf(key)).id)).toEqual({
      state: 'refused',
      reason: 'changed_since_decision',
    });
    expect(deletes('r-3')).toBe(0);
    expect((await getTrip(stack.database.db, key))?.state).toBe('decided');
  });

  it('never happens to a trip with a collision', async () => {
    const key = await shortTrip('required', 'r-4', [4]);
    expect(await approve((await deletionOf(key)).id)).toEqual({ state: 'refused', reason: 'has_collision' });
    expect(deletes('r-4')).toBe(0);
    const { items } = await listDeliveries(stack.database.db, { ...key, rule: 'invalid-required' });
    expect(items[0]).toMatchObject({ state: 'skipped', reason: 'has_collision' });
  });

  it('that finds a new collision alerts on it, as the next revision', async () => {
    const key = await shortTrip('required', 'r-6');
    stack.put({ driverId: 'required', tripId: 'r-6' }, { distanceKm: 0.1, events: [4] });
    expect(await approve((await deletionOf(key)).id)).toEqual({ state: 'refused', reason: 'has_collision' });
    expect((await getTrip(stack.database.db, key))?.revision).toBe(2);
    const { items } = await listDeliveries(stack.database.db, { ...key, rule: 'collision' });
    expect(items).toMatchObject([{ action: 'slack', state: 'sent' }]);
    expect(stack.slack.messages.filter((each) => JSON.stringify(each).includes('r-6'))).toHaveLength(1);
  });

  it('interrupted before it returned what is to be sent, returns it when it is retried', async () => {
    const key = await shortTrip('required', 'r-7');
    stack.put({ driverId: 'required', tripId: 'r-7' }, { distanceKm: 0.1, events: [4] });
    const { id } = await deletionOf(key);
    await approve(id);
    // As after a worker that died when everything was decided and no message was sent.
    await stack.database.db
      .updateTable('deliveries')
      .set({ state: 'pending', claimedAt: null, settledAt: null })
      .where('tripId', '=', 'r-7')
      .where('rule', '=', 'collision')
      .execute();
    const input = { fleet: FLEET, deletionId: id };
    await stack.execute('deletionWorkflow', `again-${id}`, input);
    const { items } = await listDeliveries(stack.database.db, { ...key, rule: 'collision' });
    expect(items).toMatchObject([{ state: 'sent' }]);
  });

  it('that finds something to send in quiet hours sends it when they end', async () => {
    await stack.publish(
      { ...invalid('required'), id: 'invalid-quiet', scope: { drivers: ['quiet'] } },
      {
        ...collision,
        id: 'braked',
        severity: 'warning',
        scope: { drivers: ['quiet'] },
        conditions: {
          all: [
            { fact: 'trip.events.count', params: { type: 'HARD_BRAKE' }, operator: 'greaterThan', value: 0 },
          ],
        },
        actions: [{ type: 'slack', channel: '#fleet-safety', quiet_hours: quietNow(22) }],
      },
    );
    const key = await shortTrip('quiet', 'q-1');
    stack.put({ driverId: 'quiet', tripId: 'q-1' }, { distanceKm: 0.1, events: [0] });
    expect(await approve((await deletionOf(key)).id)).toMatchObject({ state: 'refused' });
    const [held] = (await listDeliveries(stack.database.db, { ...key, rule: 'braked' })).items;
    expect(held).toMatchObject({ state: 'held', reason: 'quiet_hours' });
    const release = { fleet: FLEET, releaseAt: held!.releaseAt!.toISOString() };
    const handle = stack.client.workflow.getHandle(releaseWorkflowId(release));
    expect((await handle.describe()).status.name).toBe('RUNNING');
    await handle.terminate();
  });

  it('that two rules ask for settles both', async () => {
    const key = await shortTrip('twice', 'w-1');
    const before = (await listDeliveries(stack.database.db, key)).items;
    expect(before.map((each) => each.state)).toEqual(['held', 'held']);
    expect(await approve((await deletionOf(key)).id)).toEqual({ state: 'deleted' });
    expect(deletes('w-1')).toBe(1);
    const after = (await listDeliveries(stack.database.db, key)).items;
    expect(after.map((each) => [each.state, each.reason]).sort()).toEqual([
      ['sent', null],
      ['skipped', 'trip_deleted'],
    ]);
  });

  it('waits for the next day when the day’s deletions have come to their end', async () => {
    // The next day would have room for the second.
    await clearOfMidnight('UTC');
    const first = await shortTrip('capped', 'c-1');
    const second = await shortTrip('capped', 'c-2');
    expect(await approve((await deletionOf(first)).id)).toEqual({ state: 'deleted' });
    const { id } = await deletionOf(second);
    const waiting = approve(id);
    waiting.catch(() => undefined);
    await expect
      .poll(async () => (await getDeletion(stack.database.db, { fleetId: FLEET, id }))?.reason)
      .toBe('daily_cap_reached');
    expect((await getDeletion(stack.database.db, { fleetId: FLEET, id }))?.state).toBe('approved');
    const handle = stack.client.workflow.getHandle(deletionWorkflowId({ fleet: FLEET, deletionId: id }));
    // The reason is stored before the attempt has ended: until then Temporal shows when this attempt was due.
    await expect.poll(() => nextTryOn(handle)).toBe(utcDate(Date.now() + 86_400_000));
    await handle.terminate();
    expect(deletes('c-2')).toBe(0);
  }, 250_000);

  it('finds a trip that is gone already', async () => {
    const key = await shortTrip('required', 'r-5');
    stack.analytics.trips.delete(tripAt('required', 'r-5'));
    expect(await approve((await deletionOf(key)).id)).toMatchObject({ state: 'gone' });
    expect((await getTrip(stack.database.db, key))?.state).toBe('gone');
    expect(deletes('r-5')).toBe(0);
  });
});

describe('a deletion that needs nobody', () => {
  // The next day has room again.
  beforeEach(() => clearOfMidnight('UTC'));

  it('stops at the day’s cap', async () => {
    const states: string[] = [];
    for (const tripId of ['a-1', 'a-2', 'a-3']) {
      const key = await shortTrip('auto', tripId);
      states.push((await deletionOf(key)).state);
    }
    expect(states).toEqual(['deleted', 'deleted', 'refused']);
    expect(deletes('a-3')).toBe(0);
    expect((await deletionOf({ driverId: 'auto', tripId: 'a-3' })).reason).toBe('daily_cap_reached');
  });
});
