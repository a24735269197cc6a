import {
  countRemoved,
  removeDueTrips,
  removeOldRows,
  removeRawContent,
  removeSnapshotPositions,
  removeTombstones,
  removeTripPositions,
} from '../../store/retention/index.ts';
import type { RetentionInput, RetentionProgress } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { withSignOfLife } from '../resilience/index.ts';
import type { StopCheck } from '../resilience/index.ts';

const DAY_MS = 86_400_000;
/** Milliseconds after which the activity ends a slice (one call), so that the workflow learns the progress. */
const SLICE_MS = 20_000;
/** Number of rows that one transaction removes. It is small, so that the rows are locked only briefly. */
const POSITIONS_A_BATCH = 200;
const TRIPS_A_BATCH = 100;
const ROWS_A_BATCH = 500;
/** Smallest number of days for which hashes of removed data are kept, because no sender repeats a notification that is so old. */
const HASHES_KEPT_DAYS = 730;

type Removed = Readonly<Record<string, number>>;
type Batch = (before: Date, stopCheck: StopCheck) => Promise<Removed>;

/**
 * Creates the activities that remove data after its retention. Temporal may repeat each of them, because removing data twice
 * changes nothing.
 */
export function createRetention(deps: ActivityDependencies) {
  const { db } = deps;

  /** Returns the batches in their order, each with the age in days at which its data is removed. */
  function stepsOf(fleetId: string): readonly { readonly days: number; readonly batch: Batch }[] {
    const { positionsDays, tripsDays } = deps.fleets.get(fleetId)?.retention ?? {};
    const due = (before: Date, limit: number) => ({ fleetId, before, limit, at: deps.now() });
    const positions: readonly Batch[] = [
      async (before) => ({ positions: await removeTripPositions(db, due(before, POSITIONS_A_BATCH)) }),
      async (before) => ({
        snapshot_positions: await removeSnapshotPositions(db, due(before, POSITIONS_A_BATCH)),
      }),
      (before) => removeRawContent(db, due(before, ROWS_A_BATCH)),
    ];
    const trips: readonly Batch[] = [
      async (before, stopCheck) => ({
        trips: await removeDueTrips(db, due(before, TRIPS_A_BATCH), stopCheck),
      }),
      (before) => removeOldRows(db, due(before, ROWS_A_BATCH)),
    ];
    const hashes: Batch = async (before) => ({
      hashes: await removeTombstones(db, due(before, ROWS_A_BATCH)),
    });
    return [
      ...(positionsDays === undefined ? [] : positions.map((batch) => ({ days: positionsDays, batch }))),
      ...(tripsDays === undefined ? [] : trips.map((batch) => ({ days: tripsDays, batch }))),
      ...(tripsDays === undefined ? [] : [{ days: Math.max(tripsDays, HASHES_KEPT_DAYS), batch: hashes }]),
    ];
  }

  return {
    /**
     * Removes a fleet's data after its retention, batch by batch, for at most `SLICE_MS`: first positions, then whole trips.
     * Keeps data, without positions, if an open incident or an unfinished deletion needs it.
     * @throws ApplicationFailure (worth a retry) when this worker stops
     */
    async advanceRetention({ fleet }: RetentionInput): Promise<RetentionProgress> {
      return withSignOfLife(async (stopCheck) => {
        const ends = deps.now().getTime() + SLICE_MS;
        const total: Record<string, number> = {};
        for (const { days, batch } of stepsOf(fleet))
          for (;;) {
            stopCheck();
            if (deps.now().getTime() >= ends) return { over: false, removed: total };
            const removed = await batch(new Date(deps.now().getTime() - days * DAY_MS), stopCheck);
            await countRemoved(db, { fleetId: fleet, removed, at: deps.now() });
            for (const [what, count] of Object.entries(removed)) add(total, what, count);
            if (Object.values(removed).every((count) => count === 0)) break;
          }
        await countRemoved(db, { fleetId: fleet, removed: { runs: 1 }, at: deps.now() });
        deps.log.info({ fleet, ...total }, 'retention removed old data');
        return { over: true, removed: total };
      });
    },
  };
}

function add(total: Record<string, number>, what: string, count: number): void {
  if (count > 0) total[what] = (total[what] ?? 0) + count;
}
