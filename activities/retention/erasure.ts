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

/** Number of trips that one transaction removes. It is small, so that the driver's lock is held only briefly. */
const TRIPS_A_BATCH = 50;

/** Result of beginning an erasure. It is small and does not name the driver, because it is stored in the workflow's history. */
export interface OpenedErasure {
  readonly state: Erasure['state'];
  /**
   * Times at which alerts about other drivers are sent separately, because they were grouped into this driver's messages (ISO
   * 8601, UTC).
   */
  readonly releases: readonly string[];
}

/**
 * Creates the activities that erase one driver. Temporal may repeat each of them, because removing data twice changes nothing.
 */
export function createErasures(deps: ActivityDependencies) {
  const { db } = deps;
  const keyOf = ({ fleet, erasureId }: ErasureInput) => ({ fleetId: fleet, id: erasureId });

  return {
    /**
     * Begins an erasure, after which no new work about the driver begins. Refuses the erasure if work about the driver is
     * unfinished.
     */
    async openErasure(input: ErasureInput): Promise<OpenedErasure> {
      const row = await known(deps, input);
      if (row.driverId === null) return { state: row.state, releases: [] };
      const at = row.requestedAt;
      // Uses UTC if the fleet is no longer configured, because the local day then does not matter.
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
     * Removes the stored data of the driver, batch by batch.
     * @throws ApplicationFailure (worth a retry) when this worker stops
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
        // Removes the rows with the driver's names last, so that a worker that continues after a crash still finds the names.
        await note(await eraseMentions(db, { ...driver, names, at: deps.now() }));
        await note(await removeDriverRows(db, driver));
      });
    },

    /** Ends an erasure. From then on, the erasure does not show whose data was erased. */
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
