import { DIGEST_RATINGS } from '../../../messages/digests/index.ts';
import type {
  ComparedFigure,
  DigestContent,
  DigestDriver,
  DigestDriverRow,
  DigestRating,
  DigestScores,
  DriverList,
  Figure,
  Missing,
} from '../../../messages/digests/index.ts';

const SOURCE = 'GET /v3/score?start_date=2026-11-16&end_date=2026-11-22';

/** Makes a current figure with its earlier value. */
export function compared(
  value: number | null,
  before: number | null,
  more: { readonly missing?: Missing | undefined; readonly usual?: number | undefined } = {},
): ComparedFigure {
  const change = value === null || before === null ? null : value - before;
  const { missing, usual } = more;
  return {
    value,
    before,
    change,
    source: SOURCE,
    ...(missing === undefined ? {} : { missing }),
    ...(usual === undefined ? {} : { usual }),
  };
}

/** Makes a figure without comparison. */
export function figure(value: number | null, missing?: Missing): Figure {
  return { value, source: 'query: digest_drivers', ...(missing ? { missing } : {}) };
}

const LAST_DATES = [
  '2026-10-04',
  '2026-10-11',
  '2026-10-18',
  '2026-10-25',
  '2026-11-01',
  '2026-11-08',
  '2026-11-15',
  '2026-11-22',
];

/** A rating moves by so much from week to week. */
const USUAL_OF_RATINGS = 0.1;

/** Makes scores of the fleet or a group. The last two values of `line` are the compared ones. */
export function scoresOf(
  group: string | null,
  line: readonly (number | null)[],
  ratings: readonly (readonly [number | null, number | null])[] = [
    [4.12, 4.31],
    [3.05, 3.02],
    [null, 3.9],
    [3.6, 3.2],
  ],
): DigestScores {
  const [before = null, now = null] = line.slice(-2);
  const rated = DIGEST_RATINGS.map((rating, index) => {
    const [value = null, earlier = null] = ratings[index] ?? [];
    return [
      rating,
      compared(value, earlier, {
        missing: value === null ? 'not_rated' : undefined,
        usual: USUAL_OF_RATINGS,
      }),
    ] as const;
  });
  return {
    group,
    score: compared(now, before, { usual: 1 }),
    ratings: Object.fromEntries(rated) as Record<DigestRating, ComparedFigure>,
    drivers: compared(48, 47),
    distanceKm: compared(18_412.4, 17_990),
    durationSeconds: compared(1_204_000, 1_190_000),
    line: line.map((score, index) => ({ to: LAST_DATES[index] ?? '', score })),
  };
}

/** Makes a driver of a list. */
export function driver(name: string, more: Partial<DigestDriver> = {}): DigestDriver {
  const score = more.score ?? 61.2;
  const before = more.before ?? 69.6;
  return {
    driverId: `d-${name.length}${name.charCodeAt(0)}`,
    name,
    groups: ['north'],
    score,
    before,
    change: score - before,
    usual: 6,
    trips: 14,
    tripsBefore: 12,
    distanceKm: 512.3,
    hasEvaluated: true,
    because: [
      { eventType: 'PHONE_USE', per100Km: 4.24, before: 1.13 },
      { eventType: 'HARD_BRAKE', per100Km: 0.9, before: 0.52 },
      { eventType: 'OVERSPEEDING', per100Km: 2.0, before: 2.6 },
    ],
    ...more,
  };
}

/** Makes a list of drivers. */
export function listOf(drivers: readonly DigestDriver[], total = drivers.length): DriverList {
  return { drivers, total, source: 'query: digest_drivers by change of score' };
}

/** Makes the coverage of a week in which every date was compared. Omitted figures are 0. */
export function coverageOf(
  counts: Partial<Record<'known' | 'evaluated' | 'history' | 'waiting' | 'parked' | 'counted', number>>,
  more: Partial<Pick<Coverage, 'comparison' | 'since'>> = {},
): Coverage {
  const { known = 0, evaluated = 0, history = 0, waiting = 0, parked = 0, counted = known } = counts;
  return {
    known: figure(known),
    evaluated: figure(evaluated),
    history: figure(history),
    waiting: figure(waiting),
    parked: figure(parked),
    counted: figure(counted),
    comparison: { days: 7, compared: 7, at: '2026-11-23T05:12:00Z', isOff: false },
    since: '2026-01-05T08:00:00Z',
    ...more,
  };
}
type Coverage = NonNullable<DigestContent['coverage']>;

/** A week with something in every section. */
export const exampleDigest: DigestContent = {
  fleet: { id: 'acme', name: 'Acme Logistics' },
  digest: { id: 'weekly-north', name: 'North, weekly', version: 4 },
  period: {
    kind: 'week',
    now: { from: '2026-11-16', to: '2026-11-22' },
    before: { from: '2026-11-09', to: '2026-11-15' },
    timezone: 'Europe/Berlin',
  },
  units: 'km',
  language: 'en',
  needsAttentionBelow: 70,
  minTrips: 3,
  groups: null,
  gatheredAt: '2026-11-23T06:00:04Z',
  caveats: ['The analytics service did not answer for 1 of 8 periods; the line has a gap there.'],
  scores: scoresOf(null, [76.1, 75.4, null, 77.9, 77.2, 76.8, 77.2, 78.4]),
  byGroup: [
    scoresOf('north', [74, 73.1, 72.5, 75, 76.2, 75.9, 74.4, 76.9]),
    scoresOf('south', [80.2, 79.8, 80.5, 81.3, 82, 81.1, 82.6, 83.1]),
    scoresOf('night shift', [70.9, 69.5, 68, 69.9, 70.4, 66.2, 68.1, 65.7]),
  ],
  drivers: {
    fell: listOf(
      [
        driver('Ben Okafor', { score: 61.2, before: 74.6 }),
        driver('Ioana Popescu', {
          score: 72.8,
          before: 81.0,
          groups: ['south'],
          because: [{ eventType: 'OVERSPEEDING', per100Km: 6.1, before: 2.4 }],
        }),
        driver('d-2041', { driverId: 'd-2041', score: 68.3, before: 73.9, because: [] }),
      ],
      15,
    ),
    rose: listOf([
      driver('Marta Nowak', {
        score: 88.1,
        before: 79.5,
        because: [{ eventType: 'PHONE_USE', per100Km: 0.2, before: 2.9 }],
      }),
      driver('Jonas Weber', {
        score: 91.4,
        before: 86.0,
        groups: ['south'],
        because: [{ eventType: 'HARD_BRAKE', per100Km: 0.4, before: 1.3 }],
      }),
    ]),
    needAttention: listOf([
      driver('Ben Okafor', { score: 61.2, before: 74.6 }),
      driver('d-2041', { driverId: 'd-2041', score: 68.3, before: 73.9, because: [] }),
    ]),
    active: figure(143),
    notRated: figure(6),
    tooFewTrips: figure(11),
    comparable: figure(126),
    coaching: figure(15),
    joined: figure(4),
    silent: listOf([driver('Lena Fischer', { before: 77.7, score: null, change: null })]),
  },
  driving: {
    trips: compared(1284, 1250),
    distanceKm: compared(56_904.2, 55_820.9),
    durationSeconds: compared(3_840_000, 3_810_000),
    nightShare: { ...compared(0.061, 0.049), trips: null },
    highwayShare: { ...compared(0.412, 0.418), trips: null },
    events: [
      { eventType: 'PHONE_USE', per100Km: compared(1.41, 1.9, { usual: 0.2 }) },
      { eventType: 'HARD_BRAKE', per100Km: compared(0.82, 0.8, { usual: 0.2 }) },
      { eventType: 'OVERSPEEDING', per100Km: compared(2.35, 2.1, { usual: 0.3 }) },
      { eventType: 'COLLISION', per100Km: compared(0, 0) },
    ],
  },
  alerts: {
    alerts: compared(37, 42),
    bySeverity: { critical: 2, warning: 11, info: 24 },
    incidents: [
      {
        id: 'i-1',
        rule: 'Repeated phone use',
        driverId: 'd-10',
        name: 'Ben Okafor',
        openedAt: '2026-11-18T08:12:00Z',
        state: 'resolved',
        isUnanswered: false,
        secondsToAcknowledge: 1_340,
        disposition: 'confirmed',
      },
      {
        id: 'i-2',
        rule: 'Collision',
        driverId: 'd-2041',
        name: 'd-2041',
        openedAt: '2026-11-21T22:40:00Z',
        state: 'open',
        isUnanswered: true,
        secondsToAcknowledge: null,
        disposition: null,
      },
    ],
    incidentsTotal: 2,
    unanswered: figure(1),
    medianSecondsToAcknowledge: figure(1_340),
    source: 'query: incidents of the period',
  },
  rules: {
    loudest: [
      {
        id: 'repeated-phone-use',
        name: 'Repeated phone use',
        alerts: 21,
        before: 18,
        overBudget: 3,
        falseAlarms: 5,
        answered: 9,
        isNoisy: true,
      },
      {
        id: 'hard-brake',
        name: 'Hard braking, more than usual',
        alerts: 14,
        before: 22,
        overBudget: 0,
        falseAlarms: 0,
        answered: 2,
        isNoisy: false,
      },
    ],
    source: 'query: alerts of the period by rule',
  },
  deletions: {
    deleted: [
      {
        driverId: 'd-77',
        name: 'Sam Lee',
        tripId: '1795251600000',
        rule: 'Recorded on a train',
        deletedAt: '2026-11-19T14:20:00Z',
        scoreBefore: 71.2,
        scoreAfter: 73.5,
      },
    ],
    total: 1,
    waiting: 2,
    source: 'query: deletions of the period',
  },
  devices: {
    missingData: [{ driverId: 'd-19', name: 'Omar Haddad', missing: ['gyroscope', 'magnetometer'] }],
    total: 1,
    source: 'GET /v3/drivers?start_date=2026-11-16&end_date=2026-11-22&fields=info,driving_behavior',
  },
  coverage: coverageOf({ known: 1284, evaluated: 1284 }),
};

/** A row of the table attached. */
export const exampleRow: DigestDriverRow = {
  driverId: 'd-10',
  name: 'Ben Okafor',
  groups: ['north', 'night shift'],
  score: 61.2,
  scoreMissing: null,
  scoreBefore: 74.6,
  hardBrakeRating: 4.1,
  phoneUseRating: null,
  rapidAccelerationRating: 3.25,
  overspeedingRating: 3,
  tripCount: 14,
  distanceKm: 512.345,
  durationSeconds: 31_400,
  missingSensors: ['gyroscope'],
};
