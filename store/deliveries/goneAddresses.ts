import { sql } from 'kysely';
import type { Db } from '../db/index.ts';

interface Address {
  readonly fleetId: string;
  /** The address exactly as a document contains it. */
  readonly address: string;
}

/** Disables a webhook address, because its receiver answered that the address is gone. */
export async function putOutOfUse(db: Db, { at, ...key }: Address & { readonly at: Date }): Promise<void> {
  await db
    .insertInto('goneAddresses')
    .values({ ...key, goneAt: at })
    .onConflict((conflict) => conflict.columns(['fleetId', 'address']).doUpdateSet({ goneAt: at }))
    .execute();
}

/** Returns whether an address was reported gone and no document that names it was published afterwards. */
export async function isOutOfUse(db: Db, { fleetId, address }: Address): Promise<boolean> {
  const { rows } = await sql`
    select from gone_addresses gone where fleet_id = ${fleetId} and address = ${address}
      and not exists (select from document_versions where ${publishedAgain(fleetId)})`.execute(db);
  return rows.length > 0;
}

/** Returns disabled addresses that a published document still names. */
export async function missedAddresses(db: Db, fleetId: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from gone_addresses gone where fleet_id = ${fleetId}
      and not exists (select from document_versions where ${publishedAgain(fleetId)})
      and exists (select from documents d join document_versions v
        on v.fleet_id = d.fleet_id and v.kind = d.kind and v.id = d.id and v.version = d.published_version
        where d.fleet_id = ${fleetId} and ${names('v')})`.execute(db);
  return rows.map(({ address }) => address);
}

const publishedAgain = (fleetId: string) =>
  sql`document_versions.fleet_id = ${fleetId} and document_versions.at > gone.gone_at
    and ${names('document_versions')}`;

/** Matches the address as JSON writes it, including the quotes, so that it does not match part of a longer address. */
const names = (table: 'v' | 'document_versions') =>
  sql`position(to_json(gone.address)::text in ${sql.ref(`${table}.body`)}::text) > 0`;
