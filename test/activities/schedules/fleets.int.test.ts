import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFleetAlarms } from '../../../activities/dependencies/index.ts';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import { createActivities } from '../../../activities/index.ts';
import { createTemporalRequests } from '../../../server/background/index.ts';
import { listAlarms } from '../../../store/alarms/index.ts';
import { recordNotification } from '../../../store/trips/index.ts';
import { latestReconcile } from '../../../store/reconcile/index.ts';
import {
  WORKFLOWS,
  notificationGapScheduleId,
  reconcileScheduleId,
} from '../../../workflows/contracts/index.ts';
import { fakeGateway } from '../../support/servers/server.ts';
import { useStack } from '../../support/servers/useStack.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 168 * HOUR_MS;

/** Schedules are called by their fleet, and stacks share a Temporal. */
const FLEET = `scheduled-${randomUUID().slice(0, 8)}`;
const stack = useStack({ channels: 'outbox', more: { FLEET_ID: FLEET, RECONCILE_EVERY: '6h' } });
beforeAll(() => stack.startWorker());
afterAll(async () => {
  for (const handle of schedules()) await handle.delete().catch(() => undefined);
});

const schedules = () =>
  [reconcileScheduleId({ fleet: FLEET }), notificationGapScheduleId({ fleet: FLEET })].map((id) =>
    stack.client.schedule.getHandle(id),
  );

async function sync(): Promise<void> {
  await stack.execute(WORKFLOWS.fleetSchedules, `fleet-schedules:${FLEET}:${randomUUID()}`, { fleet: FLEET });
}

async function eventually<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
}

describe('the schedules of a fleet', () => {
  it('are made, reconciliation run at once, and are put right where someone altered them', async () => {
    await sync();
    const [runs, quiet] = schedules();
    expect(await runs!.describe()).toMatchObject({
      spec: { intervals: [{ every: 6 * HOUR_MS }] },
      action: { workflowType: WORKFLOWS.reconcile, args: [{ fleet: FLEET }] },
      policies: { overlap: 'SKIP', catchupWindow: 60_000 },
      state: { note: `Reconciles the stored trips of fleet ${FLEET} with the service’s lists` },
    });
    expect((await runs!.describe()).action.staticSummary).toBe((await runs!.describe()).state.note);
    expect(await quiet!.describe()).toMatchObject({ spec: { intervals: [{ every: 600_000 }] } });
    await eventually(async () =>
      expect(await latestReconcile(stack.database.db, { fleetId: FLEET })).toMatchObject({ state: 'done' }),
    );
    await sync();
    expect((await runs!.describe()).info.lastUpdatedAt).toBeUndefined();

    await runs!.pause('the service asked for it');
    await runs!.update((previous) => ({ ...previous, spec: { intervals: [{ every: 24 * HOUR_MS }] } }));
    await sync();
    expect(await runs!.describe()).toMatchObject({
      spec: { intervals: [{ every: 6 * HOUR_MS }] },
      state: { paused: true, note: 'the service asked for it' },
    });
  });
});

describe('the comparison of those schedules', () => {
  it('is requested for each fleet once a day, and again when Temporal was unavailable', async () => {
    const messages: string[] = [];
    let at = 0;
    let isUnavailable = true;
    let refused = 0;
    const workflows = fakeGateway();
    workflows.syncFleetSchedules = async ({ fleet }) => {
      await Promise.resolve();
      if (isUnavailable) {
        refused += 1;
        throw new Error('unavailable');
      }
      messages.push(fleet);
    };
    const analytics = { baseUrl: 'http://127.0.0.1:9', apiKey: 'none' };
    const fleets = [{ id: 'north', analytics }, { id: 'south', analytics }, { id: 'without' }];
    const requests = createTemporalRequests({
      db: stack.database.db,
      workflows,
      config: { fleets, reconcileEveryMs: HOUR_MS },
      log: { warn: () => undefined, error: () => undefined },
      // Each read of this clock advances it.
      now: () => new Date((at += 1)),
      everyMs: 5,
    });
    requests.start();
    await eventually(async () => expect(await Promise.resolve(refused)).toBeGreaterThan(2));
    isUnavailable = false;
    await eventually(async () =>
      expect((await Promise.resolve(messages)).sort()).toEqual(['north', 'south']),
    );
    at += 25 * HOUR_MS;
    await eventually(async () => expect(await Promise.resolve(messages)).toHaveLength(4));
    await requests.close();
  });
});

describe('notifications that ceased', () => {
  it('bring one alarm, which the next one clears', async () => {
    const { db } = stack.database;
    const fleet = `f-${randomUUID()}`;
    let now = new Date('2026-06-10T12:00:00Z');
    const log = {
      ...console,
      error: () => undefined,
      info: () => undefined,
    } as unknown as ActivityDependencies['log'];
    const clock = { log, now: () => now };
    const deps = {
      db,
      fleets: new Map([[fleet, {}]]),
      ...clock,
      alarms: createFleetAlarms({ db, ...clock }),
    } as unknown as ActivityDependencies;
    const activities = createActivities(deps);
    const checkNotificationGap = (input: { fleet: string; alert: boolean }): Promise<boolean> =>
      activities.checkNotificationGap(input);
    const came = (at: Date): Promise<unknown> =>
      recordNotification(db, { fleetId: fleet, type: 'TRIP_SCORED', source: 'webhook', receivedAt: at });
    const openAlarms = async (): Promise<string[]> =>
      (await listAlarms(db, { fleetId: fleet, openOnly: true })).map(({ kind }) => kind);
    const last = new Date(now.getTime() - HOUR_MS);

    expect(await checkNotificationGap({ fleet, alert: true })).toBe(false);
    await came(last);
    // A new fleet has no usual.
    expect(await checkNotificationGap({ fleet, alert: true })).toBe(false);
    for (let week = 1; week <= 3; week += 1)
      for (let minute = 0; minute <= 62; minute += 4)
        await came(new Date(last.getTime() - week * WEEK_MS + minute * 60_000 - 60_000));
    expect(await checkNotificationGap({ fleet, alert: false })).toBe(true);
    expect(await openAlarms()).toEqual([]);
    expect(await checkNotificationGap({ fleet, alert: true })).toBe(true);
    expect(await checkNotificationGap({ fleet, alert: true })).toBe(true);
    expect(await openAlarms()).toEqual(['notifications_quiet']);
    expect(await listAlarms(db, { fleetId: fleet })).toHaveLength(1);
    now = new Date(now.getTime() + HOUR_MS);
    await came(new Date(now.getTime() - 60_000));
    expect(await checkNotificationGap({ fleet, alert: true })).toBe(false);
    expect(await openAlarms()).toEqual([]);
  });
});
