import { ApplicationFailure } from '@temporalio/common';
import { expect, it } from 'vitest';
import { decided, useScriptedWorkflows } from '../support/temporal/scriptedWorkflows.ts';

const { run, now: currentTimeMs } = useScriptedWorkflows();
const HOUR_MS = 3_600_000;

it('a trip nobody needs to hear of keeps at most eight history events', async () => {
  const { result, events, names } = await run({ assess: () => decided([]) });
  expect(result).toEqual({ state: 'decided', revision: 1, deliveries: 0 });
  expect(names).toEqual(['assessTrip']);
  expect(events).toBeLessThanOrEqual(8);
});

it('a trip with one action keeps at most fourteen', async () => {
  const { events, names } = await run({ assess: () => decided([{ id: '1', action: 'slack' }]) });
  expect(names).toEqual(['assessTrip', 'sendSlack']);
  expect(events).toBeLessThanOrEqual(14);
});

it('looks after 5 s, doubling to 15 min, and parks a trip that is not readable within a day', async () => {
  const { result, calls, timersSeconds } = await run({
    assess: () => ({ kind: 'not_readable', waitLimitMs: 24 * HOUR_MS }),
  });
  expect(result.state).toBe('parked');
  const reads = calls.filter((call) => call.name === 'assessTrip').map((call) => call.atMs);
  // Between two looks lies the wait, and however long a busy machine needs to get to the next one.
  const gaps = reads.slice(1, -1).map((at, index) => (at - reads[index]!) / 1000);
  const waits = [5, 10, 20, 40, 80, 160, 320, 640].concat(gaps.slice(8).map(() => 900));
  expect(gaps.length).toBeGreaterThan(80);
  for (const [index, gap] of gaps.entries()) expect(gap).toBeGreaterThanOrEqual(waits[index]! - 0.1);
  expect(timersSeconds.slice(0, waits.length)).toEqual(waits);
  expect(Math.round(reads.at(-1)! / HOUR_MS)).toBe(24);
  expect(calls.at(-1)?.name).toBe('parkTrip');
});

it('decides a trip that becomes readable while it waits', async () => {
  const { result, names } = await run({
    assess: (call) => (call < 4 ? { kind: 'not_readable', waitLimitMs: 24 * HOUR_MS } : decided([])),
  });
  expect(result.state).toBe('decided');
  expect(names).toEqual(['assessTrip', 'assessTrip', 'assessTrip', 'assessTrip']);
});

it('an outage of the service for two days parks nothing', async () => {
  const start = await currentTimeMs();
  let now = start;
  const { result, calls } = await run({
    assess: () => {
      now += 1;
      if (now - start < 600) throw ApplicationFailure.retryable('unavailable', 'analytics_unavailable');
      return decided([]);
    },
  });
  expect(result.state).toBe('decided');
  expect(calls.at(-1)!.atMs).toBeGreaterThan(24 * HOUR_MS);
});

it('deletes last, after every message, also when one message waits long', async () => {
  let failures = 0;
  const { names } = await run({
    assess: () =>
      decided([
        { id: '1', action: 'delete_trip' },
        { id: '2', action: 'slack' },
        { id: '3', action: 'email' },
      ]),
    activities: {
      sendSlack: () => {
        failures += 1;
        if (failures < 4) throw ApplicationFailure.retryable('limited', 'slack');
      },
    },
  });
  expect(names.at(-1)).toBe('deleteTrip');
  expect(names.filter((name) => name === 'sendSlack')).toHaveLength(4);
  expect(names.filter((name) => name === 'deleteTrip')).toHaveLength(1);
});

it('one message that fails for good stops neither the other nor the deletion', async () => {
  const seen: string[] = [];
  await expect(
    run({
      assess: () =>
        decided([
          { id: '1', action: 'slack' },
          { id: '2', action: 'email' },
          { id: '3', action: 'delete_trip' },
        ]),
      activities: {
        sendSlack: () => {
          throw ApplicationFailure.nonRetryable('broken', 'bug');
        },
        sendEmail: () => void seen.push('email'),
        deleteTrip: () => void seen.push('delete'),
      },
    }),
  ).rejects.toThrow();
  expect(seen).toEqual(['email', 'delete']);
});

it('sends what a deletion found to alert on, after it', async () => {
  const { names } = await run({
    assess: () => decided([{ id: '1', action: 'delete_trip' }]),
    activities: {
      deleteTrip: () => ({
        state: 'refused',
        reason: 'has_collision',
        deliveries: [{ id: '2', action: 'slack' }],
      }),
    },
  });
  expect(names).toEqual(['assessTrip', 'deleteTrip', 'sendSlack']);
});
