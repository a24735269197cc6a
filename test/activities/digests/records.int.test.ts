import { beforeAll, describe, expect, it } from 'vitest';
import type { DigestContent } from '../../../messages/digests/index.ts';
import { storePublished } from '../../support/store/published.ts';
import { digestDocument, digestRun } from '../../support/digests/run.ts';
import { fleetStub, stubDriver } from '../../support/digests/fleetStub.ts';
import { seededRandom } from '../../support/run/seededRandom.ts';
import { storeIncident } from '../../support/incidents/stored.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

/**
 * Compares a digest's figures of alerts, incidents, rules, deletions, phones and shares with plain loops over the same random
 * fleet.
 */
const FLEET = 'north';
const NOW = { from: '2026-06-01', to: '2026-06-07' };
const BEFORE = { from: '2026-05-25', to: '2026-05-31' };
const READ_AT = new Date('2026-06-08T05:00:00Z');
const MINUTE = 60_000;
const random = seededRandom(20_260_608);
const { below, pick } = random;

type Score = number | 'NA';
interface Driver {
  readonly id: string;
  readonly group: 'north' | 'south';
  readonly score: Score;
  readonly trips: number;
  readonly seconds: number;
  readonly night: number | undefined;
  readonly highway: number | undefined;
  readonly start: string | undefined;
  readonly missing: readonly string[];
}
const driversOf = (range: 'now' | 'before'): Driver[] =>
  Array.from({ length: 80 }, (_each, at): Driver[] => {
    const group = at % 3 === 0 ? 'south' : 'north';
    // Some are in one of both periods only: they joined or left.
    if (at % 10 === (range === 'now' ? 7 : 3)) return [];
    return [
      {
        id: `d-${String(at).padStart(2, '0')}`,
        group,
        score: pick<Score>([-1, -1, 'NA', below(100), below(100), below(1_000) / 10]),
        trips: pick([0, 1, 2, 3, 9, 20]),
        seconds: below(40_000),
        night: at % 4 === 0 ? undefined : random.next(),
        highway: at % 5 === 0 ? undefined : random.next(),
        start: pick([undefined, '2024-01-01', '2026-05-31', '2026-06-01', '2026-06-07', '2026-06-08']),
        missing: pick([[], [], ['gyroscope'], ['gyroscope', 'accelerometer']]),
      },
    ];
  }).flat();
const drivers = { now: driversOf('now'), before: driversOf('before') };
const everybody = [...new Set([...drivers.now, ...drivers.before].map(({ id }) => id))].sort();
/** Returns a driver of the fleet's lists, or one that is in none of them. */
const someone = (): string => pick([...everybody, 'd-of-nobody']);

/** Returns a random instant around the two periods, often at their very edge. */
const instant = (): Date =>
  new Date(
    pick([
      '2026-05-24T23:59:59.999Z',
      '2026-05-25T00:00:00Z',
      '2026-05-31T23:59:59.999Z',
      '2026-06-01T00:00:00Z',
      '2026-06-07T23:59:59.999Z',
      '2026-06-08T00:00:00Z',
      ...Array.from({ length: 12 }, () => Date.parse('2026-05-23T00:00:00Z') + below(17 * 1_440) * MINUTE),
    ]),
  );
const isIn = (at: Date, { from, to }: typeof NOW): boolean => {
  const date = at.toISOString().slice(0, 10);
  return date >= from && date <= to;
};

/** Rules. Exactly half of the answers to `half` are false alarms, and it raised nothing else. */
const RULES = ['collision', 'hard-brake', 'phone-use', 'speed', 'quiet-one', 'half'];
const alerts = Array.from({ length: 400 }, (_each, at) => {
  const state = pick(['raised', 'raised', 'held', 'stopped'] as const);
  return {
    driverId: someone(),
    tripId: `t-${at}`,
    rule: pick(RULES.slice(0, 4)),
    at: instant(),
    state,
    severity: pick(['info', 'warning', 'critical'] as const),
    reason:
      state === 'stopped'
        ? pick(['over_budget', 'throttled', 'shadow'])
        : state === 'held'
          ? 'quiet_hours'
          : null,
  };
});

interface Incident {
  readonly driverId: string;
  readonly rule: string;
  readonly openedAt: Date;
  readonly state: 'open' | 'acknowledged' | 'resolved';
  /** Minutes from the opening to each answer. */
  readonly answers: readonly number[];
  readonly disposition: 'confirmed' | 'false_alarm' | null;
  /** Whether its chain ended before an answer, or without one. */
  readonly isChainOver: boolean;
}
const drawn = Array.from({ length: 60 }, (): Incident => {
  const state = pick(['open', 'acknowledged', 'resolved', 'resolved'] as const);
  // An incident that is open again was answered before.
  const answers = state === 'open' && random.next() < 0.7 ? [] : [5 + below(600), 700 + below(600)];
  return {
    driverId: someone(),
    rule: pick(RULES.slice(0, 5)),
    openedAt: instant(),
    state,
    answers,
    disposition: state === 'resolved' ? pick(['confirmed', 'false_alarm', 'false_alarm'] as const) : null,
    isChainOver: random.next() < 0.4,
  };
});

const halves = (['false_alarm', 'confirmed', 'false_alarm', 'confirmed'] as const).map(
  (disposition, at): Incident => ({
    driverId: 'd-00',
    rule: 'half',
    openedAt: new Date(`2026-06-0${at + 2}T10:00:00Z`),
    state: 'resolved',
    answers: [30 + at],
    disposition,
    isChainOver: false,
  }),
);
const incidents = [...drawn, ...halves];

const deletions = Array.from({ length: 30 }, (_each, at) => {
  const state = pick(['deleted', 'deleted', 'requested', 'rejected'] as const);
  return {
    driverId: someone(),
    tripId: `x-${at}`,
    rule: 'invalid',
    state,
    settledAt: state === 'requested' ? null : new Date(instant().getTime() + at),
    scoreBefore: state === 'deleted' ? pick([null, below(100)]) : null,
    scoreAfter: state === 'deleted' ? pick([null, below(100)]) : null,
  };
});

const inTest = useDatabase();
const contents = new Map<'fleet' | 'south', DigestContent>();

async function plant(): Promise<void> {
  const { db } = inTest;
  await storePublished(db, {
    fleetId: FLEET,
    kind: 'rule',
    body: { id: 'hard-brake', name: 'Hard braking' },
    at: READ_AT,
  });
  await db
    .insertInto('alerts')
    .values(
      alerts.map((alert) => ({
        ...alert,
        fleetId: FLEET,
        version: 1,
        revision: 1,
        passedThrottle: true,
        passedBudget: true,
      })),
    )
    .execute();
  for (const { answers, isChainOver, ...incident } of incidents) {
    const { id } = await storeIncident(db, {
      ...incident,
      fleetId: FLEET,
      unansweredAt: isChainOver ? new Date(incident.openedAt.getTime() + 4 * MINUTE) : null,
    });
    for (const [at, minutes] of answers.entries())
      await db
        .insertInto('incidentEvents')
        .values({
          fleetId: FLEET,
          incidentId: id,
          seq: at + 2,
          kind: at === 0 ? 'acknowledged' : 'resolved',
          at: new Date(incident.openedAt.getTime() + minutes * MINUTE),
          who: 'ann',
          by: 'Ann',
          via: 'api',
          note: null,
          details: null,
          answerKey: null,
        })
        .execute();
  }
  await db
    .insertInto('deletions')
    .values(
      deletions.map((deletion) => ({
        ...deletion,
        fleetId: FLEET,
        version: 1,
        approval: 'required' as const,
        attempts: 1,
        requestedAt: new Date('2026-06-02'),
        expiresAt: new Date('2026-07-01'),
      })),
    )
    .execute();
}

beforeAll(async () => {
  await plant();
  const stub = fleetStub();
  stub.groups = ['north', 'south'];
  for (const group of ['north', 'south'] as const)
    stub.ofGroup.set(
      group,
      [...drivers.now, ...drivers.before].flatMap((each) => (each.group === group ? [each.id] : [])),
    );
  const listed = (driver: Driver) =>
    stubDriver(driver.id, {
      score: driver.score,
      trips: driver.trips,
      info: {
        duration_seconds: driver.seconds,
        attributes: JSON.stringify({ name: `Name of ${driver.id}` }),
        ...(driver.night === undefined ? {} : { night_driving_fraction: driver.night }),
        ...(driver.highway === undefined ? {} : { highway_ratio: driver.highway }),
        ...(driver.start === undefined ? {} : { driver_start_date: driver.start }),
        device_info: driver.missing.length === 0 ? 'NA' : [{ missing_data: driver.missing }],
      },
    });
  stub.drivers.set(NOW.from, drivers.now.map(listed)).set(BEFORE.from, drivers.before.map(listed));
  for (const about of ['fleet', 'south'] as const) {
    const run = await digestRun(inTest.db, {
      fleetId: FLEET,
      now: NOW,
      before: BEFORE,
      clock: () => READ_AT,
      analytics: { baseUrl: 'http://service.example', apiKey: 'planted-key', fetch: stub.fetch },
      document: digestDocument(about === 'south' ? { groups: ['south'] } : {}),
    });
    contents.set(about, await run.content());
  }
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe.each(['fleet', 'south'] as const)('what a digest says of the records of the %s', (about) => {
  const content = (): DigestContent => contents.get(about)!;
  const listed = (range: 'now' | 'before') =>
    drivers[range].filter(({ group }) => about === 'fleet' || group === about);
  const members = new Set([...listed('now'), ...listed('before')].map(({ id }) => id));
  const isMember = ({ driverId }: { readonly driverId: string }): boolean =>
    about === 'fleet' || members.has(driverId);
  const nameOf = (id: string): string => (members.has(id) ? `Name of ${id}` : id);

  it('alerts of which someone was notified, by severity, and those before', () => {
    const messages = alerts.filter(({ state }) => state !== 'stopped').filter(isMember);
    const now = messages.filter(({ at }) => isIn(at, NOW));
    const before = messages.filter(({ at }) => isIn(at, BEFORE));
    expect(now.length).toBeGreaterThan(20);
    expect(content().alerts?.alerts).toMatchObject({
      value: now.length,
      before: before.length,
      change: now.length - before.length,
    });
    const of = (severity: string): number => now.filter((each) => each.severity === severity).length;
    expect(content().alerts?.bySeverity).toEqual({
      info: of('info'),
      warning: of('warning'),
      critical: of('critical'),
    });
  });

  it('incidents with the time to an answer: those that wait first, then the slowest', () => {
    const opened = incidents.filter(isMember).filter(({ openedAt }) => isIn(openedAt, NOW));
    const seconds = ({ answers }: Incident): number | null =>
      answers.length === 0 ? null : answers[0]! * 60;
    const waiting = opened.filter(({ state }) => state === 'open');
    expect(waiting.length).toBeGreaterThan(0);
    expect(content().alerts).toMatchObject({
      incidentsTotal: opened.length,
      unanswered: { value: waiting.length },
    });
    const times = opened.flatMap((each) => seconds(each) ?? []).sort((one, other) => one - other);
    const middle = times.length / 2;
    const median = Number.isInteger(middle)
      ? (times[middle - 1]! + times[middle]!) / 2
      : times[Math.floor(middle)]!;
    expect(content().alerts?.medianSecondsToAcknowledge.value).toBeCloseTo(median, 3);
    const order = opened
      .map((each) => ({ ...each, seconds: seconds(each), isUnanswered: each.state === 'open' }))
      .sort(
        (one, other) =>
          Number(other.isUnanswered) - Number(one.isUnanswered) ||
          (other.seconds ?? Infinity) - (one.seconds ?? Infinity) ||
          one.openedAt.getTime() - other.openedAt.getTime(),
      )
      .slice(0, 10);
    expect(content().alerts?.incidents.map(({ id: _id, ...each }) => each)).toEqual(
      order.map((each) => ({
        driverId: each.driverId,
        name: nameOf(each.driverId),
        state: each.state,
        rule: each.rule === 'hard-brake' ? 'Hard braking' : each.rule,
        openedAt: each.openedAt.toISOString(),
        disposition: each.disposition,
        isUnanswered: each.isUnanswered,
        secondsToAcknowledge: each.seconds,
      })),
    );
  });

  it('rules, the loudest first, and which of them are noisy', () => {
    const expected = RULES.map((id) => {
      const own = alerts.filter((each) => each.rule === id && isMember(each));
      const inPeriod = own.filter(({ at }) => isIn(at, NOW));
      const answered = incidents.filter(
        (each) => each.rule === id && isMember(each) && isIn(each.openedAt, NOW) && each.state === 'resolved',
      );
      const falseAlarms = answered.filter(({ disposition }) => disposition === 'false_alarm').length;
      const overBudget = inPeriod.filter(({ reason }) => reason === 'over_budget').length;
      return {
        id,
        name: id === 'hard-brake' ? 'Hard braking' : id,
        overBudget,
        alerts: inPeriod.filter(({ state }) => state !== 'stopped').length,
        before: own.filter(({ state, at }) => state !== 'stopped' && isIn(at, BEFORE)).length,
        answered: answered.length,
        falseAlarms,
        isNoisy: overBudget > 0 || (answered.length >= 3 && falseAlarms * 2 >= answered.length),
      };
    })
      .filter((rule) => rule.alerts + rule.overBudget + rule.answered > 0)
      .sort(
        (one, other) =>
          other.alerts + other.overBudget - one.alerts - one.overBudget || (one.id < other.id ? -1 : 1),
      );
    expect(content().rules?.loudest).toEqual(expected);
    expect(expected.some(({ isNoisy }) => isNoisy)).toBe(true);
  });

  it('deleted trips with the score before and after, the newest first, and those that wait', () => {
    const own = deletions.filter(isMember);
    const deleted = own
      .filter(({ state, settledAt }) => state === 'deleted' && isIn(settledAt!, NOW))
      .sort((one, other) => other.settledAt!.getTime() - one.settledAt!.getTime());
    expect(deleted.length).toBeGreaterThan(0);
    expect(content().deletions).toMatchObject({
      total: deleted.length,
      waiting: own.filter(({ state }) => state === 'requested').length,
    });
    expect(content().deletions?.deleted).toEqual(
      deleted.slice(0, 10).map(({ state: _state, settledAt, ...each }) => ({
        ...each,
        name: nameOf(each.driverId),
        deletedAt: settledAt!.toISOString(),
      })),
    );
  });

  it('phones that miss sensors, by name', () => {
    const missing = listed('now')
      .filter((each) => each.missing.length > 0)
      .map(({ id, missing: sensors }) => ({
        driverId: id,
        name: `Name of ${id}`,
        missing: [...sensors].sort(),
      }))
      .sort((one, other) => (one.driverId < other.driverId ? -1 : 1));
    expect(content().devices?.total).toBe(missing.length);
    expect(content().devices?.missingData).toEqual(missing.slice(0, 20));
  });

  it('shares of the night and of highways, of the drivers whom the list says them of', () => {
    const share = (range: 'now' | 'before', of: 'night' | 'highway'): number => {
      const known = listed(range).filter((each) => each[of] !== undefined);
      const weight = (each: Driver): number => (of === 'night' ? each.seconds : each.trips);
      return sum(known.map((each) => each[of]! * weight(each))) / sum(known.map(weight));
    };
    const trips = (of: 'night' | 'highway'): number =>
      sum(listed('now').map((each) => (each[of] === undefined ? 0 : each.trips)));
    const { nightShare, highwayShare } = content().driving!;
    expect(nightShare.value).toBeCloseTo(share('now', 'night'), 5);
    expect(nightShare.before).toBeCloseTo(share('before', 'night'), 5);
    expect(nightShare.trips).toBe(trips('night'));
    expect(highwayShare.value).toBeCloseTo(share('now', 'highway'), 5);
    expect(highwayShare.before).toBeCloseTo(share('before', 'highway'), 5);
    expect(highwayShare.trips).toBe(trips('highway'));
  });

  it('drivers who joined, who left, and who cannot be rated', () => {
    const active = listed('now').filter(({ trips }) => trips > 0);
    const { drivers: messages } = content();
    expect(messages?.active.value).toBe(active.length);
    expect(messages?.notRated.value).toBe(active.filter(({ score }) => score === 'NA' || score < 0).length);
    expect(messages?.joined.value).toBe(
      listed('now').filter(({ start }) => start !== undefined && start >= NOW.from && start <= NOW.to).length,
    );
    const now = new Map(listed('now').map((each) => [each.id, each.trips]));
    const left = listed('before')
      .filter(({ id, trips }) => trips > 0 && (now.get(id) ?? 0) === 0)
      .sort((one, other) => other.trips - one.trips || (one.id < other.id ? -1 : 1));
    expect(messages?.silent.total).toBe(left.length);
    expect(messages?.silent.drivers.map(({ driverId, tripsBefore }) => [driverId, tripsBefore])).toEqual(
      left.slice(0, 10).map(({ id, trips }) => [id, trips]),
    );
    // No ranking has drivers with -1 or NA, or with data of one period alone.
    const ranked = [...messages!.fell.drivers, ...messages!.rose.drivers, ...messages!.needAttention.drivers];
    const rated = new Set(active.flatMap(({ id, score }) => (score === 'NA' || score < 0 ? [] : [id])));
    expect(ranked.length).toBeGreaterThan(0);
    for (const { driverId } of ranked) expect(rated).toContain(driverId);
  });
});

it('a list of drivers that sends no shares leaves highways unknown, and the night to the stored trips', async () => {
  const stub = fleetStub();
  stub.drivers.set(NOW.from, [stubDriver('d')]).set(BEFORE.from, [stubDriver('d')]);
  const trip = (tripId: string, start: string, end: string) => ({
    fleetId: 'plain',
    driverId: 'd',
    tripId,
    state: 'decided' as const,
    revision: 1,
    contentHash: 'kept',
    startTime: start,
    endTime: end,
    endedAt: new Date(end),
    firstReceivedAt: new Date(end),
    distanceKm: 10,
    eventsKnown: true,
    scoreUnrated: false,
  });
  await inTest.db
    .insertInto('trips')
    .values([
      // Half an hour of two before four o'clock, by the trip's own clock; and an hour by day.
      trip('night', '2026-06-03T03:30:00+02:00', '2026-06-03T05:30:00+02:00'),
      trip('day', '2026-06-04T12:00:00+02:00', '2026-06-04T13:00:00+02:00'),
    ])
    .execute();
  const run = await digestRun(inTest.db, {
    fleetId: 'plain',
    now: NOW,
    before: BEFORE,
    clock: () => READ_AT,
    analytics: { baseUrl: 'http://service.example', apiKey: 'planted-key', fetch: stub.fetch },
  });
  const { driving } = await run.content();
  expect(driving?.highwayShare).toMatchObject({ value: null, missing: 'not_known', trips: null });
  expect(driving?.nightShare.value).toBeCloseTo(1 / 6, 5);
  expect(driving?.nightShare).toMatchObject({ before: null, change: null, trips: 2 });
});
