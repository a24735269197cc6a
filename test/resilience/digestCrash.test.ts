import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lastSending } from '../../rules/digests/index.ts';
import {
  WORKFLOWS,
  digestScheduleId,
  digestSyncWorkflowId,
  digestWorkflowId,
} from '../../workflows/contracts/index.ts';
import { deliveriesOf, drive, startDigest, until } from '../support/digests/digests.ts';
import { killableWorker } from '../support/servers/killable.ts';
import type { Killable } from '../support/servers/killable.ts';
import { FLEET, startStack } from '../support/servers/stack.ts';
import type { Stack } from '../support/servers/stack.ts';

/** Half a day from now, so that no sending becomes due during the test. */
const hour = (new Date().getUTCHours() + 12) % 24;
const send = { at: `${String(hour).padStart(2, '0')}:00`, timezone: 'UTC' };
const to = Array.from({ length: 12 }, (_, index) => `lead-${index}@example.com`);

/** Several batches of five hundred. */
const DRIVERS = 1_800;
/** Drivers of a page that the worker requests from the service. */
const PAGE = 50;

let stack: Stack;
let workers: Killable[];

beforeAll(async () => {
  stack = await startStack({ answerAfterMs: 300 });
  stack.slack.channels.add('fleet');
  drive(stack, 'd-1', 'd-2');
  stack.analytics.groups.set(
    'north',
    Array.from({ length: DRIVERS }, (_each, at) => `d-${at}`),
  );
  // Slow enough to kill a worker in the middle of a list.
  stack.analytics.pageAfterMs = 100;
  workers = [0, 1].map(() => killableWorker(stack.environment));
  await workers[0]!.start();
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await stack.close();
});

/** Returns whether a heartbeat has reported how much of a list of drivers is read. */
async function isHalfWay(handle: WorkflowHandle): Promise<boolean> {
  const described = await handle.describe().catch(() => undefined);
  const details = described?.raw.pendingActivities?.flatMap(({ heartbeatDetails }) => heartbeatDetails?.payloads ?? []); // prettier-ignore
  return details?.some(({ data }) => Buffer.from(data ?? []).includes('"offset"')) ?? false;
}
const killBoth = () => Promise.all(workers.map((worker) => worker.killAndRestart()));

it(
  'killed over the tick, while drivers are read and while it is sent: it is complete, and everyone gets it once, or marked',
  { timeout: 400_000 },
  async () => {
    const key = { fleet: FLEET, digest: `killed-${Date.now()}` };
    const document = { id: key.digest, name: 'Killed', period: 'day', send, paused: false };
    await stack.publishAs('digest', { ...document, groups: ['north'], to: ['ann@example.com'] });
    const { taskQueue } = stack.config.temporal;
    // Stacks share a Temporal, and other tests sync the digests of this fleet too.
    const workflowId = `${digestSyncWorkflowId(key)}:${key.digest}`;
    const comparing = { taskQueue, workflowId, args: [{ fleet: FLEET }] };
    await stack.client.workflow.execute(WORKFLOWS.digestSync, comparing);
    // No worker runs when the digest is due. The workers begin it after their start.
    await workers[0]!.stop();
    const due = lastSending({ period: 'day', send }, new Date())!;
    const schedule = stack.client.schedule.getHandle(digestScheduleId(key));
    await schedule.backfill({ start: due.at, end: due.at, overlap: 'ALLOW_ALL' });
    await until('ticked', async () => (await schedule.describe()).info.numActionsTaken > 0);
    await schedule.delete();
    await Promise.all(workers.map((worker) => worker.start()));

    // One digest is in the middle of a list, and Temporal knows how much of it was read. The other is killed at the worst moment:
    // the mail server has some of its mails, but the worker has not received the answers.
    const read = stack.client.workflow.getHandle(digestWorkflowId(key, `${due.period.now.to}:day`));
    await until('half-way', () => isHalfWay(read));
    stack.analytics.pageAfterMs = 1_000;
    const sent = await startDigest(stack, { id: `sent-${key.digest}`, to, slack: '#fleet' });
    await until('three mails', () => stack.smtp.mails.length >= 3, 200_000);
    await killBoth();
    stack.analytics.pageAfterMs = 0;
    await Promise.all([isWhole(read, key.digest), arrived(sent)]);
  },
);

/** Expects that the interrupted list was continued where it was, without a missing or duplicate driver. */
async function isWhole(handle: WorkflowHandle, digestId: string): Promise<void> {
  expect(await handle.result()).toMatchObject({ drivers: DRIVERS, messages: 1 });
  expect(stack.analytics.pages.filter(({ offset }) => offset === 0)).toHaveLength(2);
  expect(stack.analytics.pages.length).toBeLessThan((3 * DRIVERS) / PAGE);
  const runs = await stack.database.db
    .selectFrom('digestRuns')
    .select('content')
    .where('digestId', '=', digestId)
    .execute();
  expect(runs).toMatchObject([
    {
      content: {
        drivers: { active: { value: DRIVERS } },
        driving: { trips: { value: DRIVERS, before: DRIVERS } },
      },
    },
  ]);
  expect(stack.smtp.mails.filter((mail) => mail.to[0] === 'ann@example.com')).toHaveLength(1);
}

async function arrived({ runId, handle }: Awaited<ReturnType<typeof startDigest>>): Promise<void> {
  expect(await handle.result()).toMatchObject({ messages: 13 });
  const deliveries = await deliveriesOf(stack, runId);
  expect([...deliveries.values()].map(({ state }) => state)).toEqual(Array<string>(13).fill('sent'));
  // Slack allows lookups, so it has exactly one.
  expect(stack.slack.messages).toHaveLength(1);
  const ids = to.map((address) => {
    const got = stack.smtp.mails.filter((mail) => mail.to[0] === address);
    const { possibleRepeat } = deliveries.get(address)!;
    expect(got.length, address).toBeGreaterThanOrEqual(1);
    expect(got.length, address).toBeLessThanOrEqual(possibleRepeat ? 2 : 1);
    if (got.length === 2) expect(got[1]!.parsed.text).toContain('Possible duplicate');
    return new Set(got.map(({ parsed }) => parsed.messageId));
  });
  // A duplicate has the same message id, and no two receivers share one.
  expect(ids.every((each) => each.size === 1)).toBe(true);
  expect(new Set(ids.flatMap((each) => [...each])).size).toBe(to.length);
}
