import { DriverWindows, alertCounts, knownFacts, needsOf } from '../../../rules/backtests/index.ts';
import type { BacktestNeeds, KnownTrip } from '../../../rules/backtests/index.ts';
import { breakReachMs, needsDriverGroups, scoreKey } from '../../../rules/facts/index.ts';
import type { FactRequest, FactTable, FleetReading } from '../../../rules/vocabulary/index.ts';
import {
  alertedTrips,
  groupsByDriver,
  historyBegins,
  newestTrips,
  readTripBatch,
  readingsOfDrivers,
  scoresBetween,
} from '../../../store/backtests/index.ts';
import type { BacktestTrip, BatchStart, NewestTrips } from '../../../store/backtests/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { breaksByDriver } from '../../../store/facts/index.ts';
import { givingWay } from '../../http/index.ts';

/** Maximum number of trips in the sample behind a distribution. */
export const SAMPLED_TRIPS = 5_000;
/**
 * Maximum number of trips that are read for a sample. For facts with windows, the trips before each trip of
 * the sample are read, too.
 */
const MOST_READ = 20_000;
const DRIVERS_AT_ONCE = 200;
const A_BATCH = 500;
const DAY_MS = 86_400_000;

/** One trip of a sample, with the requested facts. */
export interface SampledTrip {
  readonly facts: FactTable;
  readonly driverId: string;
  readonly tripId: string;
  /** The driver's groups; absent if they were not requested. */
  readonly groups: readonly string[] | undefined;
}

/** A sample of a fleet's newest trips, with the values of facts. */
export interface Sample {
  readonly range: NewestTrips;
  /** The trips one after the other, grouped by driver, in the order of their ends. */
  readonly trips: AsyncIterable<SampledTrip>;
}

/**
 * Resolves facts for a fleet's newest trips as a back-test does. For facts with windows, it samples all trips
 * of some drivers until enough trips are read. It yields to the event loop every few milliseconds.
 * @returns undefined if no trip is stored
 */
export async function sampleFacts(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly requests: readonly FactRequest[];
    /** Maximum number of trips in the sample. */
    readonly trips: number;
    /** Whether to read drivers' groups even if no fact needs them, for the scope of a rule. */
    readonly needsGroups?: boolean;
  },
): Promise<Sample | undefined> {
  const { fleetId, requests, needsGroups = false } = args;
  const range = await newestTrips(db, { fleetId, limit: args.trips });
  if (!range) return undefined;
  const asked = { fleetId, requests, range, needs: needsOf(requests), needsGroups };
  return { range, trips: sampled(db, asked) };
}

/** The facts to read, and the trips to read them from. */
interface SampleQuestion {
  readonly fleetId: string;
  readonly requests: readonly FactRequest[];
  readonly range: NewestTrips;
  readonly needs: BacktestNeeds;
  readonly needsGroups: boolean;
}

async function* sampled(db: Db, asked: SampleQuestion): AsyncGenerator<SampledTrip> {
  const { requests, range, needs } = asked;
  const fleet = await readFleet(db, asked);
  const windows = new DriverWindows(needs.windows, needs.rates);
  let read = 0;
  for (const driverIds of portions(asked)) {
    const trips = await readTrips(db, asked, driverIds);
    read += trips.length;
    const drivers = await readDrivers(db, asked, [...new Set(trips.map(({ trip }) => trip.driverId))]);
    let driverId: string | undefined;
    for await (const together of givingWay(byInstant(trips))) {
      const next = together[0]!.trip.driverId;
      if (next !== driverId) windows.begin(drivers.begins.get(next)?.getTime());
      driverId = next;
      const ended = together.map(({ trip, endedAt }) => ({ trip, at: endedAt.getTime() }));
      windows.add(ended);
      if (together[0]!.endedAt < range.from) continue;
      for (const [index, { trip, at }] of ended.entries()) {
        const counts = windows.countsFor({ trip, at });
        const known = drivers.known({ trip, at, receivedAt: together[index]!.receivedAt.toISOString() });
        const ofFleet = fleet(driverId);
        const facts = knownFacts(requests, { ...known, ...ofFleet, windows: counts });
        yield { facts, driverId, tripId: trip.tripId, groups: ofFleet.groups };
      }
    }
    if (read >= MOST_READ) return;
  }
}

/** Drivers whose trips are read together; undefined: those of the whole range, which are no more than the sample. */
function* portions({ needs, range }: SampleQuestion): Generator<readonly string[] | undefined> {
  if (needs.longestWindowSeconds === 0) return void (yield undefined);
  for (let first = 0; first < range.driverIds.length; first += DRIVERS_AT_ONCE)
    yield range.driverIds.slice(first, first + DRIVERS_AT_ONCE);
}

async function readTrips(
  db: Db,
  { fleetId, needs, range }: SampleQuestion,
  driverIds: readonly string[] | undefined,
): Promise<BacktestTrip[]> {
  const trips: BacktestTrip[] = [];
  const from = new Date(range.from.getTime() - needs.longestWindowSeconds * 1000);
  const to = new Date(range.to.getTime() + 1);
  for (let after: BatchStart | undefined; ;) {
    const asked = { fleetId, needs, from, to, after, limit: A_BATCH, ...(driverIds && { driverIds }) };
    const batch = await readTripBatch(db, asked);
    trips.push(...batch);
    const last = batch.at(-1);
    // The number of trips is limited, because many trips may end at the instant with which the sample begins.
    if (!last || batch.length < A_BATCH || trips.length >= MOST_READ) return trips;
    after = { driverId: last.trip.driverId, endedAt: last.endedAt, tripId: last.trip.tripId };
  }
}

/** Yields a driver's trips that end at the same instant together, because each is in the windows of the others. */
function* byInstant(trips: readonly BacktestTrip[]): Generator<readonly BacktestTrip[]> {
  const isTogether = (a: BacktestTrip, b: BacktestTrip): boolean =>
    a.trip.driverId === b.trip.driverId && a.endedAt.getTime() === b.endedAt.getTime();
  for (let first = 0; first < trips.length;) {
    let end = first + 1;
    while (end < trips.length && isTogether(trips[first]!, trips[end]!)) end += 1;
    yield trips.slice(first, end);
    first = end;
  }
}

type OfTrip = Pick<KnownTrip, 'trip' | 'at' | 'receivedAt'>;
type OfFleet = Pick<KnownTrip, 'groups' | 'scores'>;

/** Reads the stored data of some drivers, apart from their trips. */
async function readDrivers(
  db: Db,
  { fleetId, needs, range }: SampleQuestion,
  driverIds: readonly string[],
): Promise<{
  readonly begins: ReadonlyMap<string, Date>;
  readonly known: (of: OfTrip) => Omit<KnownTrip, 'windows' | keyof OfFleet>;
}> {
  const { readingDays, ruleAlerts } = needs;
  const longest = Math.max(0, ...ruleAlerts.map(({ windowSeconds }) => windowSeconds));
  const [begins, histories, breaks, alerted] = await Promise.all([
    needs.windows.length + ruleAlerts.length > 0
      ? historyBegins(db, { fleetId, driverIds })
      : new Map<string, Date>(),
    readingDays === undefined
      ? undefined
      : readingsOfDrivers(db, {
          fleetId,
          driverIds,
          from: dateOf(range.from.getTime() - (readingDays + 1) * DAY_MS),
          to: dateOf(range.to.getTime() + DAY_MS),
        }),
    readingDays === undefined || readingDays === 0
      ? undefined
      : breaksByDriver(db, {
          fleetId,
          driverIds,
          since: new Date(range.from.getTime() - breakReachMs(readingDays)),
        }),
    ruleAlerts.length === 0
      ? undefined
      : alertedTrips(db, {
          fleetId,
          driverIds,
          rules: ruleAlerts.map(({ rule }) => rule),
          from: new Date(range.from.getTime() - longest * 1000),
          to: new Date(range.to.getTime() + 1),
        }),
  ]);
  return {
    begins,
    known({ trip, at, receivedAt }) {
      const { driverId, tripId } = trip;
      const history = histories?.get(driverId);
      const scoreBreaks = breaks?.get(driverId) ?? [];
      const readAt = [...(scoreBreaks.length > 0 ? (history?.readAt ?? []) : [])].map(
        ([date, read]) => [date, { earliest: read.getTime(), latest: read.getTime() }] as const,
      );
      return {
        trip,
        at,
        receivedAt,
        scoreBreaks,
        readings: history?.readings ?? new Map(),
        readAt: new Map(readAt),
        ruleAlerts: alertCounts(ruleAlerts, alerted?.get(driverId) ?? [], {
          tripId,
          at,
          historyBegins: begins.get(driverId)?.getTime(),
        }),
      };
    },
  };
}

/** Reads the stored data of the whole fleet, apart from its trips, by driver. */
async function readFleet(
  db: Db,
  { fleetId, requests, needs, range, needsGroups }: SampleQuestion,
): Promise<(driverId: string) => OfFleet> {
  const groups =
    needsGroups || requests.some(needsDriverGroups) ? await groupsByDriver(db, fleetId) : undefined;
  const stored =
    needs.scoreDays === undefined
      ? []
      : await scoresBetween(db, {
          fleetId,
          from: dateOf(range.from.getTime() - (needs.scoreDays + 1) * DAY_MS),
          to: dateOf(range.to.getTime() + DAY_MS),
        });
  const scores = new Map<string, FleetReading>();
  for (const { group, endDate, reading } of stored) {
    const of = group === undefined ? ({ of: 'fleet' } as const) : ({ of: 'group', group } as const);
    scores.set(scoreKey({ ...of, endDate }), reading);
  }
  return (driverId) => ({ scores, groups: groups && (groups.get(driverId) ?? []) });
}

function dateOf(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10);
}
