import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Json, JsonObject } from '../../rules/vocabulary/index.ts';
import { inTransaction, jsonb, rowsWhere } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import { namesDriver, withoutNames } from './matchDriver.ts';
import { anyOf, mayHold, mayName } from './mentions.ts';
import type { DriverInFleet } from './mentions.ts';
import { isNamedIn, withoutDriver } from './redactDriver.ts';

/** Maximum number of bodies read together, because each may have 64 KiB. */
const A_PAGE = 50;

/** Yields the ids of dead letters that name the driver. */
export async function* deadLettersNaming(db: Db, driver: DriverInFleet): AsyncGenerator<string> {
  const holds = (text: string) => sql`position(${Buffer.from(text, 'utf8')}::bytea in body) > 0`;
  const candidates = rowsWhere<{ id: string; body: Buffer }>(db, driver.fleetId, {
    table: 'dead_letters',
    columns: [sql`body`],
    // Includes bodies with a backslash, because JSON may write any letter as an escape.
    where: anyOf([driver.driverId, ...driver.words, '\\'].map(holds)),
    answered: A_PAGE,
  });
  for await (const { id, body } of candidates) if (isNamedInBody(body.toString('utf8'), driver)) yield id;
}

/** Matches a field of driver ids and its value: a text, a list or a number. */
const FIELD = /"(?:drivers?(?:_?ids?)?|members)"\s*:\s*(\[[^\]]*|"[^"]*|[\w.+-]+)/gi;

/** Returns whether a body names the driver, even if the body is broken JSON or not JSON at all. */
export function isNamedInBody(body: string, driver: DriverInFleet): boolean {
  try {
    return isNamedIn(JSON.parse(body) as Json, driver);
  } catch {
    const text = unescaped(body);
    if (namesDriver(body, driver) || namesDriver(text, driver)) return true;
    return [...text.matchAll(FIELD)].some(([, ids]) =>
      ids!.split(/[[\]",\s]+/).some((id) => id === driver.driverId),
    );
  }
}

const ESCAPE = /\\(?:u([0-9a-f]{4})|(.))/gi;
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** Returns a text with JSON escapes replaced by their characters. */
function unescaped(text: string): string {
  return text.replace(ESCAPE, (_, hex: string | undefined, letter: string) =>
    hex === undefined ? (CONTROLS[letter] ?? letter) : String.fromCharCode(parseInt(hex, 16)),
  );
}

/**
 * Returns a condition: an entry of the audit log is about the driver. An entry about a trip without a driver's id has the subject
 * `driver/trip`. Ids may contain slashes, so the stored trips decide where such a subject is split.
 * @param table name of the audit table in the query
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

/** An audit log entry that names the driver, in the form it gets after the erasure. */
interface AuditMention {
  readonly id: string;
  readonly subjectId: string;
  readonly details: JsonObject | null;
  readonly why: string | null;
  /** Whether the entry's subject was removed with a trip before. The entry was counted then, and only its reason changes now. */
  readonly wasCounted: boolean;
}

/** Yields audit log entries that name the driver. */
async function* auditNaming(db: Db, driver: DriverInFleet): AsyncGenerator<AuditMention> {
  const isHis = isAuditOf('audit', driver);
  const entries = rowsWhere<Omit<AuditMention, 'wasCounted'> & { isHis: boolean; subjectType: string }>(
    db,
    driver.fleetId,
    {
      table: 'audit',
      columns: [sql`subject_type`, sql`subject_id`, sql`details`, sql`why`, sql`${isHis} as is_his`],
      where: anyOf([isHis, mayHold(sql`details`, driver), mayName(sql`why`, driver)]),
    },
  );
  for await (const entry of entries) {
    const rest = entry.isHis ? undefined : withoutDriver(entry.details, driver);
    const why = entry.why === null ? null : withoutNames(entry.why, driver);
    const isSame = JSON.stringify(rest) === JSON.stringify(entry.details);
    if (isSame && why === entry.why) continue;
    const isSubject = entry.isHis && ['trip', 'driver'].includes(entry.subjectType);
    yield {
      id: entry.id,
      subjectId: isSubject ? 'removed' : entry.subjectId,
      details: rest === undefined ? { removed: true } : (rest as JsonObject | null),
      why,
      wasCounted: entry.details?.['removed'] === true,
    };
  }
}

/**
 * Counts the audit log entries that an erasure of the driver would change. Excludes entries that were counted with their trip.
 */
export async function countInAudit(db: Db, driver: DriverInFleet): Promise<number> {
  let count = 0;
  for await (const { wasCounted } of auditNaming(db, driver)) count += wasCounted ? 0 : 1;
  return count;
}

/**
 * Removes the driver from the audit log. Author, action, time and reason of each entry are kept.
 * @returns the number of changed entries, without entries that were counted with their trip
 */
export async function eraseFromAudit(db: Db, driver: DriverInFleet): Promise<number> {
  let count = 0;
  for await (const { id, subjectId, details, why, wasCounted } of auditNaming(db, driver)) {
    await inTransaction(db, async (tx) => {
      await sql`set local tripline.audit_erasure = 'on'`.execute(tx);
      await sql`
        update audit set subject_id = ${subjectId}, why = ${why}, details = ${details === null ? null : jsonb(details)}
        where fleet_id = ${driver.fleetId} and id = ${id}`.execute(tx);
    });
    count += wasCounted ? 0 : 1;
  }
  return count;
}
