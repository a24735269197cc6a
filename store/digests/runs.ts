import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { PeopleChannel } from '../../rules/channels/index.ts';
import type { RecipientReason } from '../../rules/recipients/index.ts';
import type { DigestPeriod } from '../../rules/digests/index.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { isRowId, json, jsonb } from '../db/index.ts';
import type { Db, Tx } from '../db/index.ts';
import type { DigestGathering, DigestRange, DigestRunState, DigestRunsTable } from '../tables/index.ts';

export type { DigestGathering, DigestOrigin, DigestRange } from '../tables/index.ts';

/** A recipient of a digest, and the channel to reach the recipient. */
export interface DigestReceiver {
  readonly action: PeopleChannel;
  readonly receiver: string;
  /** Reason why the recipient was chosen, if a recipient route names the recipient. */
  readonly because?: RecipientReason;
}

/** Key of one run of a digest. */
export interface DigestRunKey {
  readonly fleetId: string;
  readonly id: string;
}

/** Whole UTC dates, `YYYY-MM-DD`, both inclusive. */
export interface StoredDates {
  readonly from: string;
  readonly to: string;
}

/** A run of a digest as it is stored. */
export interface DigestRunFacts extends Omit<Selectable<DigestRunsTable>, 'recipients'> {
  readonly now: StoredDates;
  readonly before: StoredDates;
  /** The recipients of a part of a digest. Null: `onlyTo` or the document names the recipients. */
  readonly recipients: readonly DigestReceiver[] | null;
}

/** Returns one run, or undefined if it is not stored. */
export async function digestRunFacts(
  db: Db,
  { fleetId, id }: DigestRunKey,
): Promise<DigestRunFacts | undefined> {
  if (!isRowId(id)) return undefined;
  const run = await db
    .selectFrom('digestRuns')
    .selectAll()
    .select(sql<DigestRunFacts['recipients']>`recipients`.as('recipients'))
    .where((row) => row.and({ fleetId, id }))
    .executeTakeFirst();
  return (
    run && {
      ...run,
      now: { from: run.periodFrom, to: run.periodTo },
      before: { from: run.beforeFrom, to: run.beforeTo },
    }
  );
}

/** A request for a run of a digest. */
export interface DigestRequest {
  readonly fleetId: string;
  readonly digestId: string;
  /** The version of the document. 0 means a draft. */
  readonly version: number;
  readonly period: DigestPeriod;
  readonly document: JsonObject;
  readonly at: Date;
}

/** Returns the row to insert for a new run. */
export function newRun({ fleetId, digestId, version, period, document, at }: DigestRequest) {
  return {
    fleetId,
    digestId,
    version,
    period: period.kind,
    state: 'gathering' as const,
    periodFrom: period.now.from,
    periodTo: period.now.to,
    beforeFrom: period.before.from,
    beforeTo: period.before.to,
    document: json(document),
    createdAt: at,
  };
}

/** Records how reading the drivers of one range ended. */
export async function noteDigestGathered(
  db: Db,
  args: DigestRunKey & { readonly range: DigestRange; readonly gathering: DigestGathering },
): Promise<void> {
  await sql`
    update digest_runs set gathered = gathered || ${jsonb({ [args.range]: args.gathering })}
    where fleet_id = ${args.fleetId} and id = ${args.id}`.execute(db);
}

/** Stores the content of a run, replacing content composed before. */
export async function keepDigestContent(
  db: Db,
  args: DigestRunKey & { readonly content: object },
): Promise<void> {
  await sql`
    update digest_runs set content = ${jsonb(args.content)}
    where fleet_id = ${args.fleetId} and id = ${args.id}`.execute(db);
}

/**
 * Opens the scheduled run of a period, once for each digest, kind of period and last date.
 * @returns the new run, or the existing one
 */
export async function openScheduledRun(
  db: Db,
  args: DigestRequest,
): Promise<{ readonly id: string; readonly state: DigestRunState }> {
  const run = { ...newRun(args), origin: 'scheduled' as const };
  const { fleetId, digestId, period, periodTo, origin } = run;
  await db
    .insertInto('digestRuns')
    .values(run)
    .onConflict((conflict) =>
      conflict
        .columns(['fleetId', 'digestId', 'periodTo', 'period'])
        .where('origin', '=', 'scheduled')
        .where('partOf', 'is', null)
        .doNothing(),
    )
    .execute();
  return db
    .selectFrom('digestRuns')
    .select(['id', 'state'])
    .where((row) => row.and({ fleetId, digestId, period, periodTo, origin }))
    .where('partOf', 'is', null)
    .executeTakeFirstOrThrow();
}

/** A part of a digest: the groups and recipients of one entry of a recipient route. Each part is a separate run. */
export interface DigestPart {
  /** Sorted. */
  readonly groups: readonly string[];
  readonly recipients: readonly DigestReceiver[];
  /** The digest's document, limited to these groups. */
  readonly document: JsonObject;
}

/** Returns the parts of a run with their states. Empty if no parts were opened. */
export async function partsOfDigest(
  db: Db,
  { fleetId, id }: DigestRunKey,
): Promise<readonly { readonly id: string; readonly state: DigestRunState }[]> {
  return db
    .selectFrom('digestRuns')
    .select(['id', 'state'])
    .where((row) => row.and({ fleetId, partOf: id }))
    .orderBy('id')
    .execute();
}

/** Opens each part of a run once, as a separate run. A part takes over the period and origin of the whole run. */
export async function openDigestParts(
  tx: Tx,
  { fleetId, id, parts, at }: DigestRunKey & { readonly parts: readonly DigestPart[]; readonly at: Date },
): Promise<void> {
  for (const { groups, recipients, document } of parts)
    await sql`
      insert into digest_runs (fleet_id, digest_id, version, period, period_from, period_to, before_from, before_to, origin,
        requested_by, why, document, state, created_at, part_of, part, recipients)
      select fleet_id, digest_id, version, period, period_from, period_to, before_from, before_to, origin,
        requested_by, why, ${jsonb(document)}, 'gathering', ${at}, id, ${[...groups]}::text[], ${jsonb(recipients)}
      from digest_runs where fleet_id = ${fleetId} and id = ${id}
      on conflict (fleet_id, part_of, part) where part_of is not null do nothing`.execute(tx);
}

/** Removes the stored drivers of one run. The run's content is kept. */
export async function removeDigestDrivers(db: Db, { fleetId, id }: DigestRunKey): Promise<void> {
  await sql`delete from digest_drivers where fleet_id = ${fleetId} and run_id = ${id}`.execute(db);
}

/** Removes a fleet's previews that ended before an instant, with their content, because previews are never sent. */
export async function removeOldDigestPreviews(
  db: Db,
  args: { readonly fleetId: string; readonly before: Date },
): Promise<void> {
  await sql`
    delete from digest_runs
    where fleet_id = ${args.fleetId} and origin = 'preview' and settled_at < ${args.before}`.execute(db);
}

/** Removes the stored drivers of a fleet's runs that ended before an instant. The runs' content is kept. */
export async function removeOldDigestDrivers(
  db: Db,
  args: { readonly fleetId: string; readonly before: Date },
): Promise<void> {
  await sql`
    delete from digest_drivers using digest_runs run
    where digest_drivers.fleet_id = ${args.fleetId} and run.fleet_id = ${args.fleetId}
      and run.id = digest_drivers.run_id and run.settled_at < ${args.before}`.execute(db);
}
