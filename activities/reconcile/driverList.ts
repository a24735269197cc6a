import { isStorableId } from '../../store/db/index.ts';
import { addReconcileDrivers, noteDriversListed } from '../../store/coverage/index.ts';
import { expectOk } from '../facts/index.ts';
import type { ReconcileWork } from './pace.ts';
import { lastPosition } from '../resilience/index.ts';
import type { KeepPosition } from '../resilience/index.ts';

/** How far the list of drivers was read. */
export interface ListPosition {
  readonly offset: number;
}

/** A page or two are read again after an interruption: in between, rows may have moved. */
const STEP_BACK = 100;

/** Notes every driver with a trip in the range; after an interruption it goes on near where it was. */
export async function listDrivers(work: ReconcileWork, keep: KeepPosition<ListPosition>): Promise<void> {
  const { deps, run, client, pace } = work;
  const { fleetId, id, fromDate: startDate, toDate: endDate } = run;
  let offset = Math.max((lastPosition<ListPosition>()?.offset ?? 0) - STEP_BACK, 0);
  const query = { startDate, endDate, offset, fields: ['info'] } as const;
  for await (const outcome of client.driversPages(query)) {
    const page = await expectOk(deps, fleetId, outcome);
    const driverIds = page.rows.map(({ driverId }) => driverId).filter(isStorableId);
    await addReconcileDrivers(deps.db, { fleetId, id, driverIds });
    offset = page.nextOffset ?? offset + page.received;
    keep({ offset });
    await pace.rest();
  }
  await noteDriversListed(deps.db, { fleetId, id, at: deps.now() });
}
