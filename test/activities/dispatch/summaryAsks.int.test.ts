import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import { composeDelivery } from '../../../activities/dispatch/index.ts';
import { emailMessage } from '../../../messages/message.ts';
import { getDelivery } from '../../../store/deliveries/index.ts';
import { storePublished } from '../../support/store/published.ts';
import { decideOn, knownAs, published, ruleDocument } from '../../rules/given.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { storeAlert, storeDeletion, storeDelivery, storeVerdict } from '../../support/store/records.ts';

const inTest = useDatabase();
const AT = new Date('2026-01-12T22:00:00Z');
const trip = { fleetId: 'north', driverId: 'ben', tripId: 't-1' };

function dependencies(): ActivityDependencies {
  return {
    db: inTest.db,
    now: () => AT,
    log: pino({ level: 'silent' }),
    publicUrl: 'https://tripline.example',
    fleets: new Map([['north', { id: 'north', name: 'North', timezone: 'Europe/Berlin' }]]),
  } as Partial<ActivityDependencies> as ActivityDependencies;
}

it('asks in the batched message of an alert whether its trip may be deleted, until that is decided', async () => {
  const { db } = inTest;
  const batch = { at: '08:00', timezone: 'Europe/Berlin' };
  const document = ruleDocument({
    id: 'invalid',
    name: 'Invalid trip',
    severity: 'info',
    conditions: { all: [{ fact: 'trip.distance_km', operator: 'lessThan', value: 0.2 }] },
    actions: [{ type: 'email', to: ['lead@example.com'], batch }, { type: 'delete_trip' }],
  });
  await storePublished(db, { kind: 'rule', body: document, at: AT });
  const decided = await decideOn(
    published(document),
    new Map([['trip.distance_km', knownAs(0.1)]]),
    trip.driverId,
  );
  await sql`insert into trips (fleet_id, driver_id, trip_id, state, revision, content_hash, score_unrated, ratings, extra,
      problems, events_known, first_received_at, stored_at, ended_at)
    values ('north', 'ben', 't-1', 'decided', 1, 'h', false, '{}', '{}', '[]', true, ${AT}, ${AT}, ${AT})`.execute(
    db,
  );
  const decision = { revision: 1, decided_at: AT.toISOString(), rules: [decided] };
  await sql`insert into decisions (fleet_id, driver_id, trip_id, revision, decision, decided_at)
    values ('north', 'ben', 't-1', 1, ${JSON.stringify(decision)}, ${AT})`.execute(db);
  const of = { ...trip, rule: 'invalid', version: 1, revision: 1 };
  const { id: alertId } = await storeAlert(db, { ...of, severity: 'info', at: AT });
  const planned = await storeDelivery(db, {
    ...of,
    action: 'email',
    receiver: 'lead@example.com',
    alertId,
    at: AT,
  });
  const text = async (): Promise<string> => {
    const delivery = await getDelivery(db, { fleetId: 'north', id: planned.id });
    return emailMessage((await composeDelivery(dependencies(), delivery!)).marked(false).message).text;
  };

  expect(await text()).not.toContain('waits for approval');
  const { id } = await storeDeletion(db, {
    ...trip,
    rule: 'invalid',
    at: AT,
    expiresAt: new Date('2026-01-26T22:00:00Z'),
  });
  expect(await text()).toContain(`Deletion ${id} waits for approval`);
  await storeVerdict(db, { id, decision: 'rejected', at: AT });
  expect(await text()).not.toContain('waits for approval');
});
