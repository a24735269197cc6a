import { decisionSentence } from '../../messages/decisions/index.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, utcDate } from '../../rules/time/index.ts';
import { listAlarms } from '../../store/alarms/index.ts';
import { listAudit } from '../../store/db/index.ts';
import { getSnapshot, getTrip, latestDecision, listNotifications } from '../../store/trips/index.ts';
import {
  claimDeletion,
  deletionAsks,
  freeDeletion,
  getDeletion,
  listDeletions,
  renewDeletionClaim,
} from '../../store/deletions/index.ts';
import { listDeliveries } from '../../store/deliveries/index.ts';
import { deletionExpiryWorkflowId, deletionWorkflowId } from '../../workflows/contracts/index.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import type { DeletionResult } from '../../workflows/contracts/index.ts';
import { standInTrip, tripAt } from '../support/stand-ins/analytics.ts';
import { clearOfMidnight } from '../support/run/clearOfMidnight.ts';
import { FLEET } from '../support/servers/stack.ts';
import { useStack } from '../support/servers/useStack.ts';
import { storeFillers, storeVerdict } from '../support/store/records.ts';
import { deletingRule, liveRule } from '../support/rules/documents.ts';

const invalid = (id: string, drivers: string[], action: JsonObject, more: JsonObject = {}) =>
  deletingRule(action, { id, scope: { drivers }, ...more });

const drop = liveRule(
  { fact: 'driver.score_change', params: { over: '7d' }, operator: 'lessThanInclusive', value: -10 },
  { id: 'score-drop', name: 'Score drop', actions: [{ type: 'slack', channel: '#drops' }] },
);

const stack = useStack();
beforeAll(async () => {
  for (const channel of ['cleaning', 'own', 'drops']) stack.slack.channels.add(channel);
  await stack.publish(
    invalid('asks', ['asked', 'late', 'refused', 'incident', 'slow', 'expires'], { ask: '#cleaning' }),
    invalid(
      'asks-own',
      ['own'],
      {},
      {
        actions: [{ type: 'slack', channel: '#own' }, { type: 'delete_trip' }],
      },
    ),
    invalid(
      'asks-by-mail',
      ['mail'],
      {},
      { actions: [{ type: 'email', to: ['lead@example.com'] }, { type: 'delete_trip' }] },
    ),
    invalid('by-itself', ['scored', 'unscored', 'away', 'again'], {
      approval: 'auto',
      max_per_day: 100,
      max_share: 1,
    }),
    invalid('shares', ['shared'], { approval: 'auto', max_per_day: 100, ask: '#cleaning' }),
    drop,
  );
  await stack.startWorker();
});

async function tripOf(driverId: string, tripId: string, options: Parameters<typeof standInTrip>[1] = {}) {
  stack.put({ driverId, tripId }, { distanceKm: 0.1, ...options });
  await stack.runTrip({ driverId, tripId });
  return { fleetId: FLEET, driverId, tripId };
}

async function deletionOf(key: { driverId: string; tripId: string }) {
  const { items } = await listDeletions(stack.database.db, {
    fleetId: FLEET,
    driverId: key.driverId,
    tripId: key.tripId,
  });
  return items[0]!;
}

async function decide(id: string, decision: 'approved' | 'rejected'): Promise<DeletionResult> {
  await storeVerdict(stack.database.db, { id, decision });
  return deliver(id, deletionWorkflowId({ fleet: FLEET, deletionId: id }));
}

function deliver(id: string, workflowId: string): Promise<DeletionResult> {
  const input = { fleet: FLEET, deletionId: id };
  return stack.execute<DeletionResult>('deletionWorkflow', workflowId, input);
}

const deletes = (tripId: string): number =>
  stack.analytics.calls.filter((call) => call.startsWith('DELETE') && call.endsWith(`/${tripId}`)).length;

async function auditOf(id: string): Promise<string[]> {
  const { items } = await listAudit(stack.database.db, {
    fleetId: FLEET,
    subjectType: 'deletion',
    subjectId: id,
  });
  return items.map(({ action }) => action).reverse();
}

function scores(driverId: string, byDate: Record<string, number>): void {
  stack.analytics.scores.set(driverId, new Map(Object.entries(byDate)));
}

async function changeOf(key: { fleetId: string; driverId: string; tripId: string }) {
  const decision = await latestDecision(stack.database.db, key);
  const rule = decision?.rules.find((each) => each.rule === 'score-drop');
  return { outcome: rule?.outcome, sentence: rule && decisionSentence(rule, 'en') };
}

describe('a deletion that asks', () => {
  it('has its snapshot at hand at once, and asks where the action says', async () => {
    const key = await tripOf('asked', 'k-1');
    const asked = await deletionOf(key);
    expect(asked.state).toBe('requested');
    const snapshot = await getSnapshot(stack.database.db, { fleetId: FLEET, id: asked.snapshotId! });
    expect(snapshot?.raw).toMatchObject({ trip_id: 'k-1', simple_path: expect.anything() as unknown });
    const asks = await deletionAsks(stack.database.db, { fleetId: FLEET, deletionId: asked.id });
    expect(asks).toMatchObject([{ receiver: '#cleaning', state: 'sent', kind: 'deletion_request' }]);
    const asking = (): string =>
      JSON.stringify(stack.slack.messages.filter((each) => JSON.stringify(each).includes('trip k-1')));
    expect(asking()).toContain('"action_id":"deletion_approve"');
    expect(await decide(asked.id, 'rejected')).toEqual({ state: 'refused', reason: 'rejected' });
    expect(deletes('k-1')).toBe(0);
    // The message shows the decision at once, and has no buttons left.
    expect(asking()).not.toContain('deletion_approve');
  });

  it('shows who approved it while the service is unavailable, so that nobody presses again', async () => {
    const key = await tripOf('asked', 'k-8');
    const { id } = await deletionOf(key);
    const asking = (): string =>
      JSON.stringify(stack.slack.messages.filter((each) => JSON.stringify(each).includes('trip k-8')));
    expect(asking()).toContain('"action_id":"deletion_approve"');
    stack.analytics.mode = 'unavailable';
    const deleted = decide(id, 'approved');
    try {
      await expect.poll(asking, { timeout: 15_000 }).not.toContain('deletion_approve');
      expect(asking()).toContain('ann approved it');
      expect((await getDeletion(stack.database.db, { fleetId: FLEET, id }))?.settledAt).toBeNull();
    } finally {
      stack.analytics.mode = 'ok';
    }
    expect(await deleted).toEqual({ state: 'deleted' });
    expect(asking()).toContain('ann had approved it');
  }, 60_000);

  it('asks in the rule’s own channel when the action names none', async () => {
    const asked = await deletionOf(await tripOf('own', 'k-2'));
    const asks = await deletionAsks(stack.database.db, { fleetId: FLEET, deletionId: asked.id });
    expect(asks.map(({ receiver, state }) => [receiver, state])).toEqual([['#own', 'sent']]);
  });

  it('notifies the rule’s e-mail receivers that it waits and how to decide, if there is no Slack to ask', async () => {
    const asked = await deletionOf(await tripOf('mail', 'k-mail'));
    const asks = await deletionAsks(stack.database.db, { fleetId: FLEET, deletionId: asked.id });
    expect(asks.map(({ action, receiver, state }) => [action, receiver, state])).toEqual([
      ['email', 'lead@example.com', 'sent'],
    ]);
    const mail = stack.smtp.mails
      .map(({ parsed }) => JSON.stringify(parsed))
      .find((each) => each.includes('Delete this trip'));
    expect(mail).toContain('deletions approve');
    expect(mail).toContain('/t/');
    expect(mail).not.toContain('/a/');
    expect(await decide(asked.id, 'rejected')).toEqual({ state: 'refused', reason: 'rejected' });
  });

  it('expires by itself, and says so in the audit', async () => {
    await stack.publish(invalid('short', ['short'], { expires_after: '2s' }));
    const { id } = await deletionOf(await tripOf('short', 'k-3'));
    const workflowId = deletionExpiryWorkflowId({ fleet: FLEET, deletionId: id });
    await stack.client.workflow.getHandle(workflowId).result();
    expect((await getDeletion(stack.database.db, { fleetId: FLEET, id }))?.state).toBe('expired');
    expect(await auditOf(id)).toEqual(['deletion.requested', 'deletion.expired']);
  });

  it('is refused while an incident of the trip is open, one that opened after the approval too', async () => {
    const key = await tripOf('incident', 'k-4');
    const { id } = await deletionOf(key);
    await storeVerdict(stack.database.db, { id, decision: 'approved' });
    await stack.database.db
      .insertInto('incidents')
      .values({
        ...key,
        policy: 'p',
        policyVersion: 1,
        rule: 'r',
        ruleVersion: 1,
        severity: 'critical',
        tripEndedAt: null,
        late: false,
        state: 'acknowledged',
        openedAt: new Date(),
        dueAt: null,
        assignee: null,
        acknowledgedAt: null,
        acknowledgedBy: null,
        unansweredAt: null,
        resolvedAt: null,
        resolvedBy: null,
        disposition: null,
        note: null,
      })
      .execute();
    expect(await deliver(id, `open-${id}`)).toEqual({ state: 'refused', reason: 'open_incident' });
    expect(deletes('k-4')).toBe(0);
    expect(await auditOf(id)).toEqual(['deletion.requested', 'deletion.approved', 'deletion.refused']);
    expect((await getTrip(stack.database.db, key))?.state).toBe('decided');
  });

  it('that the service refuses says so', async () => {
    const key = await tripOf('refused', 'k-5');
    const { id } = await deletionOf(key);
    stack.analytics.refuseDelete.add('k-5');
    expect(await decide(id, 'approved')).toEqual({ state: 'refused', reason: 'service_refused' });
    expect(await auditOf(id)).toEqual([
      'deletion.requested',
      'deletion.approved',
      'deletion.attempted',
      'deletion.refused',
    ]);
    expect((await getTrip(stack.database.db, key))?.state).toBe('decided');
    expect((await getDeletion(stack.database.db, { fleetId: FLEET, id }))?.snapshotId).not.toBeNull();
  });

  it('is not sent a second time while the service shows a trip it said it deleted', async () => {
    const key = await tripOf('slow', 'k-6');
    const { id } = await deletionOf(key);
    stack.analytics.showDeletedFor.set('k-6', 2);
    expect(await decide(id, 'approved')).toEqual({ state: 'deleted' });
    expect(deletes('k-6')).toBe(1);
    expect(await auditOf(id)).toEqual([
      'deletion.requested',
      'deletion.approved',
      'deletion.attempted',
      'deletion.unknown_outcome',
      'deletion.deleted',
    ]);
    expect((await getTrip(stack.database.db, key))?.state).toBe('deleted');
  }, 60_000);

  it('of a trip that is not uploaded yet is never asked for', async () => {
    const handle = await stack.start('tripWorkflow', 'not-uploaded', {
      fleet: FLEET,
      driverId: 'asked',
      tripId: 'k-7',
      receivedAt: new Date().toISOString(),
      source: 'webhook',
    });
    const key = { fleetId: FLEET, driverId: 'asked', tripId: 'k-7' };
    await expect.poll(async () => (await getTrip(stack.database.db, key))?.state).toBe('waiting');
    expect(await deletionOf(key)).toBeUndefined();
    expect(deletes('k-7')).toBe(0);
    await handle.terminate();
  });
});

describe('a worker that dies', () => {
  /** Leaves a deletion as a worker that died after it recorded its DELETE. The lease has expired. */
  async function died(tripId: string, gone: boolean) {
    const key = await tripOf('late', tripId);
    const { id } = await deletionOf(key);
    await storeVerdict(stack.database.db, { id, decision: 'approved' });
    const ago = new Date(Date.now() - 45_000);
    await stack.database.db
      .updateTable('deletions')
      .set({
        state: 'deleting',
        attempts: 1,
        claim: 1,
        claimedAt: ago,
        firstAttemptAt: ago,
        lastAttemptAt: ago,
      })
      .where('id', '=', id)
      .execute();
    if (gone) stack.analytics.trips.delete(tripAt('late', tripId));
    return { id, key };
  }

  it('before its DELETE went out: it goes out once', async () => {
    const { id } = await died('d-1', false);
    expect(await deliver(id, `died-${id}`)).toEqual({ state: 'deleted' });
    expect(deletes('d-1')).toBe(1);
  });

  it('after its DELETE took effect: none goes out, the snapshot is there and the score is read', async () => {
    const { id, key } = await died('d-2', true);
    expect(await deliver(id, `died-${id}`)).toEqual({ state: 'deleted' });
    expect(deletes('d-2')).toBe(0);
    const deletion = await getDeletion(stack.database.db, { fleetId: FLEET, id });
    expect(deletion?.snapshotId).not.toBeNull();
    expect(deletion?.baselineAt).not.toBeNull();
    expect((await getTrip(stack.database.db, key))?.state).toBe('deleted');
  });

  it('before it read the score: it is read when the workflow goes on', async () => {
    const { id } = await died('d-3', true);
    await deliver(id, `died-${id}`);
    await stack.database.db.updateTable('deletions').set({ baselineAt: null }).where('id', '=', id).execute();
    expect(await deliver(id, `again-${id}`)).toEqual({ state: 'deleted' });
    expect((await getDeletion(stack.database.db, { fleetId: FLEET, id }))?.baselineAt).not.toBeNull();
  });

  it('and one that lives keep others out', async () => {
    const { id } = await died('d-4', false);
    const { db } = stack.database;
    const claim = { fleetId: FLEET, id, leaseMs: 40_000 };
    const first = await claimDeletion(db, { ...claim, at: new Date() });
    expect(first.kind).toBe('go');
    expect((await claimDeletion(db, { ...claim, at: new Date() })).kind).toBe('busy');
    await freeDeletion(db, { fleetId: FLEET, id, claim: 2 });
    expect((await claimDeletion(db, { ...claim, at: new Date() })).kind).toBe('go');
    expect(await renewDeletionClaim(db, { fleetId: FLEET, id, claim: 2, at: new Date() })).toBe(false);
  });
});

describe('the scores around a deletion', () => {
  let today: string;
  let weekAgo: string;
  beforeEach(async () => {
    // Scores are read as of the day.
    await clearOfMidnight('UTC');
    today = utcDate(Date.now());
    weekAgo = addDays(today, -7);
  });

  it('are recorded, and a change is counted from the one after it', async () => {
    scores('scored', { [today]: 80, [weekAgo]: 80 });
    const normal = await tripOf('scored', 's-1', { distanceKm: 9 });
    expect((await changeOf(normal)).outcome).toBe('not_matched');
    // The deletion costs the driver fifteen points.
    stack.analytics.onDelete = () => scores('scored', { [today]: 65, [weekAgo]: 80 });
    const gone = await deletionOf(await tripOf('scored', 's-2'));
    stack.analytics.onDelete = undefined;
    expect(gone).toMatchObject({ state: 'deleted', scoreBefore: 80, scoreAfter: 65, baselineDate: today });
    const next = await tripOf('scored', 's-3', { distanceKm: 9 });
    expect(await changeOf(next)).toMatchObject({ outcome: 'not_matched' });
    expect((await changeOf(next)).sentence).toContain(`did not change since a trip was deleted on ${today}`);
    scores('scored', { [today]: 54, [weekAgo]: 80 });
    expect((await changeOf(await tripOf('scored', 's-4', { distanceKm: 9 }))).outcome).toBe('matched');
  });

  it('that cannot be read hold nothing up; the change is unknown until they are', async () => {
    scores('away', { [today]: 80, [weekAgo]: 80 });
    stack.analytics.broken.add('/v3/driver/away/score');
    const run = tripOf('away', 'w-1');
    const key = { driverId: 'away', tripId: 'w-1' };
    await expect.poll(async () => (await deletionOf(key))?.state, { timeout: 20_000 }).toBe('deleted');
    expect(await deletionOf(key)).toMatchObject({ scoreBefore: null, scoreAfter: null, baselineAt: null });
    const follower = tripOf('away', 'w-2', { distanceKm: 9 });
    const next = { fleetId: FLEET, driverId: 'away', tripId: 'w-2' };
    await expect.poll(async () => (await changeOf(next)).outcome, { timeout: 20_000 }).toBe('unknown');
    scores('away', { [today]: 60, [weekAgo]: 80 });
    stack.analytics.broken.clear();
    await Promise.all([run, follower]);
    expect(await deletionOf(key)).toMatchObject({ scoreAfter: 60, baselineDate: today });
    expect((await changeOf(next)).outcome).toBe('not_matched');
    expect(deletes('w-1')).toBe(1);
  }, 90_000);

  it('of a driver who is not rated are not there, and that is said', async () => {
    const gone = await deletionOf(await tripOf('unscored', 'u-1'));
    expect(gone).toMatchObject({ state: 'deleted', scoreBefore: null, scoreAfter: null });
    expect(gone.baselineAt).not.toBeNull();
  });
});

describe('a trip that was deleted', () => {
  it('stays deleted when its notification comes again, with no workflow left to know it', async () => {
    const key = await tripOf('again', 'g-1');
    expect((await getTrip(stack.database.db, key))?.state).toBe('deleted');
    const trip = standInTrip('g-1', { distanceKm: 0.1, events: [4] });
    stack.analytics.trips.set(tripAt('again', 'g-1'), trip);
    const result: unknown = await stack.execute('tripWorkflow', 'after-retention', {
      fleet: FLEET,
      ...key,
      receivedAt: new Date().toISOString(),
      source: 'webhook',
    });
    expect(result).toEqual({ state: 'deleted', revision: 1, deliveries: 0 });
    expect((await getTrip(stack.database.db, key))?.state).toBe('deleted');
    const { items } = await listNotifications(stack.database.db, key);
    expect(items).toHaveLength(2);
    expect(deletes('g-1')).toBe(1);
    expect((await listDeletions(stack.database.db, key)).items).toHaveLength(1);
    expect((await listDeliveries(stack.database.db, key)).items).toHaveLength(1);
  });
});

describe('a rule that deletes by itself', () => {
  beforeEach(() => clearOfMidnight('UTC'));

  it('stops when more than its share of the day’s trips would go, says so once, and lets a person decide', async () => {
    const { db } = stack.database;
    await storeFillers(db, 60);
    const states: string[] = [];
    for (const tripId of ['h-1', 'h-2', 'h-3'])
      states.push((await deletionOf(await tripOf('shared', tripId))).state);
    expect(states).toEqual(['requested', 'requested', 'requested']);
    expect(deletes('h-1')).toBe(0);
    const first = await deletionOf({ driverId: 'shared', tripId: 'h-1' });
    expect(first).toMatchObject({ reason: 'daily_share_reached', approval: 'required', attempts: 0 });
    expect(await auditOf(first.id)).toEqual(['deletion.requested', 'deletion.stopped']);
    const alarms = await listAlarms(db, { fleetId: FLEET, openOnly: true });
    expect(alarms.filter(({ kind }) => kind === 'deletions_stopped')).toMatchObject([{ subject: 'shares' }]);
    const { items } = await listDeliveries(db, { fleetId: FLEET, rule: 'shares' });
    expect(items.filter(({ kind }) => kind === 'deletion_request')).toHaveLength(1);
    // On a later day a person may approve another one, because the reason for the stop no longer applies.
    const second = await deletionOf({ driverId: 'shared', tripId: 'h-2' });
    await storeVerdict(db, { id: second.id, decision: 'approved' });
    expect(await getDeletion(db, { fleetId: FLEET, id: second.id })).toMatchObject({
      state: 'approved',
      reason: null,
    });
    expect(await decide(first.id, 'rejected')).toMatchObject({ state: 'refused' });
    expect(await listAlarms(db, { fleetId: FLEET, openOnly: true })).toEqual([]);
  });
});
