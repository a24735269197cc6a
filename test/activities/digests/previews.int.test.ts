import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import { createDigestSending } from '../../../activities/digests/index.ts';
import { digestRunFacts, moveDigestRun } from '../../../store/digests/index.ts';
import type { DigestOrigin } from '../../../store/digests/index.ts';
import { digestRun } from '../../support/digests/run.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const DATES = {
  now: { from: '2026-06-01', to: '2026-06-07' },
  before: { from: '2026-05-25', to: '2026-05-31' },
};
const AT = new Date('2026-06-08T05:00:00Z');
const HOUR_MS = 3_600_000;
const database = useDatabase();

async function settledRun(fleetId: string, origin: DigestOrigin, hoursAgo: number): Promise<string> {
  const analytics = { baseUrl: 'http://service.example', apiKey: 'planted-key' };
  const { runId } = await digestRun(database.db, { fleetId, analytics, ...DATES, origin });
  const at = new Date(AT.getTime() - hoursAgo * HOUR_MS);
  await moveDigestRun(database.db, { fleetId, id: runId, state: 'done', at });
  return runId;
}

it('previews are kept for a day, what was sent and other fleets’ previews stay', async () => {
  const old = await settledRun('north', 'preview', 25);
  const young = await settledRun('north', 'preview', 23);
  const sent = await settledRun('north', 'on_demand', 900);
  const other = await settledRun('south', 'preview', 25);
  const deps = { db: database.db, log: pino({ level: 'silent' }), now: () => AT };
  const sending = createDigestSending(deps as unknown as ActivityDependencies);
  await sending.settleDigestPreview({ fleet: 'north', runId: young });
  const isKept = async (fleetId: string, id: string): Promise<boolean> =>
    (await digestRunFacts(database.db, { fleetId, id })) !== undefined;
  expect(await isKept('north', old)).toBe(false);
  expect(await isKept('north', young)).toBe(true);
  expect(await isKept('north', sent)).toBe(true);
  expect(await isKept('south', other)).toBe(true);
});
