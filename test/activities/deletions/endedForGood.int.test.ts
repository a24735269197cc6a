import { pino } from 'pino';
import { beforeAll, expect, it } from 'vitest';
import { createEmailChannel } from '../../../activities/channels/email/index.ts';
import { createFleetAlarms, createServiceEvidence } from '../../../activities/dependencies/index.ts';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import { createDeletions } from '../../../activities/deletions/index.ts';
import { createMessengers } from '../../../activities/dispatch/index.ts';
import { createRuleLoader } from '../../../activities/facts/index.ts';
import { createAnalyticsClient } from '../../../analytics/index.ts';
import { listDeletions } from '../../../store/deletions/index.ts';
import { createLedger, listDeliveries } from '../../../store/deliveries/index.ts';
import { FLEET } from '../../support/servers/stack.ts';
import { useStack } from '../../support/servers/useStack.ts';
import { storeVerdict } from '../../support/store/records.ts';
import { deletingRule } from '../../support/rules/documents.ts';

const stack = useStack({ channels: 'outbox' });
beforeAll(async () => {
  for (const id of ['begun', 'approved', 'told'])
    await stack.publish(
      deletingRule(
        {},
        {
          id,
          scope: { drivers: [id] },
          ...(id === 'told' && { actions: [{ type: 'email', to: ['lead@example.com'] }] }),
        },
      ),
    );
  await stack.startWorker();
});

function dependencies(): ActivityDependencies {
  const { db } = stack.database;
  const log = pino({ level: 'silent' });
  const now = (): Date => new Date();
  const analytics = createAnalyticsClient({
    baseUrl: stack.analytics.url,
    apiKey: stack.analytics.apiKey,
  });
  return {
    db,
    log,
    now,
    ledger: createLedger(db),
    pulse: createServiceEvidence(now),
    alarms: createFleetAlarms({ db, log, now }),
    channels: { email: createEmailChannel({ from: 'alerts@fleet.example' }) } as never,
    fleets: new Map([[FLEET, { id: FLEET, name: 'North', timezone: 'UTC', analytics }]]),
  } as Partial<ActivityDependencies> as ActivityDependencies;
}

/** Runs a short trip of a driver whose rule of the same name matches. @returns its delivery and its deletion */
async function shortTrip(driverId: string, tripId: string) {
  stack.put({ driverId, tripId }, { distanceKm: 0.1 });
  await stack.runTrip({ driverId, tripId });
  return found(driverId, tripId);
}
async function found(driverId: string, tripId: string) {
  const { db } = stack.database;
  const trip = { fleetId: FLEET, driverId, tripId };
  const [deliveries, deletions] = [await listDeliveries(db, trip), await listDeletions(db, trip)];
  return { delivery: deliveries.items[0]!, deletion: deletions.items[0] };
}

/** Changes the rule's version as another program might: it deletes nothing. */
async function removeAction(id: string): Promise<void> {
  await stack.database.db
    .updateTable('documentVersions')
    .set({ body: JSON.stringify({ id, name: id, severity: 'info', actions: [] }) as never })
    .where((row) => row.and({ fleetId: FLEET, id }))
    .execute();
}

const again = { state: 'pending', attempt: 0, settledAt: null, claimedAt: null, reason: null } as const;

it('a deletion whose rule deletes nothing ends its delivery with a reason, and is not tried for ever', async () => {
  const { delivery } = await shortTrip('begun', 'e-1');
  const { db } = stack.database;
  await db.deleteFrom('deletions').where('deliveryId', '=', delivery.id).execute();
  await db.updateTable('deliveries').set(again).where('id', '=', delivery.id).execute();
  await removeAction('begun');
  const deletions = createDeletions(dependencies(), createRuleLoader());
  expect(await deletions.deleteTrip({ fleet: FLEET, deliveryId: delivery.id })).toMatchObject({
    state: 'settled',
  });
  expect((await found('begun', 'e-1')).delivery).toMatchObject({
    state: 'failed',
    reason: 'Rule begun version 1 has no delete action.',
    claimedAt: null,
  });
});

it('an approved deletion that can never be carried out is refused with its reason', async () => {
  const { deletion } = await shortTrip('approved', 'e-2');
  const { db } = stack.database;
  const { id } = deletion!;
  await storeVerdict(db, { id, decision: 'approved' });
  await removeAction('approved');
  const deletions = createDeletions(dependencies(), createRuleLoader());
  expect(await deletions.executeDeletion({ fleet: FLEET, deletionId: id })).toMatchObject({
    state: 'refused',
    reason: 'no_such_action',
  });
  expect(await found('approved', 'e-2')).toMatchObject({
    deletion: { state: 'refused', reason: 'no_such_action' },
    delivery: { state: 'skipped', reason: 'no_such_action' },
  });
  expect(stack.analytics.calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
});

it('a message whose decision is not kept ends, and says so', async () => {
  const { delivery } = await shortTrip('told', 'e-3');
  const { db } = stack.database;
  await db
    .updateTable('deliveries')
    .set({ ...again, revision: 77 })
    .where('id', '=', delivery.id)
    .execute();
  const messengers = createMessengers(dependencies());
  expect(await messengers.sendEmail({ fleet: FLEET, deliveryId: delivery.id })).toBe('failed');
  expect((await found('told', 'e-3')).delivery).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('no longer stored') as string,
  });
});
