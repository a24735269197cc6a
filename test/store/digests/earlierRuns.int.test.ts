import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { jsonb } from '../../../store/db/index.ts';
import { earlierDriverScores, earlierEventRates } from '../../../store/digests/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const test = useDatabase();
const of = { fleetId: 'f', digestId: 'weekly', period: 'week' as const, groups: null };
const [FIRST, SECOND, THIRD] = ['2026-01-04', '2026-01-11', '2026-01-18'];
const lastDates = [FIRST, SECOND, THIRD];

interface EarlierRun {
  readonly to: string;
  readonly rate: number | null;
  readonly score: number | null;
  readonly origin?: string;
  readonly digest?: string;
  readonly groups?: readonly string[];
  readonly isComposed?: boolean;
}

async function run({ to, rate, score, ...it }: EarlierRun): Promise<void> {
  const content = {
    groups: it.groups ?? null,
    driving: { events: [{ eventType: 'HARD_BRAKE', per100Km: { value: rate } }, { eventType: null }] },
  };
  const { rows } = await sql<{ id: string }>`
    insert into digest_runs (fleet_id, digest_id, version, period, period_from, period_to, before_from, before_to, origin,
      document, state, content, created_at)
    values ('f', ${it.digest ?? 'weekly'}, 1, 'week', ${to}, ${to}, ${to}, ${to}, ${it.origin ?? 'scheduled'},
      '{}', 'done', ${it.isComposed === false ? null : jsonb(content)}, now()) returning id`.execute(test.db);
  for (const range of ['now', 'before'])
    await sql`
      insert into digest_drivers (fleet_id, run_id, range, driver_id, score)
      values ('f', ${rows[0]!.id}, ${range}, 'd-1', ${range === 'now' ? score : 1})`.execute(test.db);
}

const rates = async () => Object.fromEntries(await earlierEventRates(test.db, { ...of, lastDates }));
const scores = async (...driverIds: string[]) =>
  Object.fromEntries(await earlierDriverScores(test.db, { ...of, lastDates, driverIds }));

beforeEach(async () => {
  await sql`delete from digest_runs`.execute(test.db);
  await run({ to: FIRST, rate: 3, score: 80 });
  await run({ to: SECOND, rate: null, score: null });
});

it('gives rates and scores of each earlier run by its last date, unknown ones as null', async () => {
  expect(await rates()).toEqual({ [FIRST]: { HARD_BRAKE: 3 }, [SECOND]: { HARD_BRAKE: null } });
  expect(await scores('d-1', 'd-2')).toEqual({ 'd-1': { [FIRST]: 80, [SECOND]: null } });
  expect(await scores('d-2')).toEqual({});
});

it('takes the newest run of a period that was composed, previews never', async () => {
  await run({ to: FIRST, rate: 4, score: 70, origin: 'on_demand' });
  await run({ to: FIRST, rate: 5, score: 60, origin: 'preview' });
  await run({ to: FIRST, rate: 6, score: 50, origin: 'on_demand', isComposed: false });
  expect((await rates())[FIRST]).toEqual({ HARD_BRAKE: 4 });
  expect((await scores('d-1'))['d-1']).toEqual({ [FIRST]: 70, [SECOND]: null });
});

it('takes runs of the same digest about the same groups, of the dates that were asked for', async () => {
  await run({ to: THIRD, rate: 7, score: 40, digest: 'daily' });
  await run({ to: THIRD, rate: 8, score: 30, groups: ['north'] });
  await run({ to: '2026-01-25', rate: 9, score: 20 });
  expect(Object.keys(await rates())).toEqual([FIRST, SECOND]);
  expect((await scores('d-1'))['d-1']).toEqual({ [FIRST]: 80, [SECOND]: null });
  const north = { ...of, groups: ['north'], lastDates };
  expect([...(await earlierEventRates(test.db, north))]).toEqual([[THIRD, { HARD_BRAKE: 8 }]]);
});
