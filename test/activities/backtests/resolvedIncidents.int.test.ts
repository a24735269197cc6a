import { beforeAll, expect, it } from 'vitest';
import type { BacktestQuestion } from '../../../rules/backtests/index.ts';
import type { Rule } from '../../../rules/lint/index.ts';
import { createBacktest, getBacktest } from '../../../store/backtests/index.ts';
import { setTripState } from '../../../store/trips/index.ts';
import type { Incident } from '../../../store/incidents/index.ts';
import { WORKFLOWS, backtestWorkflowId } from '../../../workflows/contracts/index.ts';
import { happens, incidentInStore } from '../../support/incidents/inStore.ts';
import { FLEET } from '../../support/servers/stack.ts';
import { useStack } from '../../support/servers/useStack.ts';

const stack = useStack();
beforeAll(() => stack.startWorker());

async function resolve(disposition: NonNullable<Incident['disposition']>): Promise<Incident> {
  const incident = await incidentInStore(stack.database.db, FLEET);
  await happens(stack.database.db, incident, {
    event: { kind: 'resolved', who: 'Ann', via: 'api', details: { disposition } },
    set: { state: 'resolved', resolvedAt: new Date(), resolvedBy: 'Ann', disposition },
  });
  return incident;
}

/** Runs the back-test of the incidents' rule with a sweep of the number of collisions that it requires. */
async function sweepOf(from: string, to: string): Promise<Awaited<ReturnType<typeof getBacktest>>> {
  const { db } = stack.database;
  const { body } = await db
    .selectFrom('documentVersions')
    .select('body')
    .where('fleetId', '=', FLEET)
    .where('id', '=', 'crash')
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow();
  const question: BacktestQuestion = {
    tested: { id: 'crash', version: 1, rule: body as unknown as Rule },
    rivals: [],
    sweep: { pointer: '/conditions/all/0/value' },
    from,
    to,
    timezone: 'Europe/Berlin',
  };
  const { id } = await createBacktest(db, { fleetId: FLEET, question, who: 'test', at: new Date() });
  await stack.execute(WORKFLOWS.backtest, backtestWorkflowId({ fleet: FLEET, backtestId: id }), {
    fleet: FLEET,
    backtestId: id,
  });
  return getBacktest(db, { fleetId: FLEET, id });
}

it('points count the trips whose incidents were confirmed or were false alarms', async () => {
  const { db } = stack.database;
  await resolve('confirmed');
  await resolve('confirmed');
  await resolve('false_alarm');
  await resolve('other');
  await incidentInStore(db, FLEET);
  const gone = await resolve('confirmed');
  await setTripState(db, {
    fleetId: FLEET,
    driverId: gone.driverId,
    tripId: gone.tripId,
    state: 'deleted',
    at: new Date(),
  });
  const { result } = (await sweepOf('2026-03-09', '2026-03-11'))!;
  expect(result?.sweep?.points).toMatchObject([
    { value: 0, alerts: 5, confirmed: 2, false_alarms: 1 },
    { value: 1, alerts: 0, confirmed: 0, false_alarms: 0 },
  ]);
  expect(result?.sweep?.strictest_with_all_confirmed).toBe(0);
});

it('incidents on trips outside of the range do not count', async () => {
  const { result } = (await sweepOf('2026-03-11', '2026-03-12'))!;
  expect(result?.sweep?.points).toMatchObject([{ value: 0, alerts: 0, confirmed: 0, false_alarms: 0 }]);
  expect(result?.sweep).not.toHaveProperty('strictest_with_all_confirmed');
});
