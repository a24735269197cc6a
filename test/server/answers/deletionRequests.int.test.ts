import { pino } from 'pino';
import { expect, it } from 'vitest';
import { giveVerdict } from '../../../server/answers/index.ts';
import { createTemporalRequests } from '../../../server/background/index.ts';
import { deletionStart } from '../../../store/db/index.ts';
import { requestOf } from '../../support/store/temporalRequests.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { fakeGateway } from '../../support/servers/server.ts';
import { storeDeletion, storeVerdict } from '../../support/store/records.ts';

const inTest = useDatabase();
const now = (): Date => new Date();
// The server that records a decision starts the workflow at once. Pollers wait for three seconds, which have passed on this
// clock.
const later = (): Date => new Date(Date.now() + 4_000);
const quick = { everyMs: 20, log: pino({ level: 'silent' }), config: { fleets: [] }, now: later };
let trips = 0;

async function asked(approval: 'required' | 'auto' = 'required'): Promise<string> {
  const { id } = await storeDeletion(inTest.db, {
    fleetId: 'f',
    driverId: 'd',
    tripId: `t-${(trips += 1)}`,
    rule: 'r',
    approval,
    at: now(),
  });
  return id;
}

const dispatcher = (workflows: ReturnType<typeof fakeGateway>) =>
  createTemporalRequests({ db: inTest.db, workflows, ...quick });
const say = (workflows: ReturnType<typeof fakeGateway>, id: string, decision: 'approved' | 'rejected') =>
  giveVerdict(
    { database: inTest.database, requests: dispatcher(workflows), now },
    { fleetId: 'f', id, decision, who: 'ann', by: 'Ann' },
  );
const waits = async (id: string): Promise<boolean> =>
  (await requestOf(inTest.db, deletionStart({ fleetId: 'f', id }))) !== undefined;

it('what was decided while Temporal was unavailable is started when it is back, once', async () => {
  const workflows = fakeGateway();
  workflows.unavailable = true;
  const [approved, rejected] = [await asked(), await asked()];
  await expect(say(workflows, approved, 'approved')).rejects.toMatchObject({ status: 503 });
  expect(await say(workflows, rejected, 'rejected')).toMatchObject({
    deletion: { state: 'rejected' },
  });
  // The same answer again does not complete the request yet.
  await expect(say(workflows, approved, 'approved')).rejects.toMatchObject({ status: 503 });
  const requests = dispatcher(workflows);
  requests.start();
  expect([await waits(approved), await waits(rejected)]).toEqual([true, true]);
  workflows.unavailable = false;
  await expect.poll(async () => [await waits(approved), await waits(rejected)]).toEqual([false, false]);
  expect(workflows.deletions.sort()).toEqual([approved, rejected].sort());
  await requests.close();
});

it('what a process that died had not started is started by any other; what waits for nobody is left alone', async () => {
  const workflows = fakeGateway();
  const automatic = await asked('auto');
  const open = await asked();
  const approved = await asked();
  await storeVerdict(inTest.db, { fleetId: 'f', id: approved, decision: 'approved', at: now() });
  expect([await waits(automatic), await waits(open), await waits(approved)]).toEqual([false, false, true]);
  const requests = dispatcher(workflows);
  requests.start();
  await expect.poll(() => waits(approved)).toBe(false);
  expect(workflows.deletions).toEqual([approved]);
  await requests.close();
});

it('what was started at once is not started again', async () => {
  const workflows = fakeGateway();
  const id = await asked();
  await say(workflows, id, 'approved');
  expect(workflows.deletions).toEqual([id]);
  expect(await waits(id)).toBe(false);
  await say(workflows, id, 'approved');
  expect(workflows.deletions).toEqual([id]);
});
