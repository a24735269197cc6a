import type { JsonObject } from '../rules/trip.ts';
import type { Db } from './schema.ts';

/** When a digest's document of each fleet was last written, drafts included, also where none counts any more. */
export async function digestChanges(db: Db): Promise<ReadonlyMap<string, Date>> {
  const rows = await db
    .selectFrom('documents')
    .select(['fleetId', (row) => row.fn.max('updatedAt').as('at')])
    .where('kind', '=', 'digest')
    .groupBy('fleetId')
    .execute();
  return new Map(rows.map(({ fleetId, at }) => [fleetId, at]));
}

/** A digest that was ever written, and what counts of it; null: nothing does. */
export interface KnownDigest {
  readonly id: string;
  readonly published: { readonly version: number; readonly body: JsonObject } | null;
}

/** Every digest of a fleet, those that no longer count included. */
export async function knownDigests(db: Db, fleetId: string): Promise<KnownDigest[]> {
  const rows = await db
    .selectFrom('documents')
    .leftJoin('documentVersions', (join) =>
      join
        .onRef('documentVersions.fleetId', '=', 'documents.fleetId')
        .onRef('documentVersions.kind', '=', 'documents.kind')
        .onRef('documentVersions.id', '=', 'documents.id')
        .onRef('documentVersions.version', '=', 'documents.publishedVersion'),
    )
    .select(['documents.id', 'documentVersions.version', 'documentVersions.body'])
    .where('documents.fleetId', '=', fleetId)
    .where('documents.kind', '=', 'digest')
    .orderBy('documents.id')
    .execute();
  return rows.map(({ id, version, body }) => ({
    id,
    published: version === null || body === null ? null : { version, body },
  }));
}
