import { beforeAll, beforeEach, expect, it } from 'vitest';
import { getDeletion, listDeletions } from '../../store/deletions/index.ts';
import type { Deletion } from '../../store/deletions/index.ts';
import { listDeliveries } from '../../store/deliveries/index.ts';
import { deletionWorkflowId } from '../../workflows/contracts/index.ts';
import type { DeletionResult } from '../../workflows/contracts/index.ts';
import { clearOfMidnight } from '../support/run/clearOfMidnight.ts';
import { quietNow } from '../support/run/quietNow.ts';
import { FLEET, UNLIMITED, releaseHeld } from '../support/servers/stack.ts';
import { useStack } from '../support/servers/useStack.ts';
import { storeFillers, storeVerdict } from '../support/store/records.ts';
import { liveRule, shorterThan } from '../support/rules/documents.ts';

const stack = useStack();
beforeAll(async () => {
  stack.slack.channels.add('cleaning');
  // A share has a meaning only from twenty trips a day on.
  await clearOfMidnight('UTC');
  await storeFillers(stack.database.db, 30);
  await stack.startWorker({ rateLimits: { slack: UNLIMITED } });
});
beforeEach(() => void (stack.slack.messages.length = 0));

/** Publishes a rule about one driver that deletes automatically, and stops before its first trip. */
function stops(driverId: string, options: { readonly quiet: boolean }) {
  const slack = {
    type: 'slack',
    channel: '#cleaning',
    ...(options.quiet && { quiet_hours: quietNow(11) }),
  };
  const deletes = { type: 'delete_trip', approval: 'auto', max_per_day: 100, max_share: 0.001 };
  return stack.publish(
    liveRule(shorterThan(0.5), {
      id: driverId,
      name: 'Invalid trip',
      severity: 'info',
      scope: { drivers: [driverId] },
      actions: options.quiet ? [slack, deletes] : [{ ...deletes, ask: '#cleaning' }],
    }),
  );
}

function put(driverId: string, tripId: string) {
  stack.put({ driverId, tripId }, { distanceKm: 0.1 });
  return { fleetId: FLEET, driverId, tripId };
}

/** Runs a trip whose rule has stopped. @returns the approval request that its deletion became */
async function stopped(driverId: string, tripId: string): Promise<Deletion> {
  await stack.runTrip(put(driverId, tripId));
  return requestOf(driverId, tripId);
}

async function requestOf(driverId: string, tripId: string): Promise<Deletion> {
  const { items } = await listDeletions(stack.database.db, { fleetId: FLEET, driverId, tripId });
  expect(items).toMatchObject([{ state: 'requested', reason: 'daily_share_reached' }]);
  return items[0]!;
}

/** Decides as the server does, and begins the workflow that follows. */
async function decide({ id }: Deletion, decision: 'approved' | 'rejected') {
  await storeVerdict(stack.database.db, { id, decision });
  const input = { fleet: FLEET, deletionId: id };
  return stack.start<DeletionResult>('deletionWorkflow', deletionWorkflowId(input), input);
}

const reject = async (deletion: Deletion) => (await decide(deletion, 'rejected')).result();

/** Returns the trips whose messages in Slack have buttons to approve the deletion. */
function askedAbout(): readonly string[] {
  return stack.slack.messages
    .map((each) => JSON.stringify(each))
    .filter((text) => text.includes('"action_id":"deletion_approve"'))
    .map((text) => /trip (h-\d)/.exec(text)?.[1] ?? text);
}

async function questionsOf(rule: string) {
  const { items } = await listDeliveries(stack.database.db, { fleetId: FLEET, rule });
  return items
    .filter(({ kind }) => kind === 'deletion_request')
    .map(({ driverId, tripId, deletionId, state }) => ({ driverId, tripId, deletionId, state }));
}

it('the day’s question asks about the next trip when the first is decided before quiet hours are over', async () => {
  await stops('quiet', { quiet: true });
  const first = await stopped('quiet', 'h-1');
  const second = await stopped('quiet', 'h-2');
  const held = { driverId: 'quiet', state: 'held' };
  expect(await questionsOf('quiet')).toEqual([{ ...held, tripId: 'h-1', deletionId: first.id }]);
  expect(await reject(first)).toMatchObject({ state: 'refused' });
  expect(await questionsOf('quiet')).toEqual([{ ...held, tripId: 'h-2', deletionId: second.id }]);
  await releaseHeld(stack);
  expect(askedAbout()).toEqual(['h-2']);
  // A decision after that is shown in that message.
  await reject(second);
  expect(askedAbout()).toEqual([]);
});

it('nobody is asked when all of them are decided before, however they meet', async () => {
  await stops('both', { quiet: true });
  const first = await stopped('both', 'h-1');
  const second = await stopped('both', 'h-2');
  await Promise.all([reject(first), reject(second)]);
  expect(await questionsOf('both')).toMatchObject([{ state: 'skipped' }]);
  await releaseHeld(stack);
  expect(askedAbout()).toEqual([]);
});

it('it asks about the next trip also while one that was approved waits for the next day', async () => {
  await stops('waits', { quiet: true });
  const first = await stopped('waits', 'h-1');
  await stopped('waits', 'h-2');
  const approved = await decide(first, 'approved');
  await releaseHeld(stack);
  expect(askedAbout()).toEqual(['h-2']);
  const { state } = (await getDeletion(stack.database.db, { fleetId: FLEET, id: first.id }))!;
  expect(state).toBe('approved');
  await approved.terminate();
});

it('a trip that stops after all before it were decided is asked about that day', async () => {
  await stops('later', { quiet: true });
  await reject(await stopped('later', 'h-1'));
  const second = await stopped('later', 'h-2');
  expect(await questionsOf('later')).toMatchObject([{ tripId: 'h-2', deletionId: second.id, state: 'held' }]);
  await releaseHeld(stack);
  expect(askedAbout()).toEqual(['h-2']);
});

it('the question asks about the next trip when the first is decided while Slack takes nothing', async () => {
  await stops('away', { quiet: false });
  stack.slack.outage = { status: 403 };
  const running = stack.runTrip(put('away', 'h-1'));
  await expect
    .poll(() => questionsOf('away'), { timeout: 20_000 })
    .toMatchObject([{ tripId: 'h-1', state: 'pending' }]);
  await stopped('away', 'h-2');
  const rejected = await decide(await requestOf('away', 'h-1'), 'rejected');
  await expect
    .poll(() => questionsOf('away'), { timeout: 30_000 })
    .toMatchObject([{ tripId: 'h-2', state: 'pending' }]);
  stack.slack.outage = undefined;
  await expect.poll(askedAbout, { timeout: 30_000 }).toEqual(['h-2']);
  await Promise.all([running, rejected.result()]);
  expect(await questionsOf('away')).toMatchObject([{ tripId: 'h-2', state: 'sent' }]);
}, 60_000);
