import { setTimeout as pause } from 'node:timers/promises';
import { NO_QUIRKS, startSimulator } from '../../../simulator/simulator.ts';
import type { Simulator, SimulatorOptions } from '../../../simulator/simulator.ts';
import { backfillFigures, createBackfill, getBackfill } from '../../../store/backfill/index.ts';
import type { Backfill, BackfillFigures } from '../../../store/backfill/index.ts';
import { backfillWorkflowId } from '../../../workflows/contracts/index.ts';
import { FLEET, startStack } from './stack.ts';
import type { Stack } from './stack.ts';

const KEY = 'planted-simulator-key';
/** A Thursday; the fleet's history lies before it. */
export const TODAY = '2026-05-07';

/** A trip as the simulated service lists it. */
export interface ServedTrip {
  readonly driverId: string;
  readonly tripId: string;
}

/** The stack with a simulated fleet's service. */
export interface BackfillStack {
  readonly stack: Stack;
  readonly simulator: Simulator;
  /** Creates a backfill and starts it, as the web server does. */
  begin(range: { readonly from: string; readonly to: string; readonly alerts?: boolean }): Promise<string>;
  /** The backfill's row with its figures. */
  check(id: string): Promise<Backfill & BackfillFigures>;
  /** Waits until the backfill is over. */
  over(id: string): Promise<Backfill & BackfillFigures>;
  /** Every trip that the service itself lists for the range. */
  served(range: { readonly from: string; readonly to: string }): Promise<ServedTrip[]>;
  close(): Promise<void>;
}

/** A still fleet: it drives no more, and its history is known. */
export async function startBackfillStack(
  options: Partial<SimulatorOptions> = {},
  environment: Record<string, string> = {},
): Promise<BackfillStack> {
  const simulator = await startSimulator({
    apiKey: KEY,
    seed: 3,
    drivers: 4,
    startAt: `${TODAY}T12:00:00Z`,
    speed: 0,
    historyDays: 20,
    ...options,
    quirks: { ...NO_QUIRKS, ...options.quirks },
  });
  const stack = await startStack({
    more: { ANALYTICS_BASE_URL: simulator.url, ANALYTICS_API_KEY: KEY, ...environment },
  });
  const { db } = stack.database;

  async function check(id: string): Promise<Backfill & BackfillFigures> {
    const key = { fleetId: FLEET, id };
    return { ...(await getBackfill(db, key))!, ...(await backfillFigures(db, key)) };
  }

  async function ask<T>(path: string): Promise<T> {
    const joint = path.includes('?') ? '&' : '?';
    return (await (await fetch(`${simulator.url}/v3${path}${joint}apikey=${KEY}`)).json()) as T;
  }

  return {
    stack,
    simulator,
    check,
    async begin({ from, to, alerts = false }) {
      const asked = { fleetId: FLEET, from, to, alerts, who: 'ann', at: new Date() };
      const { id } = await createBackfill(db, asked);
      const input = { fleet: FLEET, backfillId: id };
      await stack.start('backfillWorkflow', backfillWorkflowId(input), input);
      return id;
    },
    async over(id) {
      for (;;) {
        const row = await check(id);
        if (row.finishedAt !== null) return row;
        await pause(50);
      }
    },
    async served({ from, to }) {
      const trips: ServedTrip[] = [];
      for (const { driverId } of simulator.drivers()) {
        const path = `/driver/${encodeURIComponent(driverId)}/trips?start_date=${from}&end_date=${to}&limit=50`;
        for (let offset = 0, rows = -1; rows !== 0; offset += rows) {
          const page = await ask<{ trips: { trip_id: string }[] }>(`${path}&offset=${offset}`);
          rows = page.trips.length;
          trips.push(...page.trips.map((trip) => ({ driverId, tripId: trip.trip_id })));
        }
      }
      return trips;
    },
    async close() {
      await stack.close();
      await simulator.close();
    },
  };
}
