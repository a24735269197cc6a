import { randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import { createNotificationGapCheck, createReconciling } from '../../../activities/reconcile/index.ts';
import { beginReconcile } from '../../../store/reconcile/index.ts';
import { recordNotification } from '../../../store/trips/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

/**
 * Tests the workflows that schedules still start for a fleet after it left the configuration, because schedules stay in Temporal.
 */
const test = useDatabase();
const HOUR_MS = 3_600_000;
const WEEK_MS = 168 * HOUR_MS;
const at = new Date('2026-06-10T12:00:00Z');

function depsOf(fleets: ReadonlyMap<string, object>, raised: string[] = []): ActivityDependencies {
  const alarms = {
    raise: (fleet: string, kind: string) => Promise.resolve(void raised.push(`${fleet} ${kind}`)),
  };
  const deps = { fleets, alarms, db: test.db, now: () => at, reconcileEveryMs: HOUR_MS };
  return deps as unknown as ActivityDependencies;
}

it('a reconciliation run under way ends for good, says why, and no other one begins', async () => {
  const fleet = randomUUID();
  const range = { fromDate: '2026-06-01', toDate: '2026-06-03', isWide: false, isFirst: false };
  const runId = await beginReconcile(test.db, { ...range, fleetId: fleet, at });
  for (const fleets of [new Map(), new Map([[fleet, {}]])]) {
    const runs = createReconciling(depsOf(fleets));
    expect(await runs.openReconcile({ fleet })).toBeNull();
    const triedSince = (ms: number): Promise<unknown> =>
      new MockActivityEnvironment({ scheduledTimestampMs: ms }).run(() =>
        runs.advanceReconcile({ fleet, runId }),
      );
    // Another worker may still know the fleet.
    const early = triedSince(at.getTime() - HOUR_MS + 1);
    await expect(early).rejects.not.toMatchObject({ nonRetryable: true });
    await expect(early).rejects.toThrow(/is not configured|has no analytics service/);
    await expect(triedSince(at.getTime() - HOUR_MS)).rejects.toMatchObject({
      type: 'reconcile_no_service',
      nonRetryable: true,
      message: expect.stringMatching(/is not configured|has no analytics service/) as string,
    });
  }
});

it('the watch for quiet finds nothing and raises no alarm', async () => {
  const fleet = randomUUID();
  const lastMs = at.getTime() - HOUR_MS;
  const came = (ms: number): Promise<unknown> =>
    recordNotification(test.db, {
      fleetId: fleet,
      type: 'TRIP_SCORED',
      source: 'webhook',
      receivedAt: new Date(ms),
    });
  await came(lastMs);
  for (let week = 1; week <= 3; week += 1)
    for (let minute = 0; minute <= 62; minute += 4)
      await came(lastMs - week * WEEK_MS + (minute - 1) * 60_000);
  const raised: string[] = [];
  const check = (fleets: ReadonlyMap<string, object>): Promise<boolean> =>
    createNotificationGapCheck(depsOf(fleets, raised)).checkNotificationGap({ fleet, alert: true });
  expect(await check(new Map())).toBe(false);
  expect(raised).toEqual([]);
  expect(await check(new Map([[fleet, {}]]))).toBe(true);
  expect(raised).toEqual([`${fleet} notifications_quiet`]);
});
