import type { JsonObject } from '../rules/trip.ts';
import type { Db } from './schema.ts';

/** The fleets of which a digest was ever written. */
export async function fleetsWithDigests(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('documents')
    .select('fleetId')
    .distinct()
    .where('kind', '=', 'digest')
    .execute();
  return rows.map(({ fleetId }) => fleetId);
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
