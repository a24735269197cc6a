import type { Db } from './connection/index.ts';

/** A fleet as the database knows it. */
export interface StoredFleet {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
}

/** Makes the configured fleets known. A fleet that is configured no longer keeps its data. */
export async function upsertFleets(db: Db, fleets: readonly StoredFleet[]): Promise<void> {
  if (fleets.length === 0) return;
  const updatedAt = new Date();
  await db
    .insertInto('fleets')
    .values(fleets.map(({ id, name, timezone }) => ({ fleetId: id, name, timezone, updatedAt })))
    .onConflict((conflict) =>
      conflict.column('fleetId').doUpdateSet((row) => ({
        name: row.ref('excluded.name'),
        timezone: row.ref('excluded.timezone'),
        updatedAt: row.ref('excluded.updatedAt'),
      })),
    )
    .execute();
}

/** Returns every fleet that was ever configured, by id. */
export async function listFleets(db: Db): Promise<StoredFleet[]> {
  return db.selectFrom('fleets').select(['fleetId as id', 'name', 'timezone']).orderBy('fleetId').execute();
}
