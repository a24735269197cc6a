import {
  LINK_KEY_NAME,
  answerLinks,
  digestLinks,
  tripLinks,
  unsubscribeLinks,
} from '../../messages/format/index.ts';
import { instanceKey } from '../../store/db/index.ts';
import { saveDraft } from '../../store/documents/index.ts';
import { ODD_DRIVER, TRIP, recordEverything } from '../server/records.ts';
import { standInTrip, tripAt } from '../support/stand-ins/analytics.ts';
import { FLEET, WEBHOOK_TOKEN } from '../support/servers/stack.ts';
import type { Stack } from '../support/servers/stack.ts';
import type { Known } from './document.ts';

const A_DAY_SECONDS = 86_400;

/** Records at least one object of each kind for the fleet, and runs two trips to the end. @returns their ids for the fuzzer */
export async function seeded(stack: Stack): Promise<Known> {
  const { db } = stack.database;
  const recorded = await recordEverything(db, FLEET);
  await publishDocuments(stack);
  for (const tripId of ['1790000000101', '1790000000102']) {
    stack.analytics.trips.set(tripAt('d-1', tripId), standInTrip(tripId));
    await stack.runTrip({ driverId: 'd-1', tripId });
  }
  const key = await instanceKey(db, LINK_KEY_NAME);
  const expires = Math.floor(Date.now() / 1000) + A_DAY_SECONDS;
  const answer = { fleet: FLEET, incidentId: recorded.incidentId, receiver: 'lead@example.com', expires };
  const trip = { fleet: FLEET, driverId: 'd-1', tripId: '1790000000101', expires };
  const api = `/api/v1/fleets/{fleet}`;
  const ids: Readonly<Record<string, string>> = {
    alerts: recorded.alertId,
    backfills: recorded.backfillId,
    backtests: recorded.backtestId,
    'dead-letters': recorded.deadLetterId,
    deletions: recorded.deletionId,
    incidents: recorded.incidentId,
    outbox: recorded.outboxId,
    simulations: recorded.simulationId,
    rules: 'collision',
    conditions: 'at-night',
    'escalation-policies': 'collision',
    rotations: 'safety',
    routes: 'regional-manager',
    digests: 'weekly',
    silences: `roadworks-${FLEET}`,
  };
  return {
    ...Object.fromEntries(Object.entries(ids).map(([noun, id]) => [`${api}/${noun}/`, { id: [id] }])),
    [`${api}/trips/`]: {
      driver_id: ['d-1', ODD_DRIVER],
      trip_id: ['1790000000101', TRIP],
    },
    '/webhooks/': { token: [WEBHOOK_TOKEN] },
    '/a/': { signed: [answerLinks.sign(key, answer)] },
    '/u/': {
      signed: [unsubscribeLinks.sign(key, { fleet: FLEET, digest: 'weekly', address: 'lead@example.com' })],
    },
    '/t/': { signed: [tripLinks.sign(key, trip)] },
    '/d/': { signed: [digestLinks.sign(key, { fleet: FLEET, run: '1', expires })] },
  };
}

async function publishDocuments(stack: Stack): Promise<void> {
  await stack.publishAs('condition', {
    id: 'at-night',
    name: 'At night',
    conditions: { all: [{ fact: 'trip.local_hour', operator: 'lessThan', value: 5 }] },
  });
  await stack.publishAs('rotation', {
    id: 'safety',
    timezone: 'Europe/Berlin',
    handover: { weekday: 'mon', at: '08:00' },
    people: [{ name: 'Ann', email: 'ann@example.com' }],
  });
  await stack.publishAs('route', {
    id: 'regional-manager',
    by: 'group',
    entries: { north: { slack: '#north' } },
    default: { slack: '#fleet', email: ['rotation:safety'] },
  });
  await stack.publishAs('escalation-policy', {
    id: 'collision',
    name: 'Collision',
    steps: [{ after: '0s', notify: [{ type: 'email', to: ['rotation:safety'] }] }],
  });
  await stack.publishAs('digest', {
    id: 'weekly',
    name: 'Weekly',
    period: 'week',
    to: ['lead@example.com'],
    send: { weekday: 'mon', at: '07:00', timezone: 'Europe/Berlin' },
  });
  const collision = {
    id: 'collision',
    name: 'Collision',
    severity: 'critical',
    mode: 'live',
    conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 0 }] },
    actions: [{ type: 'slack', channel: '#fleet-safety' }],
  };
  await stack.publish(collision);
  await stack.publish({ ...collision, id: 'collision-copy', mode: 'shadow', copy_of: 'collision' });
  // A draft beside the published version.
  const edit = { fleetId: FLEET, kind: 'rule', id: 'collision', who: 'test', at: new Date() } as const;
  await saveDraft(stack.database.db, { ...edit, body: { ...collision, severity: 'warning' } });
}
