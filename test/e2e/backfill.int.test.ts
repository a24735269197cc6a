import { afterEach, describe, expect, it } from 'vitest';
import {
  claimTrip,
  countWindows,
  createSimulation,
  getTrip,
  latestDecision,
  setTripState,
} from '../../store/trips/index.ts';
import { getReading } from '../../store/facts/index.ts';
import { backfillWorkflowId } from '../../workflows/contracts/index.ts';
import { startBackfillStack } from '../support/servers/backfillStack.ts';
import type { BackfillStack } from '../support/servers/backfillStack.ts';
import { everyTripRule } from '../support/servers/rules.ts';
import { FLEET, UNLIMITED } from '../support/servers/stack.ts';
import { everythingIn } from '../support/temporal/storedPayloads.ts';

const RANGE = { from: '2026-04-27', to: '2026-05-06' };
const everyTrip = everyTripRule();

let running: BackfillStack | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function start(...options: Parameters<typeof startBackfillStack>): Promise<BackfillStack> {
  running = await startBackfillStack(...options);
  return running;
}

const keptTrips = async ({ stack }: BackfillStack): Promise<string[]> =>
  (
    await stack.database.db
      .selectFrom('trips')
      .select(['driverId', 'tripId'])
      .where('contentHash', 'is not', null)
      .execute()
  ).map(({ driverId, tripId }) => `${driverId}/${tripId}`);

describe('a backfill', () => {
  it('keeps exactly the trips and scores of the range, notifies nobody, and changes nothing when run twice', async () => {
    const test = await start({ quirks: { oddDriverIds: true, sharedTripIds: true, scoreShape: 'mixed' } });
    const { stack, simulator } = test;
    await stack.publish(everyTrip);
    await stack.startWorker();
    const served = await test.served(RANGE);
    expect(served.length).toBeGreaterThan(60);

    const done = await test.over(await test.begin(RANGE));
    expect(done).toMatchObject({ state: 'done', problems: 0, tripsSkipped: 0 });
    expect(done.tripsFound).toBe(served.length);
    expect(done.tripsStored).toBe(served.length);
    expect(done.driversDone).toBe(done.driversTotal);
    expect((await keptTrips(test)).sort()).toEqual(
      served.map((each) => `${each.driverId}/${each.tripId}`).sort(),
    );
    expect(await stack.database.db.selectFrom('decisions').select('id').execute()).toEqual([]);
    expect(await stack.database.db.selectFrom('deliveries').select('id').execute()).toEqual([]);
    expect(stack.slack.messages).toEqual([]);

    const { driverId, tripId } = served[0]!;
    const row = await getTrip(stack.database.db, { fleetId: FLEET, driverId, tripId });
    expect(row).toMatchObject({ state: 'decided', revision: 0, decidedAt: null, eventsKnown: true });
    expect(row!.firstReceivedAt).toEqual(row!.endedAt);
    const [window] = await countWindows(stack.database.db, {
      fleetId: FLEET,
      driverId,
      to: new Date('2026-05-08'),
      windows: [{ typeName: 'HARD_BRAKE', typeCode: 0, from: new Date('2026-04-26') }],
    });
    expect(window!.tripCount).toBe(served.filter((each) => each.driverId === driverId).length);

    const score = await fetch(
      `${simulator.url}/v3/driver/${encodeURIComponent(driverId)}/score?start_date=2026-04-30&end_date=2026-05-06&apikey=planted-simulator-key`,
    );
    const wire = JSON.stringify(await score.json());
    const reading = await getReading(stack.database.db, { fleetId: FLEET, driverId, endDate: RANGE.to });
    expect(wire).toContain(`"service_score":${reading!.reading.score}`);
    expect(done.readingsUntil).toBe(RANGE.to);

    simulator.clearRequests();
    const again = await test.over(await test.begin(RANGE));
    expect(again).toMatchObject({ state: 'done', tripsStored: 0, readingsStored: 0 });
    expect(again.tripsSkipped).toBe(served.length);
    expect(simulator.requests().filter(({ endpoint }) => endpoint === 'trip')).toEqual([]);
    expect(await getTrip(stack.database.db, { fleetId: FLEET, driverId, tripId })).toEqual(row);
  });

  it('is received later, and then the trip is decided and alerted on as new', async () => {
    const test = await start({ drivers: 2 });
    const { stack } = test;
    await stack.publish(everyTrip);
    await stack.startWorker();
    const range = { from: '2026-05-05', to: '2026-05-06' };
    await test.over(await test.begin(range));
    const [trip] = await test.served(range);
    expect(await stack.runTrip(trip!)).toEqual({ state: 'decided', revision: 1, deliveries: 1 });
    expect(stack.slack.messages).toHaveLength(1);
    const decision = await latestDecision(stack.database.db, { fleetId: FLEET, ...trip! });
    expect(decision!.rules[0]!.outcome).toBe('matched');
    const row = await getTrip(stack.database.db, { fleetId: FLEET, ...trip! });
    expect(row).toMatchObject({ state: 'decided', revision: 1, stateReason: null });
    expect((await test.over(await test.begin(range))).tripsStored).toBe(0);
  });

  it('never touches what was read since, decided or deleted', async () => {
    const test = await start({ drivers: 2 });
    const { stack, simulator } = test;
    await stack.publish(everyTrip);
    await stack.startWorker();
    const range = { from: '2026-05-05', to: '2026-05-06' };
    const served = await test.served(range);
    await stack.runTrip(served[0]!);
    const key = { fleetId: FLEET, ...served[0]! };
    const before = await getTrip(stack.database.db, key);
    simulator.rescore(served[0]!);
    const done = await test.over(await test.begin(range));
    expect(done).toMatchObject({ tripsStored: served.length - 1, tripsSkipped: 1 });
    expect(await getTrip(stack.database.db, key)).toEqual(before);
    expect(stack.slack.messages).toHaveLength(1);
  });

  it('is cancelled: what is kept stays, and another one takes up the rest', async () => {
    const test = await start();
    const { stack, simulator } = test;
    await stack.startWorker();
    const served = await test.served(RANGE);
    simulator.faults.set({ latencyMs: 20 });
    const id = await test.begin(RANGE);
    await expect.poll(async () => (await test.check(id)).tripsStored, { timeout: 30_000 }).toBeGreaterThan(5);
    const handle = stack.client.workflow.getHandle(backfillWorkflowId({ fleet: FLEET, backfillId: id }));
    await handle.cancel();
    const cancelled = await test.over(id);
    expect(cancelled.state).toBe('cancelled');
    await expect(handle.result()).rejects.toThrow();
    const kept = (await keptTrips(test)).length;
    expect(kept).toBeLessThan(served.length);
    simulator.faults.clear();
    const done = await test.over(await test.begin(RANGE));
    expect(done).toMatchObject({ state: 'done', tripsStored: served.length - kept, tripsSkipped: kept });
  });

  it('with alerts, decides and sends each trip once, also when it is run again', async () => {
    const test = await start({ drivers: 2 });
    const { stack } = test;
    await stack.publish(everyTrip);
    await stack.startWorker({ rateLimits: { slack: UNLIMITED } });
    const range = { from: '2026-05-05', to: '2026-05-06' };
    const served = await test.served(range);
    // One trip is stored without a decision, one with.
    await test.over(await test.begin({ from: '2026-05-05', to: '2026-05-05' }));
    await stack.runTrip(served.at(-1)!);
    const done = await test.over(await test.begin({ ...range, alerts: true }));
    expect(done).toMatchObject({ state: 'done', tripsStored: served.length - 1, tripsSkipped: 1 });
    await expect.poll(() => stack.slack.messages.length, { timeout: 30_000 }).toBe(served.length);
    const again = await test.over(await test.begin({ ...range, alerts: true }));
    expect(again).toMatchObject({ tripsStored: 0, tripsSkipped: served.length });
    expect(stack.slack.messages).toHaveLength(served.length);
  });

  it('asked to alert, decides also about a parked trip whose content an earlier one kept, and no gone one', async () => {
    const test = await start({ drivers: 2 });
    const { stack } = test;
    const { db } = stack.database;
    await stack.publish(everyTrip);
    await stack.startWorker({ rateLimits: { slack: UNLIMITED } });
    const range = { from: '2026-05-05', to: '2026-05-06' };
    const [parked, gone, ...others] = await test.served(range);
    await claimTrip(db, { fleetId: FLEET, ...parked!, workflowId: 'w', at: new Date() });
    await setTripState(db, { fleetId: FLEET, ...parked!, state: 'parked', at: new Date() });
    await test.over(await test.begin(range));
    await setTripState(db, { fleetId: FLEET, ...gone!, state: 'gone', at: new Date() });
    expect(await getTrip(db, { fleetId: FLEET, ...parked! })).toMatchObject({ state: 'parked', revision: 0 });
    const done = await test.over(await test.begin({ ...range, alerts: true }));
    expect(done).toMatchObject({ state: 'done', tripsStored: others.length + 1, tripsSkipped: 1 });
    expect(await getTrip(db, { fleetId: FLEET, ...parked! })).toMatchObject({
      state: 'decided',
      revision: 1,
    });
    expect(await getTrip(db, { fleetId: FLEET, ...gone! })).toMatchObject({ state: 'gone', revision: 0 });
    await expect.poll(() => stack.slack.messages.length, { timeout: 30_000 }).toBe(others.length + 1);
  });

  it('leaves trips that are announced meanwhile to their own way: each is notified once', async () => {
    const test = await start({ drivers: 3 });
    const { stack, simulator } = test;
    await stack.publish(everyTrip);
    await stack.startWorker({ rateLimits: { slack: UNLIMITED } });
    const range = { from: '2026-05-05', to: '2026-05-06' };
    const served = await test.served(range);
    simulator.faults.set({ latencyMs: 10 });
    const id = await test.begin(range);
    const results = await Promise.all(served.map((trip) => stack.runTrip(trip)));
    expect(results.every(({ state, revision }) => state === 'decided' && revision === 1)).toBe(true);
    const done = await test.over(id);
    expect(done.tripsStored + done.tripsSkipped).toBe(served.length);
    expect(stack.slack.messages).toHaveLength(served.length);
  });

  it('is evaluated by a replay, which decides and sends', async () => {
    const test = await start({ drivers: 1 });
    const { stack } = test;
    const { db } = stack.database;
    await stack.publish(everyTrip);
    await stack.startWorker();
    const range = { from: '2026-05-06', to: '2026-05-06' };
    await test.over(await test.begin(range));
    const [trip] = await test.served(range);
    const asked = { fleetId: FLEET, input: {}, who: 'ann', at: new Date() };
    const { id: simulationId } = await createSimulation(db, asked);
    await stack.execute('replayWorkflow', `replay-of-a-backfilled-trip-${simulationId}`, {
      fleet: FLEET,
      ...trip!,
      effects: true,
      who: 'ann',
      simulationId,
    });
    expect(await latestDecision(db, { fleetId: FLEET, ...trip! })).toMatchObject({ revision: 1 });
    expect(stack.slack.messages).toHaveLength(1);
  });

  it('puts no driver, trip or key into its history', async () => {
    const test = await start({ drivers: 2 });
    await test.stack.startWorker();
    const range = { from: '2026-05-06', to: '2026-05-06' };
    const id = await test.begin(range);
    await test.over(id);
    const handle = test.stack.client.workflow.getHandle(backfillWorkflowId({ fleet: FLEET, backfillId: id }));
    expect(await handle.result()).toMatchObject({ phase: 'over', driversDone: 2, driversTotal: 2 });
    expect(await handle.query('progress')).toMatchObject({ phase: 'over' });
    const text = everythingIn(await handle.fetchHistory());
    // The history does contain payloads in plain text.
    expect(text).toContain(`"backfillId":"${id}"`);
    for (const { driverId, tripId } of await test.served(range)) {
      // Whole: `d-1` may be the end of one part of a UUID and the beginning of the next.
      expect(text).not.toMatch(new RegExp(`${driverId}\\b`));
      expect(text).not.toContain(tripId);
    }
    expect(text).not.toContain('planted');
  });
});
