import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { inTransaction, jsonb, rowsWhere } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import { withoutNames } from './driverInText.ts';
import { anyOf, mayHold, mayName } from './mentions.ts';
import type { DriverInFleet } from './mentions.ts';
import { withoutDriver } from './withoutDriver.ts';

/**
 * Whether an entry of the audit log (`table`, a name of the query) is about a driver. One about a trip that does not say
 * whose it is has `driver/trip` as its subject. Where ids hold slashes themselves, trips that are known tell how to read it.
 */
export function isAuditOf(
  table: string,
  { fleetId, driverId }: Pick<DriverInFleet, 'fleetId' | 'driverId'>,
): RawBuilder<unknown> {
  const [details, type, subject] = ['details', 'subject_type', 'subject_id'].map((column) =>
    sql.ref(`${table}.${column}`),
  );
  const tripIdOf = (driver: string) => sql`substr(${subject}, length(${driver}::text) + 2)`;
  const isTripOf = (driver: string) =>
    anyOf(
      ['trips', 'decisions', 'notifications'].map(
        (known) => sql`exists (select from ${sql.table(known)} known
        where known.fleet_id = ${fleetId} and known.driver_id = ${driver} and known.trip_id = ${tripIdOf(driver)})`,
      ),
    );
  const parts = driverId.split('/');
  const beginnings = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
  return sql`case
    when ${details} ->> 'driver_id' is not null then ${details} ->> 'driver_id' = ${driverId}
    when ${type} = 'driver' then ${subject} = ${driverId}
    when ${type} = 'trip' and starts_with(${subject}, ${`${driverId}/`})
      then (strpos(${tripIdOf(driverId)}, '/') = 0 and not ${anyOf(beginnings.map(isTripOf))}) or ${isTripOf(driverId)}
    else false end`;
}

/** An entry that names the driver, and what it says without him. */
export interface AuditMention {
  readonly id: string;
  readonly subjectId: string;
  readonly details: JsonObject | null;
  readonly why: string | null;
}

/** Entries of the audit log that name the driver. */
export async function* auditNaming(db: Db, driver: DriverInFleet): AsyncGenerator<AuditMention> {
  const isHis = isAuditOf('audit', driver);
  const entries = rowsWhere<AuditMention & { isHis: boolean; subjectType: string }>(db, driver.fleetId, {
    table: 'audit',
    columns: [sql`subject_type`, sql`subject_id`, sql`details`, sql`why`, sql`${isHis} as is_his`],
    where: anyOf([isHis, mayHold(sql`details`, driver), mayName(sql`why`, driver)]),
  });
  for await (const entry of entries) {
    const rest = entry.isHis ? undefined : withoutDriver(entry.details, driver);
    const why = entry.why === null ? null : withoutNames(entry.why, driver);
    const isSame = JSON.stringify(rest) === JSON.stringify(entry.details);
    if (isSame && why === entry.why) continue;
    const isSubject = entry.isHis && ['trip', 'driver'].includes(entry.subjectType);
    yield {
      id: entry.id,
      subjectId: isSubject ? 'forgotten' : entry.subjectId,
      details: rest === undefined ? { forgotten: true } : (rest as JsonObject | null),
      why,
    };
  }
}

/** Takes the driver out of the audit log: who did what when, and why, stays. @returns how many entries named him */
export async function eraseFromAudit(db: Db, driver: DriverInFleet): Promise<number> {
  let count = 0;
  for await (const { id, subjectId, details, why } of auditNaming(db, driver)) {
    await inTransaction(db, async (tx) => {
      await sql`set local tripline.audit_erasure = 'on'`.execute(tx);
      await sql`
        update audit set subject_id = ${subjectId}, why = ${why}, details = ${details === null ? null : jsonb(details)}
        where fleet_id = ${driver.fleetId} and id = ${id}`.execute(tx);
    });
    count += 1;
  }
  return count;
}
