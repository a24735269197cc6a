import { ApplicationFailure } from '@temporalio/common';
import { openMattersWords } from '../../messages/drivers/index.ts';
import { localDay } from '../../rules/time/index.ts';
import {
  beginErasure,
  countErased,
  endErasure,
  eraseMentions,
  getErasure,
  namesOfDriver,
  removeDriverRows,
  removeSomeTrips,
} from '../../store/retention/index.ts';
import type { Erasure } from '../../store/retention/index.ts';
import type { ErasureInput } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { withSignOfLife } from '../resilience/index.ts';

/** Trips that a transaction removes: few, so that the driver's lock is held for moments. */
const TRIPS_A_BATCH = 50;

/** Start of an erasure; small, and without the driver. */
export interface OpenedErasure {
  readonly state: Erasure['state'];
  /** Times at which alerts about others that were grouped into the driver's messages are sent separately, ISO 8601 in UTC. */
  readonly releases: readonly string[];
}

/** Activities for the erasure of one driver. All can be repeated, because removed data is gone. */
export function createErasures(deps: ActivityDependencies) {
  const { db } = deps;
  const keyOf = ({ fleet, erasureId }: ErasureInput) => ({ fleetId: fleet, id: erasureId });

  return {
    /**
     * Begins an erasure, after which no new work about the driver begins. Ends it as refused when something of the driver is
     * not over.
     */
    async openErasure(input: ErasureInput): Promise<OpenedErasure> {
      const row = await known(deps, input);
      if (row.driverId === null) return { state: row.state, releases: [] };
      const at = row.requestedAt;
      // For a fleet that no longer exists, the local day does not matter.
      const timezone = deps.fleets.get(row.fleetId)?.timezone ?? 'UTC';
      const begun = await beginErasure(db, {
        fleetId: row.fleetId,
        driverId: row.driverId,
        id: row.id,
        at,
        dayOf: (instant) => localDay(instant, timezone),
      });
      if (begun.kind === 'begun')
        return { state: 'running', releases: begun.releases.map((each) => each.toISOString()) };
      const reason = openMattersWords(begun.matters)('en');
      await endErasure(db, { ...keyOf(input), state: 'refused', reason, at: deps.now() });
      return { state: 'refused', releases: [] };
    },

    /**
     * Removes the stored data of the driver, batch by batch. @throws ApplicationFailure (worth a retry) when this worker stops
     */
    async removeDriver(input: ErasureInput): Promise<void> {
      const row = await known(deps, input);
      if (row.driverId === null) return;
      const driver = { fleetId: row.fleetId, driverId: row.driverId };
      await withSignOfLife(async (stopCheck) => {
        const names = await namesOfDriver(db, driver);
        const note = (removed: Readonly<Record<string, number>>) =>
          countErased(db, { ...keyOf(input), removed });
        for (;;) {
          stopCheck();
          const batch = { until: row.requestedAt, limit: TRIPS_A_BATCH, at: deps.now() };
          const removed = await removeSomeTrips(db, { ...driver, ...batch });
          if (!removed) break;
          await note(removed);
        }
        stopCheck();
        // The rows that hold the names are removed last, so that a worker that continues after a crash finds the names too.
        await note(await eraseMentions(db, { ...driver, names, at: deps.now() }));
        await note(await removeDriverRows(db, driver));
      });
    },

    /** Ends an erasure. From here on it does not show whom it was about. */
    async closeErasure(input: ErasureInput): Promise<void> {
      await endErasure(db, { ...keyOf(input), state: 'done', at: deps.now() });
      const row = await known(deps, input);
      deps.log.info({ fleet: input.fleet, erasure: input.erasureId, ...row.removed }, 'driver erased');
    },
  };
}

async function known(deps: ActivityDependencies, { fleet, erasureId }: ErasureInput): Promise<Erasure> {
  const row = await getErasure(deps.db, { fleetId: fleet, id: erasureId });
  if (!row) throw ApplicationFailure.nonRetryable('The erasure is no longer stored.', 'erasure_unknown');
  return row;
}
