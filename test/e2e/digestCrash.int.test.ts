import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lastSending } from '../../rules/digestTimes.ts';
import {
  digestScheduleId,
  digestSyncWorkflowId,
  digestWorkflowId,
  WORKFLOWS,
} from '../../workflows/contract.ts';
import { deliveriesOf, drive, until } from '../support/digests.ts';
import { killable } from '../support/killable.ts';
import type { Killable } from '../support/killable.ts';
import { FLEET, startStack } from '../support/stack.ts';
import type { Stack } from '../support/stack.ts';

const nothing = (): void => undefined;
const quiet = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
const send = { at: '07:00', timezone: 'UTC' };
const to = Array.from({ length: 12 }, (_, index) => `lead-${index}@example.com`);

let folder: string;
let stack: Stack;
let workers: Killable[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tripline-digest-'));
  const bundle = join(folder, 'workflows.js');
  const { code } = await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('../../workflows/index.ts', import.meta.url)),
    logger: quiet,
  });
  await writeFile(bundle, code);
  stack = await startStack({ answerAfterMs: 300 });
  stack.slack.channels.add('fleet');
  drive(stack, 'd-1', 'd-2');
  const environment = { ...stack.environment, WORKFLOW_BUNDLE: bundle };
  const script = fileURLToPath(new URL('../support/workerProcess.ts', import.meta.url));
  workers = [0, 1].map(() => killable(script, { environment, ready: /ready/ }));
  await Promise.all(workers.map((worker) => worker.start()));
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await stack.close();
  await rm(folder, { recursive: true, force: true });
});
const killBoth = () => Promise.all(workers.map((worker) => worker.killAndRestart()));

it(
  'killed over the tick and while it is sent: everybody gets it, and nobody twice without being told',
  { timeout: 400_000 },
  async () => {
    const key = { fleet: FLEET, digest: `killed-${Date.now()}` };
    const document = {
      id: key.digest,
      name: 'Killed',
      period: 'day',
      send,
      to,
      slack: '#fleet',
      paused: false,
    };
    await stack.publishAs('digest', document);
    const { taskQueue } = stack.config.temporal;
    // Stacks share a Temporal, and others compare the digests of this fleet too.
    const workflowId = `${digestSyncWorkflowId(key)}:${key.digest}`;
    const comparing = { taskQueue, workflowId, args: [{ fleet: FLEET }] };
    await stack.client.workflow.execute(WORKFLOWS.digestSync, comparing);
    // Nobody is there when it is due; whoever comes back begins it.
    await Promise.all(workers.map((worker) => worker.stop()));
    const due = lastSending({ period: 'day', send }, new Date())!;
    const schedule = stack.client.schedule.getHandle(digestScheduleId(key));
    await schedule.backfill({ start: due.at, end: due.at, overlap: 'ALLOW_ALL' });
    await until('ticked', async () => (await schedule.describe()).info.numActionsTaken > 0);
    await schedule.delete();
    await Promise.all(workers.map((worker) => worker.start()));
    await workers[0]!.killAndRestart();

    // Where it hurts most: the mail server has some, and whoever sent them never hears so.
    await until('three mails', () => stack.smtp.mails.length >= 3, 200_000);
    await killBoth();
    const runs = await stack.database.db
      .selectFrom('digestRuns')
      .select(['id', 'state'])
      .where('digestId', '=', key.digest)
      .execute();
    expect(runs).toHaveLength(1);
    const handle = stack.client.workflow.getHandle(digestWorkflowId(key, due.period.now.to));
    expect(await handle.result()).toMatchObject({ messages: 13 });

    const sent = await deliveriesOf(stack, runs[0]!.id);
    expect([...sent.values()].map(({ state }) => state)).toEqual(Array<string>(13).fill('sent'));
    // Slack can be asked what it has: exactly one.
    expect(stack.slack.messages).toHaveLength(1);
    for (const address of to) {
      const got = stack.smtp.mails.filter((mail) => mail.to[0] === address);
      const { possibleRepeat } = sent.get(address)!;
      expect(got.length, address).toBeGreaterThanOrEqual(1);
      expect(got.length, address).toBeLessThanOrEqual(possibleRepeat ? 2 : 1);
      expect(new Set(got.map(({ parsed }) => parsed.messageId)).size).toBe(1);
      if (got.length === 2) expect(got[1]!.parsed.text).toContain('may be a repeat');
    }
    expect(new Set(stack.smtp.mails.map(({ parsed }) => parsed.messageId)).size).toBe(to.length);
  },
);
