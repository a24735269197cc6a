import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { rowsWhere } from '../../../store/db/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const test = useDatabase();
beforeAll(async () => {
  // A statement is recognised by its beginning. Each row that it reads is recorded.
  await sql`create table looks (statement timestamptz)`.execute(test.db);
  await sql`create function looked_at() returns boolean language plpgsql as
    $$ begin insert into looks values (statement_timestamp()); return true; end $$`.execute(test.db);
});

/** Looks for a subject in a fleet's entries, 10 at a time. @returns places found, and most rows one statement checked */
async function search(fleetId: string, args: { rows: number; wanted: readonly number[]; key?: string[] }) {
  await sql`truncate looks`.execute(test.db);
  await sql`insert into audit (fleet_id, at, who, action, subject_type, subject_id)
    select f, now(), 'ann', 'it.happened', 'driver', number from generate_series(1, ${args.rows}::int) number,
      unnest(array[${fleetId}, ${`${fleetId}-2`}]) f`.execute(test.db);
  const found: number[] = [];
  const rows = rowsWhere<{ id: string; place: number }>(test.db, fleetId, {
    table: 'audit',
    columns: [sql`subject_id::int as place`],
    rowsRead: 10,
    answered: 4,
    where: sql`case when looked_at() then subject_id::int = any(${[...args.wanted]}::int[]) end`,
    ...(args.key ? { key: args.key } : {}),
  });
  for await (const { place } of rows) found.push(place);
  const { rows: most } = await sql<{ most: number; all: number }>`
    select max(count)::int as most, sum(count)::int as all from
      (select count(*) from looks group by statement) one`.execute(test.db);
  return { found, most: most[0]!.most, all: most[0]!.all };
}

describe.each([
  ['id', undefined],
  ['columns', ['subject_type', 'id']],
])('a search by %s', (name, key) => {
  const by = key ? { key } : {};
  it('finds a row behind pages without any, and no statement looks at more than a page', async () => {
    const one = await search(`far-${name}`, { rows: 95, wanted: [93], ...by });
    expect(one).toEqual({ found: [93], most: 10, all: 95 });
  });

  it('ends behind a last page that is full, and one that is empty', async () => {
    const none = await search(`full-${name}`, { rows: 30, wanted: [], ...by });
    expect(none).toEqual({ found: [], most: 10, all: 30 });
  });

  it('finds every row once, where a page holds more than a statement answers', async () => {
    const all = Array.from({ length: 25 }, (_, index) => index + 1);
    expect((await search(`all-${name}`, { rows: 25, wanted: all, ...by })).found).toEqual(all);
  });
});
