import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createDeletionStarter } from '../../server/deletionStarter.ts';
import { giveVerdict } from '../../server/deletionVerdict.ts';
import { requestDeletion } from '../../store/deletionRequests.ts';
import { decideDeletion } from '../../store/deletionVerdicts.ts';
import { getDeletion } from '../../store/deletions.ts';
import { useDatabase } from '../support/useDatabase.ts';
import { fakeGateway } from './serverFixture.ts';

const inTest = useDatabase();
const now = (): Date => new Date();
const quick = { everyMs: 20, graceMs: 0, log: pino({ level: 'silent' }), now };
let trips = 0;

async function asked(approval: 'required' | 'auto' = 'required'): Promise<string> {
  const { id } = await requestDeletion(inTest.db, {
    ...{ fleetId: 'f', driverId: 'd', tripId: `t-${(trips += 1)}`, rule: 'r', version: 1, approval },
    ...{ expiresAt: new Date(Date.now() + 60_000), at: now() },
  });
  return id;
}

const say = (gateway: ReturnType<typeof fakeGateway>, id: string, decision: 'approved' | 'rejected') =>
  giveVerdict(
    { database: inTest.database, workflows: gateway, now },
    { fleetId: 'f', id, decision, who: 'ann', by: 'Ann' },
  );
const startedAt = async (id: string): Promise<Date | null | undefined> =>
  (await getDeletion(inTest.db, { fleetId: 'f', id }))?.workflowStartedAt;

it('what was decided while Temporal was away is started when it is back, once', async () => {
  const workflows = fakeGateway();
  workflows.away = true;
  const [approved, rejected] = [await asked(), await asked()];
  await expect(say(workflows, approved, 'approved')).rejects.toMatchObject({ status: 503 });
  expect(await say(workflows, rejected, 'rejected')).toMatchObject({
    deletion: { state: 'rejected' },
  });
  const starter = createDeletionStarter({ db: inTest.db, workflows, ...quick });
  starter.start();
  expect([await startedAt(approved), await startedAt(rejected)]).toEqual([null, null]);
  workflows.away = false;
  await expect.poll(() => startedAt(rejected)).toBeInstanceOf(Date);
  expect(workflows.deletions.sort()).toEqual([approved, rejected].sort());
  await starter.close();
});

it('what a process that died had not started is started by any other; what waits for nobody is left alone', async () => {
  const workflows = fakeGateway();
  const automatic = await asked('auto');
  const open = await asked();
  const approved = await asked();
  await decideDeletion(inTest.db, {
    fleetId: 'f',
    id: approved,
    decision: 'approved',
    who: 'ann',
    at: now(),
  });
  const starter = createDeletionStarter({ db: inTest.db, workflows, ...quick });
  starter.start();
  await expect.poll(() => startedAt(approved)).toBeInstanceOf(Date);
  expect(workflows.deletions).toEqual([approved]);
  expect([await startedAt(automatic), await startedAt(open)]).toEqual([null, null]);
  await starter.close();
});

it('what was started at once is not started again', async () => {
  const workflows = fakeGateway();
  const id = await asked();
  await say(workflows, id, 'approved');
  expect(await startedAt(id)).toBeInstanceOf(Date);
});
