import { sql } from 'kysely';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import { release } from '../../../activities/dispatch/index.ts';
import { compileFleetRules, resolverOf } from '../../../activities/facts/index.ts';
import type { FleetRules } from '../../../activities/facts/index.ts';
import { admitMatches, createSuppressedAdmission, recordAlerts } from '../../../activities/trips/index.ts';
import type { AdmittedAlert } from '../../../rules/admission/index.ts';
import { AdmissionReplay, RunStarts, Tally } from '../../../rules/backtests/index.ts';
import type { SilencePeriod, TripMatch } from '../../../rules/backtests/index.ts';
import type { PublishedRule, RuleDecision } from '../../../rules/evaluation/index.ts';
import { localClockOf } from '../../../rules/time/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { createSilence } from '../../../store/alerts/index.ts';
import { inTransaction } from '../../../store/db/index.ts';
import { storePublished } from '../../support/store/published.ts';
import { claimTrip, recordDecision } from '../../../store/trips/index.ts';
import { published } from '../../rules/given.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

/**
 * Compares the back-test with live admission on the same trips: the back-test keeps its state in memory, live queries PostgreSQL.
 */
const inTest = useDatabase();
const FLEET = 'f';
const HOUR = 3_600_000;
const TRIPS = 60;

/** Time zones, each with an instant shortly before a clock change if the zone has any. */
const PLACES: readonly (readonly [zone: string, start: string])[] = [
  ['Europe/Berlin', '2026-03-27T20:00:00Z'],
  ['Europe/Berlin', '2026-10-23T20:00:00Z'],
  ['America/New_York', '2026-10-30T20:00:00Z'],
  // The clock jumps over midnight, and later shows the hour before it twice.
  ['Africa/Cairo', '2026-04-22T18:00:00Z'],
  ['Africa/Cairo', '2026-10-28T18:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-03T10:00:00Z'],
  ['Asia/Kathmandu', '2026-05-01T10:00:00Z'],
];

const GROUPS: ReadonlyMap<string, readonly string[]> = new Map([
  ['d-1', ['north']],
  ['d-2', ['north', 'south']],
  ['d-3', ['south']],
  ['d-4', []],
]);
const DRIVERS = [...GROUPS.keys(), 'd-unknown'];
const IDS = ['a', 'b', 'c', 'd'];
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

type Pick = (below: number) => number;

/** Two sequences of random numbers. Drawing from one does not change the other. */
interface Chance {
  readonly pick: Pick;
  readonly more: Pick;
}

function random(seed: number): Pick {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * Makes a rule: the first throttles per group, the second has a budget, the third only a message with quiet hours. The rest is
 * random.
 */
function madeRule({ pick, more }: Chance, position: number, zone: string): PublishedRule {
  const of = <T>(list: readonly T[]): T => list[pick(list.length)]!;
  const oneOf = <T>(list: readonly T[]): T => list[more(list.length)]!;
  const days = WEEKDAYS.filter(() => pick(3) > 0);
  const quiet = {
    from: of(['22:00', '23:30']),
    to: of(['01:30', '06:00']),
    timezone: of([zone, 'UTC']),
    ...(days.length > 0 && pick(2) > 0 && { days }),
  };
  const throttle = {
    per: position === 0 ? 'group' : of(['driver', 'group', 'fleet']),
    every: of(['2h', '12h', '30h']),
  };
  const isQuiet = position === 2 || pick(3) === 0;
  const batch = oneOf<JsonObject>([
    { every: oneOf(['15m', '4h', '24h', '2d']) },
    { at: '08:00', timezone: oneOf([zone, 'UTC']), ...(days.length > 0 && more(2) > 0 && { days }) },
  ]);
  const actions: JsonObject[] = [
    {
      type: 'slack',
      channel: of(['#one', '#two']),
      ...(isQuiet && { quiet_hours: quiet }),
      ...(position !== 2 && more(3) === 0 && { batch }),
    },
    {
      type: 'email',
      to: ['A@x.org', 'b@x.org'].slice(pick(2)),
      ...(isQuiet && pick(2) && { quiet_hours: quiet }),
      ...(more(4) === 0 && { batch }),
    },
    { type: 'webhook', url: 'https://x.org/' },
  ];
  return published({
    id: IDS[position]!,
    severity: of(['info', 'warning', 'warning', 'critical']),
    ...((position === 3 || (position !== 2 && more(3) === 0)) && { trigger: 'becomes_true' }),
    ...((position === 0 || pick(3) === 0) && { throttle }),
    ...((position === 1 || pick(3) === 0) && { budget: { alerts_per_day: 1 + pick(3) } }),
    ...(pick(3) === 0 && { owner: 'owner@x.org' }),
    ...(pick(2) === 0 && { suppresses: [of(IDS)] }),
    // Its alerts are often silenced once their quiet hours end, and the alerts that it suppressed are then admitted.
    ...(position === 2 && zone !== 'Europe/Berlin' && { suppresses: ['b', 'd'] }),
    actions: actions.filter((_, index) => index === 0 || (position !== 2 && pick(2) > 0)),
  });
}

/** A trip, the rules that matched it, and those that did not. The other rules were unknown. */
interface MadeTrip extends TripMatch {
  readonly notMatched: readonly number[];
}

function madeTrips({ pick, more }: Chance, start: number): MadeTrip[] {
  let at = start;
  return Array.from({ length: TRIPS }, (_, index) => {
    at += pick(6) === 0 ? 5 * HOUR : pick(90) * 60_000 + 1;
    const rules = IDS.flatMap((_id, position) => (pick(3) > 0 ? [position] : []));
    const notMatched = IDS.flatMap((_id, position) =>
      !rules.includes(position) && more(4) > 0 ? [position] : [],
    );
    return { driverId: DRIVERS[pick(DRIVERS.length)]!, tripId: `t-${index}`, at, rules, notMatched };
  });
}

/** Returns the same trips with the beginnings of their runs, as a back-test's scan notes them driver by driver. */
function withRuns(trips: readonly MadeTrip[], rules: readonly PublishedRule[]): TripMatch[] {
  const runs = new RunStarts(rules);
  const marked = new Map<string, TripMatch>();
  for (const driverId of DRIVERS) {
    runs.begin();
    for (const { notMatched, ...match } of trips.filter((trip) => trip.driverId === driverId)) {
      marked.set(match.tripId, { ...match, ...runs.of(match.tripId, { notMatched, match }) });
    }
  }
  return trips.map(({ tripId }) => marked.get(tripId)!);
}

function madeSilences(pick: Pick, start: number): SilencePeriod[] {
  const scopes = [{ rules: ['b'] }, { drivers: ['d-3'] }, { groups: ['north'] }];
  const byChance = scopes.map((scope, index): SilencePeriod => {
    const from = start + pick(60) * HOUR;
    return { id: `s-${index}`, from: new Date(from), to: new Date(from + pick(10) * HOUR), ...scope };
  });
  // They begin at night, while many alerts of the third rule are held, and are active when its quiet hours end.
  const atNight = [3, 4, 5].map((night): SilencePeriod => {
    const from = start + (4 + 24 * (night - 3)) * HOUR;
    return { id: `s-${night}`, from: new Date(from), to: new Date(from + 7 * HOUR), rules: ['c'] };
  });
  return [...byChance, ...atNight];
}

/** Returns an alert's result without the fields that only one of the two knows. */
function fateOf({ match, deliveries, ...rest }: AdmittedAlert): object {
  return { rule: match.published.id, ...rest, deliveries };
}

async function live(
  trips: readonly MadeTrip[],
  { rules, fleet }: { readonly rules: readonly PublishedRule[]; readonly fleet: LiveFleet },
): Promise<object[][]> {
  const { timezone } = fleet;
  const fates: object[][] = [];
  for (const { driverId, tripId, at: millis, rules: matched, notMatched } of trips) {
    await releaseUntil(new Date(millis), fleet);
    const at = new Date(millis);
    const decisions = rules.map(
      ({ id }, position) =>
        ({
          rule: id,
          version: 1,
          outcome: matched.includes(position)
            ? 'matched'
            : notMatched.includes(position)
              ? 'not_matched'
              : 'unknown',
        }) as Partial<RuleDecision> as RuleDecision,
    );
    const given = {
      key: { fleet: FLEET, driverId, tripId },
      groups: GROUPS.get(driverId),
      at,
      endedAt: at,
      fleetTimezone: timezone,
    };
    const alerts = await inTransaction(inTest.db, async (tx) => {
      await claimTrip(tx, { fleetId: FLEET, driverId, tripId, workflowId: tripId, at });
      await sql`update trips set ended_at = ${at} where trip_id = ${tripId}`.execute(tx);
      const recipients = resolverOf({ documents: fleet.rules.recipients, at });
      const admitted = await admitMatches(tx, {
        ...given,
        decisions,
        asIfNew: false,
        recipients,
        rules: fleet.rules,
      });
      await recordAlerts(tx, {
        ...given,
        alerts: admitted,
        revisionOf: () => 1,
        fleetRecipients: recipients,
      });
      const ids = { fleet: FLEET, driver_id: driverId, trip_id: tripId, revision: 1 };
      const decided = { ...ids, decided_at: at.toISOString(), rules: decisions, actions: [] };
      await recordDecision(tx, { fleetId: FLEET, decision: decided });
      return admitted;
    });
    fates.push(alerts.map(fateOf));
  }
  await releaseUntil(new Date('2100-01-01T00:00:00Z'), fleet);
  return fates;
}

/** Releases held alerts up to an instant, each at the end of its quiet hours, and admits the alerts that these suppressed. */
async function releaseUntil(until: Date, fleet: LiveFleet): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ at: Date | null }>`
      select min(release_at) as at from deliveries
      where state = 'held' and kind = 'alert' and release_at <= ${until}`.execute(inTest.db);
    const at = rows[0]?.at;
    if (!at) return;
    const deps = {
      db: inTest.db,
      now: () => at,
      log: { warn: () => undefined },
      fleets: new Map([[FLEET, { id: FLEET, name: 'Fleet', timezone: fleet.timezone }]]),
    } as unknown as ActivityDependencies;
    await release(deps, {
      fleetId: FLEET,
      until: at,
      after: undefined,
      stopCheck: () => undefined,
      keep: () => undefined,
    });
    await admitSuppressed(deps, fleet);
  }
}

/** Carries out each request of the release, in the order of the trips. */
async function admitSuppressed(deps: ActivityDependencies, fleet: LiveFleet): Promise<void> {
  const admission = createSuppressedAdmission(deps, () => Promise.resolve(fleet.rules));
  const { rows } = await sql<{ subject: string }>`
    delete from temporal_requests where kind = 'admit_suppressed' returning subject`.execute(inTest.db);
  const ids = rows.map(({ subject }) => Number(subject)).sort((a, b) => a - b);
  for (const alertId of ids)
    await admission.admitSuppressed({ fleet: FLEET, alertId: String(alertId), request: '1' });
  const { rows: later } = await sql<{ what: string }>`
    select concat_ws(' ', trip_id, rule, state, reason, detail, 'after', suppressed_by) as what from alerts
    where suppressed_by is not null and at = ${deps.now()} order by id`.execute(inTest.db);
  fleet.later.push(...later.map(({ what }) => what));
}

/** The fleet as live has it, and the alerts that are no longer suppressed. */
interface LiveFleet {
  readonly rules: FleetRules;
  readonly timezone: string;
  readonly later: string[];
}

/** Publishes the rules as documents, because a release reads there which rules an alert's rule suppresses. */
async function publishAll(rules: readonly PublishedRule[]): Promise<void> {
  for (const { rule } of rules)
    await storePublished(inTest.db, { fleetId: FLEET, kind: 'rule', body: rule, at: new Date(0) });
}

/**
 * Returns the alerts that were held and then silenced at the end of their quiet hours, without a message: trip, rule and silence.
 */
async function leftOut(): Promise<string[]> {
  const { rows } = await sql<{ tripId: string; rule: string; detail: string }>`
    select trip_id, rule, detail from alerts where reason = 'silenced'
      and exists (select from deliveries where alert_id = alerts.id and release_at is not null)
      and not exists (select from deliveries where alert_id = alerts.id and state in ('pending', 'sent'))
      and not exists (select from deliveries where alert_id = alerts.id and reason = 'grouped')`.execute(
    inTest.db,
  );
  return rows.map(({ tripId, rule, detail }) => `${tripId} ${rule} ${detail}`).sort();
}

/** Returns the number of budget messages of each rule. */
async function budgetMessages(): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ rule: string; count: number }>`
    select rule, count(*)::int as count from deliveries where kind <> 'alert' group by rule`.execute(
    inTest.db,
  );
  return new Map(rows.map(({ rule, count }) => [rule, count]));
}

const seen = new Set<string>();
let leftOutInAll = 0;
let laterInAll = 0;
beforeEach(() =>
  sql`truncate alerts, deliveries, silences, trips, decisions, documents, document_versions, temporal_requests cascade`.execute(
    inTest.db,
  ),
);
afterAll(() => {
  expect([...seen].sort()).toEqual([
    'batched',
    'grouped',
    'over_budget',
    'quiet_hours',
    'silenced',
    'still_true',
    'suppressed',
    'throttled',
  ]);
  expect(leftOutInAll).toBeGreaterThan(5);
  expect(laterInAll).toBeGreaterThan(2);
});

it.each(PLACES.flatMap(([zone, start]) => [1, 2].map((seed) => [zone, start, seed] as const)))(
  'in %s from %s on, back-test and live stop, hold and group the same alerts (%i)',
  async (timezone, start, seed) => {
    const pick = random(seed * 7_919 + Date.parse(start) / HOUR);
    const chance = { pick, more: random(seed * 104_729 + Date.parse(start) / HOUR) };
    const rules = IDS.map((_, position) => madeRule(chance, position, timezone));
    const trips = madeTrips(chance, Date.parse(start));
    const silences = madeSilences(pick, Date.parse(start));
    for (const { id, from: at, to: until, ...scope } of silences)
      await createSilence(inTest.db, { fleetId: FLEET, id, at, until, ...scope, reason: 'r', who: 'ed' });
    await publishAll(rules);
    const fleet = { rules: compileFleetRules(rules, []), timezone, later: [] };
    const fates = await live(trips, { rules, fleet });
    const context = {
      timezone,
      clock: localClockOf(timezone),
      silences,
      groupsOf: (driverId: string) => GROUPS.get(driverId),
    };
    const cast = new Map(rules.entries());
    const replayed = trips.map((): object[] => []);
    const aboutBudget = await budgetMessages();
    const leftOutReplayed: string[] = [];
    const laterReplayed: string[] = [];
    const replayedSuppressor = new Map<string, string | undefined>();
    for (const own of rules.keys()) {
      const replay = new AdmissionReplay({ own, rules: cast }, context);
      const tally = new Tally(rules[own]!.rule, context);
      const takeLater = (until?: number): void => {
        for (const later of replay.later(until)) {
          const { admitted, alert, trip } = later;
          tally.addLater(later);
          const { state, reason, detail } = admitted;
          const after = replayedSuppressor.get(`${trip.tripId} ${own}`);
          laterReplayed.push(
            [trip.tripId, rules[own]!.id, state, reason, detail, 'after', after].filter(Boolean).join(' '),
          );
          if (admitted.state === 'held' && alert.state === 'stopped')
            leftOutReplayed.push(`${trip.tripId} ${rules[own]!.id} ${alert.detail}`);
        }
      };
      for (const [index, trip] of withRuns(trips, rules).entries()) {
        takeLater(trip.at);
        const next = replay.nextWithAdmitted(trip);
        if (!next) continue;
        const { admitted: alert, alert: released } = next;
        if (alert.reason === 'suppressed') replayedSuppressor.set(`${trip.tripId} ${own}`, alert.detail);
        tally.add(trip, released);
        replayed[index]!.push(fateOf(alert));
        if (alert.state === 'held' && released.state === 'stopped')
          leftOutReplayed.push(`${trip.tripId} ${rules[own]!.id} ${released.detail}`);
        for (const { reason } of [alert, ...alert.deliveries]) if (reason !== undefined) seen.add(reason);
      }
      takeLater();
      expect(tally.totals().about_budget).toBe(aboutBudget.get(rules[own]!.id) ?? 0);
    }
    expect(replayed).toEqual(fates);
    expect(leftOutReplayed.sort()).toEqual(await leftOut());
    expect(laterReplayed.sort()).toEqual(fleet.later.sort());
    leftOutInAll += leftOutReplayed.length;
    laterInAll += laterReplayed.length;
  },
);
