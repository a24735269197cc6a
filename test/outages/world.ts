import { randomUUID } from 'node:crypto';
import { NO_QUIRKS, startSimulator } from '../../simulator/simulator.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { WORKFLOWS } from '../../workflows/contracts/index.ts';
import type { ReconcileProgress } from '../../workflows/contracts/index.ts';
import { notificationOf } from '../support/stand-ins/analytics.ts';
import { WEBHOOK_TOKEN, startStack } from '../support/servers/stack.ts';
import type { Stack } from '../support/servers/stack.ts';
import { startForgetfulProxy } from './droppingProxy.ts';
import { dayOf } from './plan.ts';
import type { PlannedTrip } from './plan.ts';
import { startServerAt } from './server.ts';

/** A part of Tripline that is removed to prove that the test notices. */
export type Without = 'reconciliation' | 'overlap';

export interface Servers {
  readonly postgresUrl: string;
  readonly temporalAddress: string;
}

const KEY = 'planted-simulator-key';
const VIEWER = 'planted-viewer-token';

/** Tripline, the simulated analytics service, and the clock that they share. */
export interface World {
  readonly fleet: string;
  readonly stack: Stack;
  readonly simulator: Simulator;
  nowMs(): number;
  moveTo(atMs: number): void;
  driverId(driver: number): string;
  /** Adds a trip to the service, as its phone's upload does. */
  upload(trip: PlannedTrip): void;
  /** Posts a trip's notification. @returns the status of the answer */
  post(trip: PlannedTrip): Promise<number>;
  /** Requests a path of the fleet's API. */
  api<T>(path: string): Promise<T>;
  /** Starts a reconciliation run as its schedule does, unless one is running. @returns whether it started */
  runReconciliation(): Promise<boolean>;
  /** Resolves once no reconciliation run is running. */
  reconciled(): Promise<void>;
  readonly runs: { done: number; skipped: number; found: number };
  close(): Promise<void>;
}

/** Starts the world with a shadow rule that matches every trip and sends nothing. */
export async function startWorld(options: {
  readonly seed: number;
  readonly drivers: number;
  readonly startMs: number;
  readonly reconcileEveryMs: number;
  readonly without?: Without;
  readonly servers: Servers;
}): Promise<World> {
  const { seed, drivers, startMs, reconcileEveryMs, without, servers } = options;
  let nowMs = startMs;
  let reconciledFromMs = startMs;
  const now = (): Date => new Date(nowMs);
  const simulator = await startSimulator({
    apiKey: KEY,
    seed,
    drivers,
    startAt: now(),
    speed: 0,
    historyDays: 0,
    timezone: 'UTC',
    quirks: NO_QUIRKS,
  });
  const proxy =
    without === 'overlap'
      ? await startForgetfulProxy(simulator.url, () => dayOf(reconciledFromMs))
      : { url: simulator.url, close: () => Promise.resolve() };
  // Workflow ids contain the fleet's id, and an earlier run may have left its own behind.
  const fleet = `month-${randomUUID().slice(0, 8)}`;
  const stack = await startStack({
    channels: 'outbox',
    servers,
    more: {
      FLEET_ID: fleet,
      ANALYTICS_BASE_URL: proxy.url,
      ANALYTICS_API_KEY: KEY,
      RECONCILE_EVERY: `${reconcileEveryMs / 60_000}m`,
    },
  });
  await stack.publish({
    id: 'every-trip',
    name: 'Every trip',
    severity: 'info',
    mode: 'shadow',
    conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThanInclusive', value: 0 }] },
    actions: [{ type: 'slack', channel: '#fleet-safety' }],
  });
  await stack.startWorker({ now });
  const server = await startServerAt(stack, now);
  const runs = { done: 0, skipped: 0, found: 0 };
  let underWay: Promise<void> | undefined;
  const ids = simulator.drivers({ limit: drivers }).map(({ driverId }) => driverId);

  async function follow(workflowId: string, beganMs: number): Promise<void> {
    const progress = (await stack.client.workflow.getHandle(workflowId).result()) as ReconcileProgress | null;
    runs.done += 1;
    runs.found += progress?.started ?? 0;
    reconciledFromMs = beganMs;
    underWay = undefined;
  }

  return {
    fleet,
    stack,
    simulator,
    runs,
    nowMs: () => nowMs,
    moveTo(atMs) {
      simulator.advance(Math.max(atMs - nowMs, 0) / 1000);
      nowMs = Math.max(atMs, nowMs);
    },
    driverId: (driver) => ids[driver]!,
    upload({ driver, tripId, startMs: from, endMs }) {
      const times = { startTime: new Date(from), endTime: new Date(endMs) };
      simulator.drive({ driverId: ids[driver]!, tripId, ...times, notify: false });
    },
    async post({ driver, tripId }) {
      const answer = await fetch(`${server.url}/webhooks/${fleet}/${WEBHOOK_TOKEN}`, {
        method: 'POST',
        body: notificationOf({ driverId: ids[driver]!, tripId }),
      });
      await answer.text();
      return answer.status;
    },
    async api<T>(path: string) {
      const headers = { authorization: `Bearer ${VIEWER}` };
      const answer = await fetch(`${server.url}/api/v1/fleets/${fleet}/${path}`, { headers });
      if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as T;
    },
    async runReconciliation() {
      if (without === 'reconciliation') return false;
      if (underWay) {
        runs.skipped += 1;
        return false;
      }
      const workflowId = `reconcile:${fleet}:${new Date(nowMs).toISOString()}`;
      await stack.client.workflow.start(WORKFLOWS.reconcile, {
        taskQueue: stack.config.temporal.taskQueue,
        workflowId,
        args: [{ fleet }],
      });
      underWay = follow(workflowId, nowMs);
      // Its failure reaches the callers of `reconciled`.
      underWay.catch(() => undefined);
      return true;
    },
    reconciled: async () => underWay,
    async close() {
      await server.close();
      await stack.close();
      await proxy.close();
      await simulator.close();
    },
  };
}
