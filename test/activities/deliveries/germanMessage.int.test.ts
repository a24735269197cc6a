import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import { composeDelivery } from '../../../activities/dispatch/index.ts';
import type { AlertMessage } from '../../../messages/format/index.ts';
import { webhookMessage } from '../../../messages/channels/webhook/index.ts';
import { emailMessage } from '../../../messages/message.ts';
import { factKey } from '../../../rules/facts/index.ts';
import { getDelivery } from '../../../store/deliveries/index.ts';
import { storePublished } from '../../support/store/published.ts';
import { decideOn, knownAs, published, ruleDocument } from '../../rules/given.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { storeAlert, storeDelivery } from '../../support/store/records.ts';

const inTest = useDatabase();
const AT = new Date('2026-01-12T22:00:00Z');
const trip = { fleetId: 'north', driverId: 'ben', tripId: 't-1' };
const phone = {
  fact: 'driver.events.count',
  params: { type: 'PHONE_USE', window: '7d' },
  operator: 'greaterThanInclusive',
  value: 3,
};

function dependencies(): ActivityDependencies {
  return {
    db: inTest.db,
    now: () => AT,
    log: pino({ level: 'silent' }),
    publicUrl: 'https://tripline.example',
    fleets: new Map([['north', { id: 'north', name: 'Nord', timezone: 'Europe/Berlin' }]]),
  } as Partial<ActivityDependencies> as ActivityDependencies;
}

async function publish(kind: 'rule' | 'settings', body: ReturnType<typeof ruleDocument>): Promise<void> {
  await storePublished(inTest.db, { kind, body, at: AT });
}

it('speaks to people in the language of the fleet’s settings, its decision as well, and to machines in English', async () => {
  const { db } = inTest;
  const rule = { id: 'phone', name: 'Handy', severity: 'warning', conditions: { all: [phone] } };
  const document = ruleDocument({ ...rule, actions: [{ type: 'email', to: ['lead@example.com'] }] });
  await publish('rule', document);
  await publish('settings', { id: 'settings', language: 'de' });
  const decided = await decideOn(published(document), new Map([[factKey(phone), knownAs(4)]]), trip.driverId);
  await sql`insert into trips (fleet_id, driver_id, trip_id, state, revision, content_hash, score_unrated, ratings, extra,
      problems, events_known, first_received_at, stored_at, ended_at)
    values ('north', 'ben', 't-1', 'decided', 1, 'h', false, '{}', '{}', '[]', true, ${AT}, ${AT}, ${AT})`.execute(
    db,
  );
  const decision = { revision: 1, decided_at: AT.toISOString(), rules: [decided] };
  await sql`insert into decisions (fleet_id, driver_id, trip_id, revision, decision, decided_at)
    values ('north', 'ben', 't-1', 1, ${JSON.stringify(decision)}, ${AT})`.execute(db);
  const of = { ...trip, rule: 'phone', version: 1, revision: 1 };
  const { id: alertId } = await storeAlert(db, { ...of, at: AT });
  const receiver = 'lead@example.com';
  const planned = await storeDelivery(db, { ...of, action: 'email', receiver, alertId, at: AT });

  const delivery = await getDelivery(db, { fleetId: 'north', id: planned.id });
  const { message } = (await composeDelivery(dependencies(), delivery!)).marked(false);
  const { language, subject, text } = emailMessage(message);
  expect(language).toBe('de');
  expect(subject).toBe('Warnung: Handy · ben');
  expect(text).toContain('4 Handynutzungen in 7 Tagen erkannt (Schwelle: mindestens 3).');
  expect(text).toContain('Angaben\n  Handynutzungen in 7 Tagen: 4');
  expect(webhookMessage(message as AlertMessage)['data']).toMatchObject({
    sentence: '4 phone events in 7 days detected (threshold: 3 or more).',
    facts: [{ label: 'phone events in 7 days' }],
  });
});
