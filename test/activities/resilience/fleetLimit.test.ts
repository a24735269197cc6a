import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, it } from 'vitest';
import { retryLater } from '../../../activities/failures/index.ts';
import { createFleetShares, fleetGate } from '../../../activities/resilience/index.ts';

/** Shares with a frozen clock: all retries are requested at one instant. */
const shares = () => createFleetShares({ places: 8, readsAtOnce: 8, mostWaitMs: 20_000, now: () => 0 });
type Given = ConstructorParameters<typeof MockActivityEnvironment>[0];

/** Runs activities of a fleet, as a worker with a gate does. */
function worker() {
  const gate = fleetGate({ regular: shares(), local: shares() });
  return {
    run<T>(fleet: string, info: NonNullable<Given>, work: () => Promise<T>): Promise<T> {
      const environment = new MockActivityEnvironment(info, { interceptors: [gate] });
      const answer: Promise<unknown> = environment.run(async () => work(), { fleet });
      return answer as Promise<T>;
    },
  };
}
const SLACK = { activityType: 'sendSlack', workflowType: 'tripWorkflow' };
const never = (): Promise<never> => new Promise(() => undefined);
const refusal = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe('a fleet whose Slack hangs', () => {
  it('gives back what it has too much of, to come again, and others go on', async () => {
    const it = worker();
    const sent = Array.from({ length: 20 }, () => refusal(it.run('loud', SLACK, never)));
    for (const error of await Promise.all(sent.slice(4))) {
      expect(error).toBeInstanceOf(ApplicationFailure);
      expect(error).toMatchObject({ type: 'fleet_share', nonRetryable: false });
      expect((error as ApplicationFailure).nextRetryDelay).toBeGreaterThanOrEqual(250);
    }
    expect(await it.run('calm', SLACK, () => Promise.resolve('sent'))).toBe('sent');
    expect(await it.run('loud', { ...SLACK, activityType: 'sendEmail' }, () => Promise.resolve('sent'))).toBe(
      'sent',
    );
  });

  const PAGE = { ...SLACK, workflowType: 'incidentWorkflow' };

  it('still pages people, and what there is little of is never given back', async () => {
    const it = worker();
    for (let index = 0; index < 20; index += 1) void refusal(it.run('loud', SLACK, never));
    expect(await it.run('loud', PAGE, () => Promise.resolve('sent'))).toBe('sent');
    const open = { ...SLACK, activityType: 'openIncident' };
    expect(await it.run('loud', open, () => Promise.resolve('opened'))).toBe('opened');
  });

  it('does not take all places for its pages either: those beyond its third come again soon', async () => {
    const it = worker();
    const paged = Array.from({ length: 20 }, () => refusal(it.run('loud', PAGE, never)));
    for (const error of await Promise.all(paged.slice(3))) {
      expect(error).toMatchObject({ type: 'fleet_share', nonRetryable: false, category: 'BENIGN' });
      expect((error as ApplicationFailure).nextRetryDelay).toBeGreaterThanOrEqual(1_000);
      expect((error as ApplicationFailure).nextRetryDelay).toBeLessThanOrEqual(2_000);
    }
    expect(await it.run('calm', SLACK, () => Promise.resolve('sent'))).toBe('sent');
    expect(await it.run('calm', PAGE, () => Promise.resolve('sent'))).toBe('sent');
    const mail = { ...PAGE, activityType: 'sendEmail' };
    expect(await it.run('loud', mail, () => Promise.resolve('sent'))).toBe('sent');
    const other = { ...PAGE, activityType: 'openIncident' };
    expect(await it.run('loud', other, () => Promise.resolve('opened'))).toBe('opened');
  });

  it('keeps places of its own for the first look at a trip', async () => {
    const it = worker();
    for (let index = 0; index < 20; index += 1) void refusal(it.run('loud', SLACK, never));
    const check = { activityType: 'assessTrip', isLocal: true };
    expect(await it.run('loud', check, () => Promise.resolve('decided'))).toBe('decided');
  });
});

describe('many that fail', () => {
  const unavailable = (): Promise<never> =>
    Promise.resolve().then(() => retryLater('slack_not_sent', 'Slack answered HTTP 500'));
  const pauses = async (count: number, attempt: number, work = unavailable): Promise<unknown[]> => {
    const it = worker();
    const found: unknown[] = [];
    for (let index = 0; index < count; index += 1)
      found.push(
        ((await refusal(it.run('loud', { ...SLACK, attempt }, work))) as ApplicationFailure).nextRetryDelay,
      );
    return found;
  };

  it('come again one after the other, few by their own profile', async () => {
    const all = await pauses(50, 1);
    expect(all.slice(0, 3)).toEqual([undefined, undefined, undefined]);
    const [later, last] = [Number(all[20]), Number(all[49])];
    expect(later).toBeGreaterThan(1_000);
    expect(last).toBeGreaterThan(later);
  });

  it('never sooner than they would by themselves, or than they were asked to', async () => {
    expect(new Set(await pauses(20, 12))).toEqual(new Set([undefined]));
    const limited = (): Promise<never> =>
      Promise.resolve().then(() => retryLater('slack_not_sent', 'limited', 90_000));
    expect(new Set(await pauses(20, 1, limited))).toEqual(new Set([90_000]));
  });

  it('and are pages come again by their own profile', async () => {
    const it = worker();
    const page = { ...SLACK, workflowType: 'incidentWorkflow' };
    for (let index = 0; index < 20; index += 1)
      expect(((await refusal(it.run('loud', page, unavailable))) as ApplicationFailure).nextRetryDelay).toBe(
        undefined,
      );
  });

  it('for another reason keep their own time', async () => {
    const paced = (): Promise<never> =>
      Promise.resolve().then(() => retryLater('slack_rate_limited', 'busy', 3_000));
    expect(new Set(await pauses(50, 1, paced))).toEqual(new Set([3_000]));
  });
});
