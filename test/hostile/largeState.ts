import { sql } from 'kysely';
import { LINK_KEY_NAME, answerLinks, digestLinks, tripLinks } from '../../messages/format/index.ts';
import type { Decision, TraceNode } from '../../rules/evaluation/index.ts';
import { instanceKey, jsonb, openDatabase } from '../../store/db/index.ts';
import type { Db } from '../../store/db/index.ts';
import { putOutbox } from '../../store/deliveries/index.ts';
import {
  claimTrip,
  keepDeadLetter,
  keepTrip,
  recordDecision,
  recordNotification,
  setTripState,
} from '../../store/trips/index.ts';
import type { Known } from '../fuzz/document.ts';
import { digestFullOf } from '../messages/digests/otherDigests.ts';
import { FLEET } from '../support/servers/stack.ts';
import type { Stack } from '../support/servers/stack.ts';
import { storeIncident } from '../support/incidents/stored.ts';

const TRIP = { driverId: 'd-large', tripId: '1790000000900' };
const A_DAY_SECONDS = 86_400;
/** Number of points in a path of about 30 MB, as the service sends it. */
const POINTS = 300_000;
const RULES = 40;
/** Number of published rules, close to the limit of a fleet. Those beyond `RULES` are copies of a rule under other ids. */
const PUBLISHED_RULES = 990;
const CONDITIONS = 20;

/**
 * Records large data as earlier requests may have left it: a trip of 30 MB with an incident and a long decision. Adds full
 * documents, full messages and full notifications.
 * @returns the ids of these objects
 */
export async function recordLargeState(stack: Stack): Promise<Known> {
  const database = openDatabase(stack.config.databaseUrl!, { statementTimeoutMs: WAIT_MS });
  try {
    return await record({ ...stack, database }, database.db);
  } finally {
    await database.close();
  }
}

/** Statement timeout, because a busy machine is slow at storing 30 MB. */
const WAIT_MS = 600_000;

async function record(stack: Stack, db: Db): Promise<Known> {
  const at = new Date();
  const scores = new Map<string, number>();
  const key = { fleetId: FLEET, ...TRIP };
  await claimTrip(db, { ...key, workflowId: 'large', at });
  await keepTrip(db, {
    fleetId: FLEET,
    trip: {
      ...TRIP,
      distanceKm: 900,
      score: 70,
      ratings: {},
      extra: {},
      problems: [],
      startTime: '2026-11-20T00:30:00+01:00',
      endTime: '2026-11-20T23:00:00+01:00',
      events: Array.from({ length: 2_000 }, (_each, index) => ({
        typeCode: 4,
        typeName: 'COLLISION',
        startTime: '2026-11-20T10:00:00+01:00',
        extra: { note: `event ${index}` },
      })),
      path: Array.from({ length: POINTS }, (_each, index) => ({
        latitude: 52 + Math.sin(index / 50) / 3 + index / 1e6,
        longitude: 13 + Math.cos(index / 70) / 3,
        timeMillis: 1_790_000_000_000 + index * 100,
      })),
      speedProfile: Array.from({ length: POINTS }, (_each, index) => ({
        speedKmph: index % 130,
        timeMillis: 1_790_000_000_000 + index * 100,
      })),
    },
    contentHash: 'large',
    revision: 1,
    at,
  });
  for (let revision = 1; revision <= 5; revision += 1)
    await recordDecision(db, { fleetId: FLEET, decision: longDecision(revision) });
  await setTripState(db, { ...key, state: 'decided', at });
  const incident = await storeIncident(db, { ...key, openedAt: at });
  for (let index = 0; index < 220; index += 1) {
    await putOutbox(db, {
      fleetId: FLEET,
      channel: index % 2 ? 'slack' : 'email',
      receiver: 'lead@example.com',
      at,
      text: 'x & <b> '.repeat(1_000),
      ...(index % 2
        ? { blocks: Array.from({ length: 50 }, () => SECTION) }
        : { html: '<p>words &amp; words</p>'.repeat(2_500), picture: Buffer.alloc(80_000, index) }),
    });
  }
  for (let index = 0; index < 6; index += 1) {
    const body = { type: 'NEW', data: Array.from({ length: 400_000 }, () => [index]) };
    await recordNotification(db, { fleetId: FLEET, type: 'NEW', receivedAt: at, source: 'webhook', body });
    await keepDeadLetter(db, {
      fleetId: FLEET,
      reason: 'no JSON',
      body: Buffer.alloc(65_536, 200 + (index % 50)),
      at,
    });
  }
  await publishFullDocuments(stack);
  await sql`insert into documents (fleet_id, kind, id, last_version, published_version, updated_at)
    select ${FLEET}, 'rule', 'copy-' || n, 1, 1, ${at} from generate_series(${RULES + 1}::int, ${PUBLISHED_RULES}::int) n`.execute(
    db,
  );
  await sql`insert into document_versions (fleet_id, kind, id, version, body, who, at)
    select ${FLEET}, 'rule', 'copy-' || n, 1, model.body, model.who, ${at}
    from generate_series(${RULES + 1}::int, ${PUBLISHED_RULES}::int) n
    join document_versions model
      on model.fleet_id = ${FLEET} and model.kind = 'rule' and model.id = 'full-1' and model.version = 1`.execute(
    db,
  );
  // A digest has charts only if there are scores.
  for (let days = 0; days < 120; days += 1)
    scores.set(
      new Date(at.getTime() - days * A_DAY_SECONDS * 1000).toISOString().slice(0, 10),
      60 + (days % 30),
    );
  stack.analytics.fleetScores.set('', scores);
  // The lists of the digest have the highest number of entries, with long words.
  const content = digestFullOf('<b> & words '.repeat(8), 20);
  const { rows: runs } = await sql<{ id: string }>`
    insert into digest_runs (fleet_id, digest_id, version, period, period_from, period_to, before_from, before_to, origin,
      document, state, content, created_at, settled_at)
    values (${FLEET}, 'full', 1, 'week', '2026-11-09', '2026-11-15', '2026-11-02', '2026-11-08', 'on_demand',
      '{}', 'done', ${jsonb(content)}, ${at}, ${at}) returning id`.execute(db);
  const signingKey = await instanceKey(db, LINK_KEY_NAME);
  const expires = Math.floor(Date.now() / 1000) + A_DAY_SECONDS;
  const answer = { fleet: FLEET, incidentId: incident.id, receiver: 'lead@example.com', expires };
  return {
    [`/api/v1/fleets/{fleet}/trips/`]: { driver_id: [TRIP.driverId], trip_id: [TRIP.tripId] },
    [`/api/v1/fleets/{fleet}/incidents/`]: { id: [incident.id] },
    [`/api/v1/fleets/{fleet}/rules/`]: { id: ['full-1'] },
    [`/api/v1/fleets/{fleet}/conditions/`]: { id: ['full-condition-1'] },
    '/a/': { signed: [answerLinks.sign(signingKey, answer)] },
    '/d/': { signed: [digestLinks.sign(signingKey, { fleet: FLEET, run: runs[0]!.id, expires })] },
    '/t/': { signed: [tripLinks.sign(signingKey, { fleet: FLEET, ...TRIP, expires })] },
  };
}

const SECTION = {
  type: 'section',
  text: { type: 'mrkdwn', text: '*word* _word_ <https://example.com|link> '.repeat(60) },
};

function longDecision(revision: number): Decision {
  const trace: TraceNode = {
    all: Array.from({ length: 200 }, (_each, index) => ({
      fact: 'trip.distance_km',
      name: `condition ${index}`,
      operator: 'greaterThan',
      value: index,
      actual: 900,
      result: 'true',
    })),
    result: 'true',
  };
  return {
    fleet: FLEET,
    driver_id: TRIP.driverId,
    trip_id: TRIP.tripId,
    revision,
    decided_at: new Date().toISOString(),
    rules: Array.from({ length: RULES }, (_each, index) => ({
      rule: `full-${index}`,
      name: `Full ${index}`,
      version: 1,
      severity: 'critical',
      mode: 'live',
      outcome: 'matched',
      reason: 'matched',
      trace,
    })),
    actions: Array.from({ length: RULES }, (_each, index) => ({
      rule: `full-${index}`,
      action: 'slack',
      receiver: '#fleet-safety',
    })),
  };
}

/** Publishes as many and as long documents as an editor may have published. */
async function publishFullDocuments(stack: Stack): Promise<void> {
  const leaves = (count: number): object[] =>
    Array.from({ length: count }, (_each, index) => ({
      fact: 'trip.distance_km',
      operator: 'greaterThan',
      value: index,
      name: `condition ${index}`,
    }));
  for (let index = 0; index < CONDITIONS; index += 1)
    await stack.publishAs('condition', {
      id: `full-condition-${index}`,
      name: `Full ${index}`,
      conditions: { all: leaves(index === CONDITIONS - 1 ? 20 : 200) },
    } as never);
  for (let index = 0; index < RULES; index += 1)
    await stack.publish({
      id: `full-${index}`,
      name: `Full ${index}`,
      severity: 'warning',
      mode: 'shadow',
      conditions: { all: [...leaves(180), { condition: `full-condition-${CONDITIONS - 1}` }] },
      actions: Array.from({ length: 20 }, () => ({
        type: 'slack',
        channel: '#a',
        text: 'word '.repeat(700),
      })),
    } as never);
}
