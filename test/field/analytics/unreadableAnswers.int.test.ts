import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import { createAssessment } from '../../../activities/trips/index.ts';
import { claimTrip, getTrip, noteUnreadable } from '../../../store/trips/index.ts';
import { tripWorkflowId } from '../../../workflows/contracts/index.ts';
import { tripAt } from '../../support/stand-ins/analytics.ts';
import { FLEET, sha256Hex } from '../../support/servers/stack.ts';
import { useStack } from '../../support/servers/useStack.ts';

const stack = useStack({ channels: 'outbox' });
beforeAll(() => stack.startWorker());

async function receive(driverId: string, tripId: string): Promise<void> {
  const input = { fleet: FLEET, driverId, tripId, receivedAt: new Date().toISOString(), source: 'webhook' };
  await stack.start('tripWorkflow', tripWorkflowId({ fleet: FLEET, driverId, tripId }, sha256Hex), input);
}

const row = (driverId: string, tripId: string) =>
  getTrip(stack.database.db, { fleetId: FLEET, driverId, tripId });

const NOT_JSON = 'The answer of the analytics service cannot be read: HTTP 200 with a body that is not JSON.';
/** As an encoder of JavaScript's or Python's numbers writes it. */
const NAN = '{"trip_id":"t","info":{"distance_km":NaN,"duration_seconds":1200}}';

it('a body that is no JSON is named as long as its trip waits, and no longer', async () => {
  const [driverId, tripId] = ['d-nan', randomUUID()];
  stack.analytics.odd.set(tripAt(driverId, tripId), { status: 200, body: NAN });
  await receive(driverId, tripId);
  await expect.poll(() => row(driverId, tripId)).toMatchObject({ state: 'waiting', stateReason: NOT_JSON });
  stack.put({ driverId, tripId });
  stack.analytics.odd.clear();
  await expect.poll(() => row(driverId, tripId)).toMatchObject({ state: 'decided', stateReason: null });
});

it.each<[string, string | undefined, string]>([
  ['for it says so', NOT_JSON, NOT_JSON],
  [
    'without an answer says that there was none in time',
    undefined,
    'The trip data was not available in time.',
  ],
])('a trip that is parked %s', async (_how, reason, said) => {
  const { db } = stack.database;
  const [driverId, tripId, workflowId] = ['d-parked', randomUUID(), randomUUID()];
  await claimTrip(db, { fleetId: FLEET, driverId, tripId, workflowId, at: new Date() });
  await noteUnreadable(db, { fleetId: FLEET, driverId, tripId, reason });
  const deps = { db, now: () => new Date() } as ActivityDependencies;
  const assessment = createAssessment(deps, () => Promise.reject(new Error('not asked')));
  const receivedAt = new Date().toISOString();
  await assessment.parkTrip({ fleet: FLEET, driverId, tripId, receivedAt, source: 'webhook' });
  expect(await row(driverId, tripId)).toMatchObject({ state: 'parked', stateReason: said });
});
