import { claimRequest, finishRequest } from '../../../store/db/index.ts';
import type { Db, RequestKey, TemporalRequest } from '../../../store/db/index.ts';

/** Returns a stored request, or `undefined`. */
export async function requestOf(db: Db, key: RequestKey): Promise<TemporalRequest | undefined> {
  const { fleetId, kind, subject } = key;
  return db
    .selectFrom('temporalRequests')
    .selectAll()
    .where((row) => row.and({ fleetId, kind, subject }))
    .executeTakeFirst();
}

/** Takes a request out of the table as one that was carried out. */
export async function settledRequests(db: Db, key: RequestKey): Promise<void> {
  const request = await claimRequest(db, key, { at: new Date() });
  if (!request || !(await finishRequest(db, request))) throw new Error(`${key.kind} was not to be done.`);
}
