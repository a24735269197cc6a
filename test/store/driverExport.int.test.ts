import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { EXPORTED_TABLES, exportDriver } from '../../store/driverExport.ts';
import type { ExportedRow } from '../../store/driverExport.ts';
import { requestErasure } from '../../store/erasures.ts';
import { useDatabase } from '../support/useDatabase.ts';

const test = useDatabase();

it('reads every table that names drivers', async () => {
  const { rows } = await sql<{ table: string }>`
    select table_name as "table" from information_schema.columns
    where table_schema = 'public' and column_name = 'driver_id' order by table_name`.execute(test.db);
  const named = rows.map(({ table }) => table);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((table) => !EXPORTED_TABLES.includes(table))).toEqual([]);
});

it('hands out a request to erase him while it is under way', async () => {
  const key = { fleetId: 'mine', driverId: 'd-1' };
  const asked = { who: 'ann', why: 'He asked.', at: new Date('2026-03-10T12:00:00Z') };
  await requestErasure(test.db, { ...key, ...asked });
  await requestErasure(test.db, { ...key, driverId: 'd-2', ...asked });
  const rows: ExportedRow[] = [];
  await exportDriver(test.db, key, (read) => {
    rows.push(...read);
    return Promise.resolve();
  });
  expect(rows.map(({ kind }) => kind)).toEqual(['erasure']);
  expect(rows[0]!.data).toMatchObject({ driver_id: 'd-1', state: 'running', why: 'He asked.' });
  expect(Object.keys(rows[0]!.data)).not.toContain('driver_hash');
});
