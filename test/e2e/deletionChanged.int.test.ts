import { beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '../../store/db/index.ts';
import { latestDecision } from '../../store/trips/index.ts';
import { listDeletions } from '../../store/deletions/index.ts';
import type { Deletion } from '../../store/deletions/index.ts';
import { listDeliveries } from '../../store/deliveries/index.ts';
import { deletionPressWorkflowId, deletionWorkflowId } from '../../workflows/contracts/index.ts';
import type { DeletionInput, DeletionPress, DeletionResult } from '../../workflows/contracts/index.ts';
import type { standInTrip } from '../support/stand-ins/analytics.ts';
import { clearOfMidnight } from '../support/run/clearOfMidnight.ts';
import { FLEET, sha256Hex } from '../support/servers/stack.ts';
import { useStack } from '../support/servers/useStack.ts';
import { storeVerdict } from '../support/store/records.ts';
import { liveRule, shorterThan } from '../support/rules/documents.ts';

const below = (id: string, km: number, drivers: string[], action: object = {}) =>
  liveRule(shorterThan(km), {
    id,
    name: 'Invalid trip',
    severity: 'info',
    scope: { drivers },
    actions: [{ type: 'delete_trip', ask: '#cleaning', ...action }],
  });

const stack = useStack();
beforeAll(async () => {
  stack.slack.channels.add('cleaning');
  await stack.publish(
    below('short', 0.5, ['asked', 'older', 'still', 'pressed', 'withheld']),
    below('capped', 0.5, ['capped'], { max_per_day: 1 }),
    below('first', 0.5, ['both']),
    below('second', 50, ['both']),
  );
  await stack.startWorker();
});

type Key = { readonly fleetId: string; readonly driverId: string; readonly tripId: string };

async function tripOf(driverId: string, tripId: string): Promise<Key> {
  show({ driverId, tripId }, { distanceKm: 0.1 });
  await stack.runTrip({ driverId, tripId });
  return { fleetId: FLEET, driverId, tripId };
}

/** Sets what the service returns for a trip from now on. */
function show(key: Pick<Key, 'driverId' | 'tripId'>, as: Parameters<typeof standInTrip>[1]): void {
  stack.put(key, as);
}

async function replay({ driverId, tripId }: Key): Promise<void> {
  const simulationId = crypto.randomUUID();
  const input = { fleet: FLEET, driverId, tripId, effects: true, who: 'ann', simulationId };
  await stack.execute('replayWorkflow', `replay:test:${simulationId}`, input);
}

const deletionsOf = async (key: Key): Promise<Deletion[]> =>
  (await listDeletions(stack.database.db, key)).items;
const ledgerOf = async (key: Key) =>
  (await listDeliveries(stack.database.db, key)).items
    .filter(({ action }) => action === 'delete_trip')
    .map(({ rule, state, reason }) => `${rule} ${state} ${reason}`)
    .sort();
const deletes = (key: Key): number =>
  stack.analytics.calls.filter((call) => call.startsWith('DELETE') && call.endsWith(`/${key.tripId}`)).length;
const questionOf = ({ tripId }: Key): string =>
  JSON.stringify(stack.slack.messages.filter((each) => JSON.stringify(each).includes(`trip ${tripId} `)));

async function approve({ id }: Deletion): Promise<DeletionResult> {
  await storeVerdict(stack.database.db, { id, decision: 'approved' });
  const input: DeletionInput = { fleet: FLEET, deletionId: id };
  return stack.execute<DeletionResult>('deletionWorkflow', deletionWorkflowId(input), input);
}

/** Starts the workflow of a late press, as the web server does. */
async function pressLate({ id }: Deletion, channelId: string): Promise<void> {
  const input: DeletionPress = {
    fleet: FLEET,
    deletionId: id,
    pressedAt: new Date().toISOString(),
    userId: 'U07',
    channelId,
  };
  await stack.execute('deletionPressWorkflow', deletionPressWorkflowId(input, 'press', sha256Hex), input);
}

async function outcomeOf(key: Key, rule: string): Promise<string | undefined> {
  const decision = await latestDecision(stack.database.db, key);
  return decision?.rules.find((each) => each.rule === rule)?.outcome;
}

describe('a request whose rule does not match the trip’s next revision', () => {
  it('ends: nothing is left to approve, and the question says so', async () => {
    const key = await tripOf('asked', 'n-1');
    const [asked] = await deletionsOf(key);
    expect(asked).toMatchObject({
      state: 'requested',
      revision: 1,
      contentHash: expect.any(String) as unknown,
    });
    expect(questionOf(key)).toContain('deletion_approve');
    show(key, { distanceKm: 35 });
    await replay(key);
    expect(await outcomeOf(key, 'short')).toBe('not_matched');
    expect(await deletionsOf(key)).toMatchObject([{ state: 'refused', reason: 'no_longer_matched' }]);
    expect(await ledgerOf(key)).toEqual(['short skipped no_longer_matched']);
    expect(questionOf(key)).not.toContain('deletion_approve');
    expect(questionOf(key)).toContain('no longer matches the trip');
    const { items } = await listAudit(stack.database.db, {
      fleetId: FLEET,
      subjectType: 'deletion',
      subjectId: asked!.id,
    });
    expect(items[0]).toMatchObject({ action: 'deletion.refused', why: 'no_longer_matched' });
    expect(await approve(asked!)).toEqual({ state: 'refused', reason: 'no_longer_matched' });
    expect(deletes(key)).toBe(0);
  });

  it('and that is still open is refused when it is approved', async () => {
    const key = await tripOf('older', 'n-2');
    const [asked] = await deletionsOf(key);
    show(key, { distanceKm: 35 });
    await replay(key);
    await stack.database.db
      .updateTable('deletions')
      .set({ state: 'requested', reason: null, settledAt: null })
      .where((row) => row.and({ fleetId: FLEET, id: asked!.id }))
      .execute();
    expect(await approve(asked!)).toEqual({ state: 'refused', reason: 'changed_since_decision' });
    expect(deletes(key)).toBe(0);
  });

  it('ends too when it is approved and waits for tomorrow', async () => {
    // Starts away from midnight, because the next day would have room for the second.
    await clearOfMidnight('UTC');
    const first = await tripOf('capped', 'n-3');
    const second = await tripOf('capped', 'n-4');
    expect(await approve((await deletionsOf(first))[0]!)).toEqual({ state: 'deleted' });
    const [waiting] = await deletionsOf(second);
    void approve(waiting!).catch(() => undefined);
    await expect.poll(async () => (await deletionsOf(second))[0]?.reason).toBe('daily_cap_reached');
    show(second, { distanceKm: 35 });
    await replay(second);
    expect(await deletionsOf(second)).toMatchObject([{ state: 'refused', reason: 'no_longer_matched' }]);
    const input = { fleet: FLEET, deletionId: waiting!.id };
    await stack.client.workflow.getHandle(deletionWorkflowId(input)).terminate();
    expect(await stack.execute('deletionWorkflow', `tomorrow-${waiting!.id}`, input)).toEqual({
      state: 'refused',
      reason: 'no_longer_matched',
    });
    expect(deletes(second)).toBe(0);
  }, 250_000);

  it('makes room for the request of another rule that still does', async () => {
    const key = await tripOf('both', 'n-5');
    expect(await deletionsOf(key)).toMatchObject([{ rule: 'first', state: 'requested' }]);
    show(key, { distanceKm: 35 });
    await replay(key);
    expect(await deletionsOf(key)).toMatchObject([
      { rule: 'second', state: 'requested', revision: 2 },
      { rule: 'first', state: 'refused', reason: 'no_longer_matched' },
    ]);
    expect(await ledgerOf(key)).toEqual(['first skipped no_longer_matched', 'second held awaiting_approval']);
  });
});

it('a request whose rule matches the next revision too stays, and can be approved', async () => {
  const key = await tripOf('still', 'n-6');
  const [asked] = await deletionsOf(key);
  show(key, { distanceKm: 0.2 });
  await replay(key);
  expect(await deletionsOf(key)).toMatchObject([{ id: asked!.id, state: 'requested', revision: 1 }]);
  expect(await approve(asked!)).toEqual({ state: 'deleted' });
  expect(deletes(key)).toBe(1);
});

it('a press on an answered request updates it, and sends its state to the person who pressed', async () => {
  const key = await tripOf('pressed', 'n-7');
  const [asked] = await deletionsOf(key);
  await storeVerdict(stack.database.db, { id: asked!.id, decision: 'rejected', by: 'Ann' });
  expect(questionOf(key)).toContain('deletion_approve');
  const question = stack.slack.messages.find((each) => JSON.stringify(each).includes(`trip ${key.tripId} `))!;
  await pressLate(asked!, question.channel);
  expect(questionOf(key)).not.toContain('deletion_approve');
  expect(stack.slack.ephemerals).toMatchObject([
    {
      channel: question.channel,
      user: 'U07',
      text: expect.stringMatching(
        /^Trip kept\. Ann rejected the deletion .* Your answer changed nothing\.$/,
      ) as unknown,
    },
  ]);
});

it('a trip that an approval finds changed is decided again once what was withheld can be read', async () => {
  await clearOfMidnight('UTC');
  await stack.publish(
    liveRule(
      { fact: 'driver.score', operator: 'lessThan', value: 70 },
      { id: 'low', name: 'Low score', severity: 'info', scope: { drivers: ['withheld'] }, actions: [] },
    ),
  );
  const today = new Date().toISOString().slice(0, 10);
  stack.analytics.scores.set('withheld', new Map([[today, 60]]));
  const key = await tripOf('withheld', 'n-8');
  expect(await outcomeOf(key, 'low')).toBe('matched');
  const [asked] = await deletionsOf(key);
  show(key, { distanceKm: 0.1, events: [4] });
  // The stored reading is not fetched again.
  await stack.database.db.deleteFrom('driverReadings').where('driverId', '=', 'withheld').execute();
  stack.analytics.broken.add('/v3/driver/withheld/score');
  expect(await approve(asked!)).toEqual({ state: 'refused', reason: 'has_collision' });
  expect(await outcomeOf(key, 'low')).toBe('unknown');
  stack.analytics.broken.clear();
  await expect.poll(() => outcomeOf(key, 'low'), { timeout: 60_000 }).toBe('matched');
}, 250_000);
