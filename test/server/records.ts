import { answering, planBacktest } from '../../rules/backtests/index.ts';
import type { BacktestQuestion } from '../../rules/backtests/index.ts';
import type { Decision } from '../../rules/evaluation/index.ts';
import { localClockOf } from '../../rules/time/index.ts';
import { planChannelTest, raiseAlarm } from '../../store/alarms/index.ts';
import { createSilence, recordAlert } from '../../store/alerts/index.ts';
import { createBackfill } from '../../store/backfill/index.ts';
import { beginBacktest, createBacktest, endBacktest } from '../../store/backtests/index.ts';
import type { Db } from '../../store/db/index.ts';
import { planDelivery, putOutbox } from '../../store/deliveries/index.ts';
import { storePublished } from '../support/store/published.ts';
import { createPersonalToken, recordSignIn } from '../../store/identity/index.ts';
import { endErasure, requestErasure } from '../../store/retention/index.ts';
import {
  claimTrip,
  createSimulation,
  keepDeadLetter,
  keepTrip,
  recordDecision,
  recordNotification,
  setTripState,
} from '../../store/trips/index.ts';
import { published } from '../rules/given.ts';
import { storeIncident } from '../support/incidents/stored.ts';
import { storeDeletion, storeDirectory } from '../support/store/records.ts';

/** An id with everything that could break a path. */
export const ODD_DRIVER = 'a/b:c d@e%2F%';
export const TRIP = '1790000000000';

const at = new Date('2026-11-20T10:00:00Z');

/** Makes a decision with one matched rule and a nested trace. */
export function decisionOf(key: { fleet: string; driverId: string; tripId: string }): Decision {
  return {
    fleet: key.fleet,
    driver_id: key.driverId,
    trip_id: key.tripId,
    revision: 1,
    decided_at: at.toISOString(),
    rules: [
      {
        rule: 'collision',
        name: 'Collision',
        version: 1,
        severity: 'critical',
        mode: 'live',
        outcome: 'matched',
        reason: 'matched',
        trace: {
          all: [
            {
              not: { fact: 'driver.score', operator: 'isKnown', value: true, result: 'false' },
              result: 'true',
            },
            {
              fact: 'trip.events.count',
              params: { type: 'COLLISION' },
              operator: 'greaterThan',
              value: 0,
              actual: 1,
              result: 'true',
            },
          ],
          result: 'true',
        },
      },
    ],
    actions: [{ rule: 'collision', action: 'slack', receiver: '#fleet-safety' }],
  };
}

export interface Recorded {
  readonly alertId: string;
  readonly backfillId: string;
  readonly deadLetterId: string;
  readonly deletionId: string;
  readonly incidentId: string;
  readonly outboxId: string;
  readonly simulationId: string;
  readonly backtestId: string;
  readonly erasureId: string;
  /** The delivery of a test message over e-mail. */
  readonly channelTestId: string;
  readonly userId: string;
  readonly tokenId: string;
}

/** Stores one record of every kind for a fleet, about one trip. */
export async function recordEverything(db: Db, fleetId: string): Promise<Recorded> {
  const key = { fleetId, driverId: ODD_DRIVER, tripId: TRIP };
  await claimTrip(db, { ...key, workflowId: 'w', at });
  await keepTrip(db, {
    fleetId,
    trip: {
      driverId: ODD_DRIVER,
      tripId: TRIP,
      distanceKm: 12.5,
      startTime: '2026-11-20T10:30:00+01:00',
      endTime: '2026-11-20T11:00:00+01:00',
      score: null,
      ratings: {},
      events: [
        { typeCode: 4, typeName: 'COLLISION', latitudeStart: 52.52001, longitudeStart: 13.40501, extra: {} },
      ],
      path: [
        { latitude: 52.52001, longitude: 13.40501 },
        { latitude: 52.53001, longitude: 13.41501 },
      ],
      extra: {},
      problems: [],
    },
    contentHash: 'h',
    revision: 1,
    at,
  });
  await recordDecision(db, { fleetId, decision: decisionOf({ fleet: fleetId, ...key }) });
  await setTripState(db, { ...key, state: 'decided', at });
  const alert = {
    ...key,
    rule: 'collision',
    version: 1,
    revision: 1,
    severity: 'critical',
    state: 'raised',
    at,
  } as const;
  const { id: alertId } = await recordAlert(db, alert);
  const plan = { ...key, alertId, rule: 'collision', version: 1, actionIndex: 0, revision: 1, at } as const;
  const { id: deliveryId } = await planDelivery(db, { ...plan, action: 'slack', receiver: '#fleet-safety' });
  const { id: outboxId } = await putOutbox(db, {
    fleetId,
    channel: 'slack',
    receiver: '#fleet-safety',
    text: 'Collision',
    deliveryId,
    at,
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'Collision' } }],
    picture: Buffer.from('89504e470d0a1a0a', 'hex'),
  });
  const deletion = {
    rule: 'invalid-trip',
    version: 1,
    approval: 'required',
    cause: 'too short',
    at,
  } as const;
  const { id: deletionId } = await storeDeletion(db, { ...key, ...deletion });
  await recordNotification(db, {
    fleetId,
    type: 'NEW',
    receivedAt: at,
    source: 'webhook',
    body: { type: 'NEW' },
  });
  const letter = { fleetId, reason: 'the body is empty', body: Buffer.from('{"broken'), at };
  const { id: deadLetterId } = await keepDeadLetter(db, letter);
  await raiseAlarm(db, { fleetId, kind: 'analytics_unauthorised', message: 'Check the key.', at });
  await createSilence(db, {
    fleetId,
    id: `roadworks-${fleetId}`,
    reason: 'Roadworks',
    who: 'ed',
    at,
    until: new Date('2099-01-01T00:00:00Z'),
    groups: ['north'],
  });
  const { id: simulationId } = await createSimulation(db, { fleetId, input: {}, who: 'vi', at });
  const backtestId = await recordBacktest(db, fleetId);
  const range = { from: '2026-03-01', to: '2026-03-31', alerts: false };
  const { id: backfillId } = await createBackfill(db, { fleetId, ...range, who: 'ann', at });
  const { id: incidentId } = await storeIncident(db, { ...key, openedAt: at });
  const ids = { alertId, backfillId, backtestId, deadLetterId, deletionId, incidentId };
  const erasure = { fleetId, driverId: 'erased-before', who: 'ann', why: 'A request.', at };
  const { id: erasureId } = await requestErasure(db, erasure);
  await endErasure(db, { fleetId, id: erasureId, state: 'done', at });
  await storePublished(db, { fleetId, kind: 'settings', body: { id: 'settings' }, at });
  const rows = [{ driverId: ODD_DRIVER, fields: { vehicle: 'Van 1' } }];
  await storeDirectory(db, { fleetId, rows, at });
  const { deliveryId: channelTestId } = await planChannelTest(db, {
    fleetId,
    action: 'email',
    receiver: 'lead@example.com',
    message: 'A test.',
    who: 'ed',
    at,
  });
  const { user } = await recordSignIn(db, {
    issuer: 'https://id.example',
    subject: `of-${fleetId}`,
    name: `Someone of ${fleetId}`,
    at,
    grants: [{ fleetId, role: 'viewer' }],
    reservedNames: [],
  });
  const token = { fleetId, userId: user.id, name: 'laptop', role: 'viewer', who: user.name, at } as const;
  const made = await createPersonalToken(db, { ...token, expiresAt: new Date('2099-01-01') });
  return { ...ids, outboxId, simulationId, erasureId, channelTestId, userId: user.id, tokenId: made!.id };
}

/** Stores a finished back-test of a rule that matched once and could not be decided once. */
async function recordBacktest(db: Db, fleetId: string): Promise<string> {
  const question: BacktestQuestion = {
    tested: published({ id: 'collision', severity: 'critical' }, 2),
    published: published({ id: 'collision' }, 1),
    rivals: [{ ...published({ id: 'brake' }), because: 'shares_receiver' }],
    from: '2026-11-19',
    to: '2026-11-20',
    timezone: 'Europe/Berlin',
  };
  const trip = { driverId: ODD_DRIVER, tripId: TRIP, at: at.getTime() };
  const steps = answering({
    question,
    plan: planBacktest(question),
    leftOut: 0,
    backfilled: 0,
    context: {
      timezone: 'Europe/Berlin',
      clock: localClockOf('Europe/Berlin'),
      silences: [],
      groupsOf: () => undefined,
    },
    parts: [
      {
        matches: [{ ...trip, rules: [0], explained: { 0: { reason: 'off' } } }],
        outcomes: { matched: 1, notMatched: 0, unknown: 1, failed: 0 },
        tripsByDate: { '2026-11-20': 2 },
        unknown: [{ fact: 'driver.score', because: { code: 'notSent' }, trips: 1, example: trip }],
      },
    ],
  });
  const { value: result } = steps.next();
  const { id } = await createBacktest(db, { fleetId, question, who: 'vi', at });
  await beginBacktest(db, { fleetId, id, tripsTotal: 2, at });
  await endBacktest(db, { fleetId, id, state: 'done', result: result as never, at });
  return id;
}
