import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { digestTableFile } from '../../../../activities/channels/email/index.ts';
import { digestRun } from '../../../support/digests/run.ts';
import { useDatabase } from '../../../support/store/useDatabase.ts';

const FLEET = 'north';
const NOW = { from: '2026-06-01', to: '2026-06-07' };
const BEFORE = { from: '2026-05-25', to: '2026-05-31' };
const database = useDatabase();
const runs = { small: '', large: '' };

/** Stores a run with `drivers` drivers, whose rows are about a hundred characters long. */
async function runOf(drivers: number): Promise<string> {
  const analytics = { baseUrl: 'http://service.example', apiKey: 'planted-key' };
  const { runId } = await digestRun(database.db, { fleetId: FLEET, analytics, now: NOW, before: BEFORE });
  await sql`
    insert into digest_drivers (fleet_id, run_id, range, driver_id, name, groups, score, trip_count, missing_sensors)
    select ${FLEET}, ${runId}::bigint, 'now', 'd-' || lpad(n::text, 6, '0'), 'Ann "the ' || n || 'th", of the night shift',
      '{north,night}', 70 + n % 30, n, '{gyroscope}'
    from generate_series(1, ${drivers}) as n`.execute(database.db);
  return runId;
}
beforeAll(async () => {
  runs.small = await runOf(2_500);
  runs.large = await runOf(25_000);
});

const fileOf = (runId: string) =>
  digestTableFile(database.db, { fleetId: FLEET, runId, csvName: 'weekly-2026-06-07.csv', isCompared: true });
const linesOf = (text: string): string[] => text.trimEnd().split('\r\n');

it('is plain as long as it is small, with its head once and every driver once', async () => {
  const file = (await fileOf(runs.small))!;
  expect(file).toMatchObject({ filename: 'weekly-2026-06-07.csv', contentType: 'text/csv; charset=utf-8' });
  const [head, ...rows] = linesOf(file.content.toString('utf8'));
  expect(head).toContain('driver_id');
  expect(rows).toHaveLength(2_500);
  expect(rows[0]).toMatch(/^d-000001,"Ann ""the 1th"", of the night shift",north; night,71,/);
  expect(rows.filter((row) => row.includes('driver_id'))).toEqual([]);
});

it('is packed above 2 MB, and unpacked it is the same table whole', async () => {
  const file = (await fileOf(runs.large))!;
  expect(file).toMatchObject({ filename: 'weekly-2026-06-07.csv.gz', contentType: 'application/gzip' });
  const text = gunzipSync(file.content);
  expect(text.length).toBeGreaterThan(2_000_000);
  expect(file.content.length).toBeLessThan(text.length / 4);
  const [, ...rows] = linesOf(text.toString('utf8'));
  expect(rows).toHaveLength(25_000);
  expect(new Set(rows.map((row) => row.slice(0, 8))).size).toBe(25_000);
  expect(rows.at(-1)).toMatch(/^d-025000,/);
});

it('is none where no driver is kept', async () => {
  expect(await fileOf('999999')).toBeUndefined();
});
