import type { RuleDecision } from '../../rules/evaluation/index.ts';
import type { Trip } from '../../rules/vocabulary/index.ts';
import { recordAlert } from '../../store/alerts/index.ts';
import type { Db } from '../../store/db/index.ts';
import { planDelivery } from '../../store/deliveries/index.ts';
import { claimTrip, keepTrip, recordDecision } from '../../store/trips/index.ts';
import { publishRule, storeRuleTrip } from '../support/store/ruleTrip.ts';

const BEGAN = Date.parse('2026-03-10T06:03:00Z');
const MINUTES = 30;
/** The trip that `tripsOfDay` stores in full. */
export const FULL_TRIP = { driverId: 'd-17', tripId: '1790000000777' } as const;
/** The driver whose alert of 31 January was throttled, by the rule `phone-use`. */
export const THROTTLED_DRIVER = 'd-23';

/** Stores a trip with a path, speeds, events and decisions of several rules, and one whose alert was throttled. */
export async function tripsOfDay(db: Db): Promise<void> {
  const at = new Date(BEGAN + (MINUTES + 2) * 60_000);
  const key = { fleetId: 'north', ...FULL_TRIP };
  await claimTrip(db, { ...key, workflowId: 'w-full', at, receivedFrom: 'webhook' });
  await keepTrip(db, { fleetId: 'north', contentHash: 'h', revision: 1, at, trip: drive() });
  await recordDecision(db, {
    fleetId: 'north',
    decision: {
      fleet: 'north',
      driver_id: key.driverId,
      trip_id: key.tripId,
      revision: 1,
      decided_at: at.toISOString(),
      rules: DECISIONS,
      actions: [],
    },
  });
  const alert = { ...key, rule: 'phone', version: 1, revision: 1 } as const;
  const { id: alertId } = await recordAlert(db, { ...alert, severity: 'warning', state: 'raised', at });
  await planDelivery(db, {
    ...alert,
    alertId,
    actionIndex: 0,
    at,
    action: 'email',
    receiver: 'east@example.com',
  });
  await publishRule(db);
  await storeRuleTrip(db, {
    driver: THROTTLED_DRIVER,
    trip: '1790000000778',
    decision: {},
    alert: { state: 'stopped', reason: 'throttled', detail: '2026-01-31T10:00:00.000Z' },
    delivery: { state: 'skipped', reason: 'throttled' },
  });
}

/** Makes a trip through Berlin: a bend, a stop in the middle, and three events. */
function drive(): Trip {
  const place = (share: number) => ({
    latitude: 52.47 + 0.08 * share + 0.012 * Math.sin(share * 9),
    longitude: 13.28 + 0.16 * share + 0.01 * Math.cos(share * 7),
  });
  const millis = (share: number): number => BEGAN + Math.round(share * MINUTES * 60_000);
  const event = (typeCode: number, typeName: string, share: number) => ({
    typeCode,
    typeName,
    startTime: new Date(millis(share)).toISOString(),
    durationSeconds: 12,
    latitudeStart: place(share).latitude,
    longitudeStart: place(share).longitude,
    extra: {},
  });
  const steps = Array.from({ length: 181 }, (_each, step) => step / 180);
  return {
    ...FULL_TRIP,
    distanceKm: 21.4,
    durationSeconds: MINUTES * 60,
    maxSpeedKmph: 93,
    score: 64,
    startTime: '2026-03-10T07:03:00+01:00',
    endTime: '2026-03-10T07:33:00+01:00',
    events: [event(2, 'PHONE_USE', 0.22), event(0, 'HARD_BRAKE', 0.5), event(2, 'PHONE_USE', 0.998)],
    path: steps.map((share) => ({ ...place(share), timeMillis: millis(share) })),
    speedProfile: steps.map((share) => ({
      timeMillis: millis(share),
      speedKmph: Math.max(0, 55 + 38 * Math.sin(share * 11) - (Math.abs(share - 0.5) < 0.03 ? 90 : 0)),
    })),
    ratings: {},
    extra: {},
    problems: [],
  };
}

const PHONE = { fact: 'driver.events.count', params: { type: 'PHONE_USE', window: '7d' } } as const;
const DISTANCE = { fact: 'trip.distance_km' } as const;

const DECISIONS: readonly RuleDecision[] = [
  {
    rule: 'phone',
    name: 'Repeated phone use',
    version: 1,
    severity: 'warning',
    mode: 'live',
    outcome: 'matched',
    reason: 'matched',
    trace: {
      result: 'true',
      all: [
        { result: 'true', ...PHONE, operator: 'greaterThanInclusive', value: 19, actual: 21 },
        {
          result: 'true',
          any: [{ result: 'true', ...DISTANCE, operator: 'greaterThan', value: 1, actual: 21.4 }],
        },
      ],
    },
  },
  {
    rule: 'score-drop',
    name: 'Score drop',
    version: 3,
    severity: 'info',
    mode: 'live',
    outcome: 'unknown',
    reason: 'conditions_unknown',
    trace: {
      result: 'unknown',
      all: [
        {
          result: 'unknown',
          fact: 'driver.score_change',
          params: { over: '7d' },
          operator: 'lessThanInclusive',
          value: -10,
          unknown_because: { code: 'notSent' },
        },
      ],
    },
  },
  {
    rule: 'long-trip',
    name: 'Long trip',
    version: 2,
    severity: 'info',
    mode: 'live',
    outcome: 'not_matched',
    reason: 'conditions_false',
    nearest_miss: {
      pointer: '/all/0',
      ...DISTANCE,
      operator: 'greaterThan',
      value: 40,
      actual: 21.4,
      gap: 18.6,
      relative_gap: 0.465,
    },
    trace: {
      result: 'false',
      all: [{ result: 'false', ...DISTANCE, operator: 'greaterThan', value: 40, actual: 21.4 }],
    },
  },
] as unknown as readonly RuleDecision[];
