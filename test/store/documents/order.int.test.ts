import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { documentIds, publishedDocuments, rulesInUse } from '../../../store/documents/index.ts';
import { storePublished } from '../../support/store/published.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { at } from '../examples.ts';

const test = useDatabase();
const fleetId = 'f';
/** Ids in the order of code units. A collation that ignores hyphens reverses them. */
const IDS = ['a-c', 'ab'];

beforeAll(async () => {
  await sql`create collation no_hyphens (provider = icu, locale = 'en-u-ka-shifted')`.execute(test.db);
  await sql`alter table documents alter column id type text collate no_hyphens`.execute(test.db);
  for (const id of IDS) {
    await storePublished(test.db, { fleetId, kind: 'rule', body: { id, name: 'first' }, at: at('12:00:00') });
  }
});

it('documents come by their ids’ code units, however the database sorts texts', async () => {
  const { rows } = await sql<{ id: string }>`select id from documents order by id`.execute(test.db);
  expect(rows.map(({ id }) => id)).toEqual([...IDS].reverse());
  const kind = 'rule' as const;
  expect((await publishedDocuments(test.db, { fleetId, kind })).map(({ id }) => id)).toEqual(IDS);
  expect(await documentIds(test.db, { fleetId, kind })).toEqual(IDS);
  expect((await rulesInUse(test.db, fleetId)).map(({ id }) => id)).toEqual(IDS);
});
