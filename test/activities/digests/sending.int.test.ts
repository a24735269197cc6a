import { MockActivityEnvironment } from '@temporalio/testing';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import { createDigestSending } from '../../../activities/digests/index.ts';
import { countDigestMessages, moveDigestRun } from '../../../store/digests/index.ts';
import { digestDocument, digestRun } from '../../support/digests/run.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const FLEET = 'north';
const DATES = {
  now: { from: '2026-06-01', to: '2026-06-07' },
  before: { from: '2026-05-25', to: '2026-05-31' },
};
const AT = new Date('2026-06-08T05:00:00Z');
const database = useDatabase();
let calls = 0;
const analytics = {
  baseUrl: 'http://service.example',
  apiKey: 'planted-key',
  fetch: () => {
    calls += 1;
    return Promise.resolve(Response.json({ drivers: [] }));
  },
};

function sendingActivities() {
  const deps = { db: database.db, log: pino({ level: 'silent' }), now: () => AT };
  return createDigestSending(deps as unknown as ActivityDependencies);
}

async function openAlarms(runId: string): Promise<object> {
  const run = await database.db
    .selectFrom('digestRuns')
    .select(['state', 'content'])
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  return { ...run, messages: await countDigestMessages(database.db, { fleetId: FLEET, id: runId }) };
}

it('a digest that was called off asks the service nothing and plans nothing, though its workflow runs', async () => {
  const run = await digestRun(database.db, { fleetId: FLEET, analytics, ...DATES, origin: 'on_demand' });
  const key = { fleetId: FLEET, id: run.runId, state: 'failed', reason: 'unavailable', at: AT } as const;
  expect(await moveDigestRun(database.db, { ...key, from: ['gathering'] })).toBe(true);
  calls = 0;
  expect(await run.gather('now')).toMatchObject({ complete: false });
  expect(await run.gather('before')).toMatchObject({ complete: false });
  expect(await run.compose()).toEqual({ drivers: null, caveats: 0 });
  const input = { fleet: FLEET, runId: run.runId };
  const planned = await new MockActivityEnvironment().run(() =>
    sendingActivities().planDigestMessages(input),
  );
  expect(planned).toEqual({ deliveries: [] });
  await sendingActivities().settleDigestRun(input);
  expect(calls).toBe(0);
  expect(await openAlarms(run.runId)).toEqual({ state: 'failed', content: null, messages: {} });
});

it('a digest whose messages are planned is not called off any more', async () => {
  const run = await digestRun(database.db, { fleetId: FLEET, analytics, ...DATES, origin: 'on_demand' });
  const input = { fleet: FLEET, runId: run.runId };
  const { deliveries } = await sendingActivities().planDigestMessages(input);
  expect(deliveries).toHaveLength(1);
  const key = { fleetId: FLEET, id: run.runId, state: 'failed', reason: 'unavailable', at: AT } as const;
  expect(await moveDigestRun(database.db, { ...key, from: ['gathering'] })).toBe(false);
  expect(await openAlarms(run.runId)).toMatchObject({ state: 'sending', messages: { pending: 1 } });
});

it.each([
  [
    'everybody unsubscribed',
    [
      ['skipped', 'unsubscribed'],
      ['skipped', 'unsubscribed'],
    ],
    'all_unsubscribed',
  ],
  [
    'the mail server was away',
    [
      ['skipped', 'too_late'],
      ['skipped', 'too_late'],
    ],
    'no_recipient_reached',
  ],
  [
    'one unsubscribed, one could not be reached',
    [
      ['skipped', 'unsubscribed'],
      ['skipped', 'too_late'],
    ],
    'no_recipient_reached',
  ],
  [
    'one got it',
    [
      ['sent', null],
      ['skipped', 'too_late'],
    ],
    null,
  ],
] as const)('a digest that is over says why it went to nobody: %s', async (_what, ends, reason) => {
  const to = ['a@example.com', 'b@example.com'];
  const document = digestDocument({ to });
  const run = await digestRun(database.db, { fleetId: FLEET, analytics, ...DATES, document });
  const input = { fleet: FLEET, runId: run.runId };
  await sendingActivities().planDigestMessages(input);
  for (const [index, [state, why]] of ends.entries())
    await database.db
      .updateTable('deliveries')
      .set({ state, reason: why })
      .where((row) => row.and({ fleetId: FLEET, digestRunId: run.runId, receiver: to[index]! }))
      .execute();
  await sendingActivities().settleDigestRun(input);
  const { reason: said } = await database.db
    .selectFrom('digestRuns')
    .select('reason')
    .where('id', '=', run.runId)
    .executeTakeFirstOrThrow();
  expect(said).toBe(reason);
});

it('a digest whose routes reach nobody says that, and not that everyone has unsubscribed', async () => {
  const document = digestDocument({ to: ['route:lead'] });
  const run = await digestRun(database.db, { fleetId: FLEET, analytics, ...DATES, document });
  await sendingActivities().settleDigestRun({ fleet: FLEET, runId: run.runId });
  const settled = await database.db
    .selectFrom('digestRuns')
    .select(['state', 'reason'])
    .where('id', '=', run.runId)
    .executeTakeFirstOrThrow();
  expect(settled).toEqual({ state: 'done', reason: 'no_recipient_reached' });
});
