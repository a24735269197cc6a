import { noteBackfill } from '../../store/backfill/index.ts';
import { isStorableId } from '../../store/db/index.ts';
import { keepMissingReadings } from '../../store/facts/index.ts';
import type { BackfillWork } from './witness.ts';
import { expectOk } from '../facts/index.ts';

const DAY_MS = 86_400_000;
/** Days in the range of one reading: a week, as everywhere. The score is the one at its end. */
const RANGE_DAYS = 7;
/** Dates before the range, so that a change over a week is known for its first trips too. */
const DAYS_BEFORE = 7;

/**
 * Keeps the drivers' scores as of the next date. The drivers list tells fifty drivers in a call, where the driver's own
 * endpoint would be one call for each driver and date; a day's own score, as in a daily series, is another thing.
 * @returns whether there was a date left
 */
export async function backfillNextReadings(work: BackfillWork): Promise<boolean> {
  const { deps, backfill, caller, client } = work;
  const { fleetId, id } = backfill;
  const endDate = nextDate(backfill);
  if (endDate === undefined) return false;
  const query = {
    startDate: plusDays(endDate, 1 - RANGE_DAYS),
    endDate,
    fields: ['info', 'driving_behavior'] as const,
  };
  let readingsKept = 0;
  for await (const outcome of client.driversPages(query)) {
    caller.count(1);
    const page = await expectOk(deps, fleetId, outcome);
    const readings = page.rows.filter(({ driverId }) => isStorableId(driverId));
    readingsKept += await keepMissingReadings(deps.db, { fleetId, endDate, readings, at: deps.now() });
    await caller.flush();
  }
  await noteBackfill(deps.db, { fleetId, id, readingsUntil: endDate, readingsKept });
  return true;
}

function nextDate(backfill: BackfillWork['backfill']): string | undefined {
  const next = backfill.readingsUntil
    ? plusDays(backfill.readingsUntil, 1)
    : plusDays(backfill.fromDate, -DAYS_BEFORE);
  return next <= backfill.toDate ? next : undefined;
}

function plusDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}
