import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Json } from '../rules/trip.ts';
import { inTransaction } from './database.ts';
import type { DriverKey } from './eraseDriver.ts';
import { json, jsonb } from './json.ts';
import type { Db } from './schema.ts';
import { databasePattern, ERASED, namesDriver, withoutDriver, withoutNames } from './withoutDriver.ts';
import type { DriverNames } from './withoutDriver.ts';

/** A driver with the names by which texts may call him. */
export interface Named extends DriverKey {
  readonly names: DriverNames;
}

/** Rows looked at together. */
const A_PAGE = 200;

interface Column {
  readonly table: string;
  /** What tells its rows apart and puts them in order. */
  readonly id: string;
  /** Columns that may name a driver. */
  readonly texts: readonly string[];
}

/** Rows that name the driver, page by page; which of them really do, the caller looks. */
async function* candidates<Row extends { readonly id: string }>(
  db: Db,
  { fleetId, names }: Named,
  { table, id, texts }: Column,
): AsyncGenerator<Row> {
  const mayName = sql.join(
    texts.flatMap((column) =>
      [...new Set([...names, ...names.map(inJson)])].map(
        (name) => sql`strpos(coalesce(${sql.ref(column)}::text, ''), ${name}) > 0`,
      ),
    ),
    sql` or `,
  );
  for (let after: string | undefined; ;) {
    const { rows }: { rows: Row[] } = await sql<Row>`
      select *, ${sql.ref(id)}::text as id from ${sql.table(table)}
      where fleet_id = ${fleetId} and (${mayName}) ${after === undefined ? sql`` : sql`and ${sql.ref(id)}::text > ${after}`}
      order by ${sql.ref(id)}::text limit ${A_PAGE}`.execute(db);
    yield* rows;
    after = rows.at(-1)?.id;
    if (rows.length < A_PAGE) return;
  }
}

/** A name as it stands inside of a JSON text: for most the name itself. */
function inJson(name: string): string {
  return JSON.stringify(name).slice(1, -1);
}

/** Whether a JSON value or a text names the driver. */
function isNamed(value: unknown, names: DriverNames): boolean {
  if (typeof value === 'string') return namesDriver(value, names);
  if (value === null || typeof value !== 'object') return false;
  return Object.entries(value).some(([key, item]) => namesDriver(key, names) || isNamed(item, names));
}

async function change(
  db: Db,
  row: { readonly table: string; readonly fleetId: string; readonly id: string },
  set: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    update ${sql.table(row.table)} set ${set}
    where fleet_id = ${row.fleetId} and id::text = ${row.id}`.execute(db);
}

async function remove(db: Db, table: string, row: { fleetId: string; id: string }): Promise<void> {
  await sql`delete from ${sql.table(table)} where fleet_id = ${row.fleetId} and id::text = ${row.id}`.execute(
    db,
  );
}

/** Removes whole rows of a table that name the driver. */
async function removeNaming(db: Db, named: Named, column: Column): Promise<number> {
  let count = 0;
  for await (const row of candidates<{ id: string } & Record<string, unknown>>(db, named, column))
    if (Object.values(row).some((value) => isNamed(value, named.names))) {
      await remove(db, column.table, { fleetId: named.fleetId, id: row.id });
      count += 1;
    }
  return count;
}

/** Takes the driver out of what back-tests found; one that is under way cannot go on without him. */
async function fromBacktests(db: Db, named: Named, at: Date): Promise<number> {
  const { fleetId, names } = named;
  const { numAffectedRows } = await sql`
    update backtests set state = 'cancelled', finished_at = ${at},
      error = 'A driver was erased meanwhile: ask again.'
    where fleet_id = ${fleetId} and state in ('waiting', 'running')`.execute(db);
  await sql`
    delete from backtest_parts parts using backtests
    where backtests.fleet_id = ${fleetId} and parts.fleet_id = ${fleetId} and parts.backtest_id = backtests.id
      and backtests.state not in ('waiting', 'running')`.execute(db);
  let count = Number(numAffectedRows ?? 0n);
  const columns = { table: 'backtests', id: 'id', texts: ['result'] };
  for await (const { id, result } of candidates<{ id: string; result: Json }>(db, named, columns)) {
    if (!isNamed(result, names)) continue;
    await change(
      db,
      { table: 'backtests', fleetId, id },
      sql`result = ${json(withoutDriver(result, names) ?? null)}`,
    );
    count += 1;
  }
  return count;
}

/** Takes the driver out of what digests say. */
async function fromDigests(db: Db, named: Named): Promise<number> {
  const { fleetId, names } = named;
  let count = 0;
  const columns = { table: 'digest_runs', id: 'id', texts: ['content'] };
  for await (const { id, content } of candidates<{ id: string; content: Json }>(db, named, columns)) {
    if (!isNamed(content, names)) continue;
    await change(
      db,
      { table: 'digest_runs', fleetId, id },
      sql`content = ${jsonb(withoutDriver(content, names) ?? null)}`,
    );
    count += 1;
  }
  return count;
}

/** Takes the driver out of silences; one that was about him alone goes. */
async function fromSilences(db: Db, { fleetId, driverId }: Named): Promise<number> {
  const gone = await sql`
    delete from silences where fleet_id = ${fleetId} and drivers = array[${driverId}]::text[]`.execute(db);
  const changed = await sql`
    update silences set drivers = array_remove(drivers, ${driverId})
    where fleet_id = ${fleetId} and ${driverId} = any(drivers)`.execute(db);
  return Number((gone.numAffectedRows ?? 0n) + (changed.numAffectedRows ?? 0n));
}

/** Words that people wrote, and ours, which may name any driver. */
const WORDS = [
  ['incidents', 'note'],
  ['incident_events', 'note'],
  ['deletions', 'note'],
  ['silences', 'reason'],
  ['silences', 'ended_why'],
  ['document_versions', 'why'],
  ['fleet_alarms', 'message'],
  ['erasures', 'why'],
] as const;

/** Replaces the driver's names in what people wrote about something else. */
async function fromWords(db: Db, { fleetId, names }: Named): Promise<number> {
  const pattern = databasePattern(names);
  let count = 0;
  for (const [table, column] of WORDS) {
    const words = sql.ref(column);
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set ${words} = regexp_replace(${words}, ${pattern}, ${ERASED}, 'g')
      where fleet_id = ${fleetId} and ${words} ~ ${pattern}`.execute(db);
    count += Number(numAffectedRows ?? 0n);
  }
  return count;
}

/** Takes the driver out of the audit log: who did what when, and why, stays. */
async function fromAudit(db: Db, named: Named): Promise<number> {
  const { fleetId, names } = named;
  let count = 0;
  const columns = { table: 'audit', id: 'id', texts: ['details', 'subject_id', 'why'] };
  type Row = { id: string; details: Json; subjectId: string; why: string | null };
  for await (const { id, details, subjectId, why } of candidates<Row>(db, named, columns)) {
    if (!isNamed([details, subjectId, why], names)) continue;
    await inTransaction(db, async (tx) => {
      await sql`set local tripline.audit_erasure = 'on'`.execute(tx);
      await change(
        tx,
        { table: 'audit', fleetId, id },
        sql`details = '{"forgotten": true}',
          subject_id = ${namesDriver(subjectId, names) ? 'forgotten' : subjectId},
          why = ${why === null ? null : withoutNames(why, names)}`,
      );
    });
    count += 1;
  }
  return count;
}

/** Removes bodies that nobody could read and that name the driver. */
async function fromDeadLetters(db: Db, named: Named): Promise<number> {
  const { fleetId, names } = named;
  const { rows } = await sql<{ id: string; body: Buffer }>`
    select id, body from dead_letters
    where fleet_id = ${fleetId} and (${sql.join(
      names.map((name) => sql`position(${Buffer.from(name, 'utf8')}::bytea in body) > 0`),
      sql` or `,
    )})
    order by id desc limit 1000`.execute(db);
  const naming = rows.filter(({ body }) => namesDriver(body.toString('utf8'), names));
  for (const { id } of naming) await remove(db, 'dead_letters', { fleetId, id });
  return naming.length;
}

/** Takes the driver out of everything that is about more than him, or about nobody in particular. */
export async function eraseMentions(
  db: Db,
  named: Named & { readonly at: Date },
): Promise<Readonly<Record<string, number>>> {
  return {
    outbox: await removeNaming(db, named, {
      ...{ table: 'outbox', id: 'id', texts: ['subject', 'text', 'html', 'blocks'] },
    }),
    simulations: await removeNaming(db, named, {
      table: 'simulations',
      id: 'id',
      texts: ['input', 'result'],
    }),
    notifications: await removeNaming(db, named, { table: 'notifications', id: 'id', texts: ['body'] }),
    dead_letters: await fromDeadLetters(db, named),
    backtests: await fromBacktests(db, named, named.at),
    digest_runs: await fromDigests(db, named),
    silences: await fromSilences(db, named),
    words: await fromWords(db, named),
    audit: await fromAudit(db, named),
  };
}
