import type { ComparedFigure, DigestContent, DigestScores, Figure } from '../../../messages/digests/index.ts';
import { coverageOf, driver, exampleDigest, listOf, scoresOf } from './exampleDigest.ts';

const NONE: Figure = { value: null, missing: 'unavailable', source: 'GET /v3/score (no answer)' };
const NONE_COMPARED: ComparedFigure = { ...NONE, before: null, change: null };
const ZERO: Figure = { value: 0, source: 'query' };
const EMPTY_LIST = { drivers: [], total: 0, source: 'query' };

const NO_SCORES: DigestScores = {
  group: null,
  score: NONE_COMPARED,
  ratings: {
    hard_brake_rating: NONE_COMPARED,
    phone_use_rating: NONE_COMPARED,
    rapid_acceleration_rating: NONE_COMPARED,
    overspeeding_rating: NONE_COMPARED,
  },
  drivers: NONE_COMPARED,
  distanceKm: NONE_COMPARED,
  durationSeconds: NONE_COMPARED,
  line: scoresOf(null, Array<null>(8).fill(null)).line,
};

/** A fleet without drivers and without trips: the service answers, but there is nothing to rate. */
export const emptyDigest: DigestContent = {
  ...exampleDigest,
  caveats: [],
  scores: {
    ...NO_SCORES,
    score: { ...NONE_COMPARED, missing: 'not_rated' },
  },
  byGroup: null,
  drivers: {
    fell: EMPTY_LIST,
    rose: EMPTY_LIST,
    needAttention: EMPTY_LIST,
    silent: EMPTY_LIST,
    active: ZERO,
    notRated: ZERO,
    tooFewTrips: ZERO,
    comparable: ZERO,
    coaching: ZERO,
    joined: ZERO,
  },
  driving: {
    trips: { ...ZERO, before: 0, change: 0 },
    distanceKm: { ...ZERO, before: 0, change: 0 },
    durationSeconds: { ...ZERO, before: 0, change: 0 },
    nightShare: { ...NONE_COMPARED, missing: 'not_known', trips: null },
    highwayShare: { ...NONE_COMPARED, missing: 'not_known', trips: null },
    events: [],
  },
  alerts: {
    alerts: { ...ZERO, before: 0, change: 0 },
    bySeverity: { info: 0, warning: 0, critical: 0 },
    incidents: [],
    incidentsTotal: 0,
    unanswered: ZERO,
    medianSecondsToAcknowledge: { ...NONE, missing: 'not_known' },
    source: 'query',
  },
  rules: { loudest: [], source: 'query' },
  deletions: { deleted: [], total: 0, waiting: 0, source: 'query' },
  devices: { missingData: [], total: 0, source: 'query' },
  coverage: coverageOf({}),
};

/** A service that answers no request. */
export const unavailableDigest: DigestContent = {
  ...emptyDigest,
  caveats: ['The analytics service did not answer; no figure of it stands here.'],
  scores: NO_SCORES,
  byGroup: [{ ...NO_SCORES, group: 'north' }],
  drivers: {
    fell: EMPTY_LIST,
    rose: EMPTY_LIST,
    needAttention: EMPTY_LIST,
    silent: EMPTY_LIST,
    active: NONE,
    notRated: NONE,
    tooFewTrips: NONE,
    comparable: NONE,
    coaching: NONE,
    joined: NONE,
  },
  driving: {
    trips: NONE_COMPARED,
    distanceKm: NONE_COMPARED,
    durationSeconds: NONE_COMPARED,
    nightShare: { ...NONE_COMPARED, trips: null },
    highwayShare: { ...NONE_COMPARED, trips: null },
    events: [{ eventType: 'PHONE_USE', per100Km: NONE_COMPARED }],
  },
  alerts: {
    alerts: NONE_COMPARED,
    bySeverity: { info: 0, warning: 0, critical: 0 },
    incidents: [],
    incidentsTotal: 0,
    unanswered: NONE,
    medianSecondsToAcknowledge: NONE,
    source: 'query',
  },
  coverage: {
    known: NONE,
    evaluated: NONE,
    history: NONE,
    waiting: NONE,
    parked: NONE,
    counted: NONE,
    comparison: { days: 7, compared: 0, at: null, isOff: false },
    since: null,
  },
};

function times<Item>(count: number, item: Item): readonly Item[] {
  return Array.from({ length: count }, () => item);
}

/** Makes a digest with the given text as every text from outside, and with `count` entries in every list. */
export function digestFullOf(text: string, count: number): DigestContent {
  const one = driver(text, {
    driverId: text,
    groups: [text, text],
    because: times(5, { eventType: text, per100Km: 2, before: 1 }),
  });
  const drivers = listOf(times(count, one), count * 3);
  const { alerts, rules, deletions, devices } = exampleDigest;
  const incident = alerts?.incidents[1];
  const rule = rules?.loudest[0];
  const deleted = deletions?.deleted[0];
  if (!alerts || !rules || !deletions || !devices || !incident || !rule || !deleted)
    throw new Error('The example has every section.');
  return {
    ...exampleDigest,
    fleet: { id: text, name: text },
    digest: { id: text, name: text, version: 1 },
    groups: times(count, text),
    caveats: times(count, text),
    byGroup: times(count, scoresOf(text, [60, 61, null, 63, 70.5, 62, 61, 64])),
    drivers: {
      fell: drivers,
      rose: drivers,
      needAttention: drivers,
      silent: drivers,
      active: { value: count * 10, source: text },
      notRated: ZERO,
      tooFewTrips: ZERO,
      comparable: ZERO,
      coaching: ZERO,
      joined: ZERO,
    },
    driving:
      exampleDigest.driving === null
        ? null
        : {
            ...exampleDigest.driving,
            events: times(count, {
              eventType: text,
              per100Km: { value: 1, before: 2, change: -1, source: text },
            }),
          },
    alerts: {
      ...alerts,
      incidents: times(count, {
        ...incident,
        id: text,
        rule: text,
        driverId: text,
        name: text,
        disposition: text,
      }),
      incidentsTotal: count,
    },
    rules: { ...rules, loudest: times(count, { ...rule, id: text, name: text }) },
    deletions: {
      ...deletions,
      deleted: times(count, { ...deleted, driverId: text, name: text, tripId: text, rule: text }),
      total: count,
    },
    devices: {
      ...devices,
      missingData: times(count, { driverId: text, name: text, missing: times(9, text) }),
      total: count,
    },
  };
}
