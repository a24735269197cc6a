import { randomUUID } from 'node:crypto';
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import type { WorkflowBundle } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DueDelivery } from '../../activities/trips/index.ts';
import { RELEASE_SIGNAL, WORKFLOWS, releaseWorkflowId } from '../../workflows/contracts/index.ts';
import type { ReleaseInput, ReleaseResult } from '../../workflows/contracts/index.ts';
import { RELEASE_SOON_CONTINUES_AS_NEW, bundleWorkflows } from '../support/temporal/alteredWorkflows.ts';
import { startTimeSkipping } from '../support/temporal/server.ts';

let environment: TestWorkflowEnvironment;
beforeAll(async () => {
  environment = await startTimeSkipping();
});
afterAll(() => environment.teardown());

const A_PAGE = 50;
type Question = ReleaseInput & { readonly after?: string; readonly underWay?: readonly string[] };
type Activities = Record<string, (input: never) => Promise<unknown>>;

/** The deliveries that a fleet held, oldest first, the attempts to send them, and those that were sent. */
interface Night {
  readonly pending: DueDelivery[];
  readonly attempts: { readonly id: string; readonly runId: string }[];
  readonly sent: string[];
}

function many(action: DueDelivery['action'], count: number): DueDelivery[] {
  return Array.from({ length: count }, (_, index) => ({ id: `${action} ${index}`, action }));
}

/** Creates activities that answer as the store does, page by page. `fails` may throw before an attempt sends. */
function activitiesOf(night: Night, fails: (id: string) => void): Activities {
  const send = ({ deliveryId: id }: { deliveryId: string }): Promise<void> => {
    night.attempts.push({ id, runId: Context.current().info.workflowExecution!.runId });
    fails(id);
    night.sent.push(id);
    night.pending.splice(
      night.pending.findIndex((due) => due.id === id),
      1,
    );
    return Promise.resolve();
  };
  const activities: Activities = {
    releaseHeld({ underWay = [], leftOut = [] }: Question) {
      const open = night.pending.filter(({ id }) => !underWay.includes(id) && !leftOut.includes(id));
      return Promise.resolve({ deliveries: open.slice(0, A_PAGE), more: open.length > A_PAGE });
    },
    async openIncident(input: { deliveryId: string }) {
      await send(input);
      return { deliveries: [] };
    },
  };
  for (const name of ['sendSlack', 'sendEmail', 'sendWebhook']) activities[name] = send;
  return activities;
}

const nightOf = (...pending: DueDelivery[]): Night => ({ pending, attempts: [], sent: [] });

async function release(activities: Activities, workflowBundle: WorkflowBundle) {
  const taskQueue = randomUUID();
  const { nativeConnection: connection } = environment;
  const worker = await Worker.create({ connection, taskQueue, workflowBundle, activities });
  const releaseAt = new Date((await environment.currentTimeMs()) + 3_600_000).toISOString();
  const input: ReleaseInput = { fleet: randomUUID(), releaseAt };
  return worker.runUntil(async () => {
    const handle = await environment.client.workflow.signalWithStart<
      (input: ReleaseInput) => Promise<ReleaseResult>
    >(WORKFLOWS.release, {
      workflowId: releaseWorkflowId(input),
      taskQueue,
      args: [input],
      signal: RELEASE_SIGNAL,
    });
    return handle.result();
  });
}

const attemptNow = (): number => Context.current().info.attempt;
function unavailable(): never {
  throw ApplicationFailure.retryable('unavailable', 'unavailable');
}
function broken(): never {
  throw ApplicationFailure.nonRetryable('broken', 'bug');
}

describe('what was held', () => {
  let workflowBundle: WorkflowBundle;
  beforeAll(async () => {
    workflowBundle = await bundleWorkflows();
  });

  it('does not wait behind pages of webhooks whose receiver is unavailable', async () => {
    const night = nightOf(...many('webhook', 120), ...many('email', 1));
    const result = await release(
      activitiesOf(night, (id) => {
        const isUnavailable = !night.sent.includes('email 0') && attemptNow() < 20;
        if (id.startsWith('webhook') && isUnavailable) unavailable();
      }),
      workflowBundle,
    );
    expect(night.sent[0]).toBe('email 0');
    expect(night.sent).toHaveLength(121);
    expect(new Set(night.sent).size).toBe(121);
    expect(result).toEqual({ messages: 121 });
  });

  it('and was held once more while it was sent is finally sent', async () => {
    const night = nightOf(...many('slack', 120));
    const activities = activitiesOf(night, () => undefined);
    const send = activities['sendSlack'] as (input: { deliveryId: string }) => Promise<unknown>;
    let isHeldAgain = false;
    activities['sendSlack'] = async (input: { deliveryId: string }) => {
      if (input.deliveryId !== 'slack 3' || isHeldAgain) return send(input);
      isHeldAgain = true;
      // Holding a delivery again sends this signal.
      const { workflowId } = Context.current().info.workflowExecution!;
      await environment.client.workflow.getHandle(workflowId).signal(RELEASE_SIGNAL);
      return 'held';
    };
    await release(activities, workflowBundle);
    expect(night.sent).toHaveLength(120);
  });

  it('and cannot be carried out is tried once, holds back no page, and is thrown at the end', async () => {
    const night = nightOf(...many('slack', 120));
    const activities = activitiesOf(night, (id) => void (['slack 3', 'slack 70'].includes(id) && broken()));
    await expect(release(activities, workflowBundle)).rejects.toMatchObject({ cause: { message: 'broken' } });
    expect(night.sent).toHaveLength(118);
    expect(night.attempts).toHaveLength(120);
  });
});

describe('a release whose history is long', () => {
  let workflowBundle: WorkflowBundle;
  beforeAll(async () => {
    workflowBundle = await bundleWorkflows(RELEASE_SOON_CONTINUES_AS_NEW);
  });
  const runsOf = (night: Night, name?: string): Set<string> =>
    new Set(night.attempts.filter(({ id }) => id === (name ?? id)).map(({ runId }) => runId));

  it('goes on in a new run with what waits for a receiver, though that stays away', async () => {
    const night = nightOf(...many('webhook', 1), ...many('slack', 120));
    const activities = activitiesOf(night, (id) => {
      if (id === 'slack 3') broken();
      // Available again once a second run is at work.
      if (id === 'webhook 0' && runsOf(night).size === 1 && attemptNow() < 60) unavailable();
    });
    await expect(release(activities, workflowBundle)).rejects.toMatchObject({ cause: { message: 'broken' } });
    expect(night.sent).toHaveLength(120);
    expect(new Set(night.sent).size).toBe(120);
    expect(night.attempts.filter(({ id }) => id.startsWith('slack'))).toHaveLength(120);
    expect(runsOf(night, 'webhook 0').size).toBe(2);
    expect(night.pending).toEqual([{ id: 'slack 3', action: 'slack' }]);
  });

  it('counts each message once', async () => {
    const night = nightOf(...many('webhook', 1), ...many('slack', 120));
    const result = await release(
      activitiesOf(night, (id) => {
        if (id === 'webhook 0' && runsOf(night).size === 1 && attemptNow() < 60) unavailable();
      }),
      workflowBundle,
    );
    expect(result).toEqual({ messages: 121 });
  });

  it('waits for what more follows from', async () => {
    const night = nightOf(...many('escalate', 1), ...many('slack', 120));
    await release(
      activitiesOf(night, (id) => void (id === 'escalate 0' && attemptNow() < 100 && unavailable())),
      workflowBundle,
    );
    expect(runsOf(night, 'escalate 0').size).toBe(1);
    expect(runsOf(night).size).toBeGreaterThan(1);
    expect(night.sent).toHaveLength(121);
  });
});
