import { ApplicationFailure } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import type { Assessment, DueDelivery } from '../../activities/trips/index.ts';
import { decided, useScriptedWorkflows } from '../support/temporal/scriptedWorkflows.ts';

const { run } = useScriptedWorkflows();
const INCOMPLETE: Assessment = {
  kind: 'settled',
  state: 'decided',
  revision: 1,
  deliveries: [{ id: '1', action: 'slack' }],
  incomplete: true,
};
const backfilled = {
  type: 'backfilledTripWorkflow',
  input: { fleet: 'f', driverId: 'd', tripId: 't', backfillId: 'b', ...INCOMPLETE },
};

const checkedAt = {
  type: 'reevaluateWorkflow',
  input: { fleet: 'f', driverId: 'd', tripId: 't', runId: 'r' },
};

describe.each([
  ['a trip', { assess: () => INCOMPLETE }],
  ['a trip that a backfill found', { workflow: backfilled }],
  ['a trip that is looked at again', { workflow: checkedAt }],
])('where something was missing, %s', (_of, way) => {
  const completed = (...deliveries: readonly DueDelivery[]) => ({
    ...decided([{ id: '1', action: 'slack' }, ...deliveries]),
    revision: 2,
  });

  it('sends what it knows at once and re-evaluates beside it; the second messages wait for none of the first', async () => {
    let mails = 0;
    let tries = 0;
    let sent = 0;
    const { names } = await run({
      ...way,
      activities: {
        reevaluateTrip: () => INCOMPLETE,
        completeTrip: () => completed({ id: '2', action: 'email' }),
        sendEmail: () => void (mails += 1),
        sendSlack: () => {
          tries += 1;
          if (tries < 9 && (tries < 4 || mails === 0))
            throw ApplicationFailure.retryable('unavailable', 'slack');
          sent += 1;
        },
      },
    });
    expect(names.filter((name) => name === 'completeTrip')).toHaveLength(1);
    expect(names.filter((name) => name === 'sendEmail')).toHaveLength(1);
    expect(names.indexOf('sendEmail')).toBeLessThan(names.lastIndexOf('sendSlack'));
    // No other workflow sends what the first decision is still sending.
    expect(sent).toBe(1);
  });

  it('decides again also where a message of the first decision fails for good, and says so at the end', async () => {
    const seen: unknown[] = [];
    await expect(
      run({
        ...way,
        activities: {
          reevaluateTrip: () => INCOMPLETE,
          completeTrip: () => completed({ id: '2', action: 'email' }),
          sendEmail: (due) => void seen.push(due),
          sendSlack: () => {
            throw ApplicationFailure.nonRetryable('broken', 'bug');
          },
        },
      }),
    ).rejects.toThrow();
    expect(seen).toEqual([{ fleet: 'f', deliveryId: '2' }]);
  });

  it('deletes after the messages of both decisions', async () => {
    let tries = 0;
    const { names } = await run({
      ...way,
      activities: {
        reevaluateTrip: () => INCOMPLETE,
        completeTrip: () => completed({ id: '2', action: 'delete_trip' }, { id: '3', action: 'email' }),
        sendSlack: () => {
          tries += 1;
          if (tries < 4) throw ApplicationFailure.retryable('unavailable', 'slack');
        },
      },
    });
    expect(names.filter((name) => name === 'sendSlack')).toHaveLength(4);
    expect(names.at(-1)).toBe('deleteTrip');
    expect(names).toContain('sendEmail');
  });

  it('asks for a deletion that the first decision held and the second makes due anew', async () => {
    const seen: string[] = [];
    const first: Assessment = { ...INCOMPLETE, deliveries: [{ id: '1', action: 'delete_trip' }] };
    const workflow = { ...backfilled, input: { ...backfilled.input, ...first } };
    await run({
      ...('workflow' in way && way.workflow === backfilled ? { workflow } : way),
      ...('assess' in way && { assess: () => first }),
      activities: {
        reevaluateTrip: () => first,
        completeTrip: () => ({ ...decided([{ id: '1', action: 'delete_trip' }]), revision: 2 }),
        deleteTrip: (due) => {
          seen.push((due as { deliveryId: string }).deliveryId);
          return { state: 'held', deliveries: [] };
        },
      },
    });
    expect(seen).toEqual(['1', '1']);
  });

  it('waits as a first decision does where the trip cannot be read for a while', async () => {
    let reads = 0;
    const { names, calls } = await run({
      ...way,
      activities: {
        reevaluateTrip: () => INCOMPLETE,
        completeTrip: (): Assessment => {
          reads += 1;
          return reads < 4
            ? { kind: 'not_readable', waitLimitMs: 86_400_000 }
            : completed({ id: '2', action: 'email' });
        },
      },
    });
    expect(names).toContain('sendEmail');
    const completions = calls.filter(({ name }) => name === 'completeTrip');
    expect(completions).toHaveLength(4);
    expect(completions[3]!.atMs - completions[0]!.atMs).toBeGreaterThanOrEqual(34_000);
  });

  it('gives up when the wait is over, or there is none', async () => {
    let limitMs = 60_000;
    const activities = {
      reevaluateTrip: () => INCOMPLETE,
      completeTrip: (): Assessment => ({ kind: 'not_readable', waitLimitMs: limitMs }),
    };
    const completions = async () =>
      (await run({ ...way, activities })).names.filter((name) => name === 'completeTrip').length;
    // After 0, 5, 15, 35 and 60 seconds.
    expect(await completions()).toBe(5);
    limitMs = 0;
    expect(await completions()).toBe(1);
  });
});

describe('a trip that is checked again', () => {
  it('is decided with what can be read, and a second time only where something was missing', async () => {
    const { names } = await run({
      workflow: checkedAt,
      activities: { reevaluateTrip: () => decided([{ id: '1', action: 'email' }]) },
    });
    expect(names).toEqual(['reevaluateTrip', 'sendEmail']);
  });

  it('is waited for while it cannot be read', async () => {
    let reads = 0;
    const { names } = await run({
      workflow: checkedAt,
      activities: {
        reevaluateTrip: (): Assessment => {
          reads += 1;
          return reads < 3 ? { kind: 'not_readable', waitLimitMs: 86_400_000 } : INCOMPLETE;
        },
        completeTrip: () => decided([]),
      },
    });
    expect(names.slice(0, 3)).toEqual(['reevaluateTrip', 'reevaluateTrip', 'reevaluateTrip']);
    expect(names.slice(3).sort()).toEqual(['completeTrip', 'sendSlack']);
  });
});
