import { setImmediate as turn } from 'node:timers/promises';
import {
  DriverWindows,
  PartBuilder,
  RunStarts,
  alertCounts,
  evaluateTrip,
} from '../../rules/backtests/index.ts';
import type { AlertedTrip, BacktestPart, BacktestPlan, KnownTrip } from '../../rules/backtests/index.ts';
import { breakReachMs } from '../../rules/facts/index.ts';
import type { ReadSpan, ScoreBreak } from '../../rules/facts/index.ts';
import type { LocalTime } from '../../rules/time/index.ts';
import {
  alertedTrips,
  historyBegins,
  readTripBatch,
  readingsOfDrivers,
} from '../../store/backtests/index.ts';
import type { BacktestTrip, BatchStart, DriverHistory, EndRange } from '../../store/backtests/index.ts';
import type { Db } from '../../store/db/index.ts';
import { breaksByDriver } from '../../store/facts/index.ts';
import { evaluatedRange } from './context.ts';
import type { FleetFacts } from './context.ts';

/** Default number of trips that one query reads. */
const A_BATCH = 1_000;
const DAY_MS = 86_400_000;
/** Milliseconds after which the scan yields to the event loop, so that pages and alerts on the same thread are not delayed. */
const TURN_AFTER_MS = 10;

/** Trips that a scan evaluates, with the data that all of them share, and the driver after whom the scan starts. */
export interface ScanInput {
  readonly fleetId: string;
  readonly plan: BacktestPlan;
  readonly range: EndRange;
  readonly fleet: FleetFacts;
  readonly clock: (millis: number) => LocalTime;
  /** Last driver whose trips are done; absent at the beginning. */
  readonly afterDriverId?: string;
  /** Called after every batch was read, to send a heartbeat to Temporal. */
  readonly onBatch: () => void;
  /** Number of trips after which a part is yielded, once the current driver is complete. */
  readonly tripsAPart: number;
  /** Number of trips that one query reads. */
  readonly tripsABatch?: number;
}

/** Result of the drivers that were scanned completely since the part before. */
export interface ScannedPart {
  readonly lastDriverId: string;
  readonly trips: number;
  readonly found: BacktestPart;
}

/** Trips that one query read, with the stored facts of their drivers. */
interface Batch {
  readonly trips: readonly BacktestTrip[];
  readonly begins: Begins;
  readonly readings: ReadonlyMap<string, DriverHistory>;
  /** Deletions of trips by driver. A change of score across one is not comparable. */
  readonly breaks: ReadonlyMap<string, readonly ScoreBreak[]>;
  readonly alerted: ReadonlyMap<string, readonly AlertedTrip[]>;
}

type Begins = ReadonlyMap<string, Date>;
const NO_BEGINS: Begins = new Map();
const NO_READINGS: DriverHistory = { readings: new Map(), readAt: new Map() };
const NO_SPANS: ReadonlyMap<string, ReadSpan> = new Map();
const NO_ALERTED: ReadonlyMap<string, readonly AlertedTrip[]> = new Map();
const NO_DRIVERS: ReadonlyMap<string, DriverHistory> = new Map();
const NO_BREAKS: ReadonlyMap<string, readonly ScoreBreak[]> = new Map();

/**
 * Evaluates the stored trips of a range, one driver after another. Each part ends with a complete driver, so that a scan that
 * resumes after it needs no trips of the part for its windows. Memory holds at most two batches and the trips of one driver's
 * longest window.
 */
export async function* scanTrips(db: Db, input: ScanInput): AsyncGenerator<ScannedPart> {
  const { plan } = input;
  const windows = new DriverWindows(plan.needs.windows, plan.needs.rates);
  const part = new PartBuilder();
  const runs = new RunStarts(plan.rules);
  const evaluatedFrom = evaluatedRange(input).from.getTime();
  let driverId: string | undefined;
  const handOut = (lastDriverId: string): ScannedPart => ({
    lastDriverId,
    trips: part.trips,
    found: part.take(),
  });
  let turnAt = performance.now() + TURN_AFTER_MS;
  for await (const batch of wholeInstants(batches(db, input)))
    for (const trips of byInstant(batch.trips)) {
      if (performance.now() >= turnAt) {
        await turn();
        turnAt = performance.now() + TURN_AFTER_MS;
      }
      const next = trips[0]!.trip.driverId;
      if (next !== driverId) {
        if (driverId !== undefined && part.trips >= input.tripsAPart) yield handOut(driverId);
        driverId = next;
        runs.begin();
        windows.begin(batch.begins.get(driverId)?.getTime());
      }
      const ended = trips.map(({ trip, endedAt }) => ({ trip, at: endedAt.getTime() }));
      windows.add(ended);
      if (ended[0]!.at < evaluatedFrom) continue;
      for (const [index, { trip, at }] of ended.entries()) {
        const evaluated = evaluateTrip(plan, {
          trip,
          at,
          receivedAt: trips[index]!.receivedAt.toISOString(),
          windows: windows.countsFor({ trip, at }),
          ...readBefore(batch, driverId),
          groups: input.fleet.groupsOf(driverId),
          scores: input.fleet.scores,
          ruleAlerts: alertCounts(plan.needs.ruleAlerts, batch.alerted.get(driverId) ?? [], {
            tripId: trip.tripId,
            at,
            historyBegins: batch.begins.get(driverId)?.getTime(),
          }),
        });
        const verdict = evaluated instanceof Promise ? await evaluated : evaluated;
        const { tripId } = trip;
        if (at < input.range.from.getTime()) {
          runs.before(tripId, verdict);
          part.before({ driverId, tripId, at }, verdict);
        } else {
          const marked = { ...verdict, runs: runs.of(tripId, verdict) };
          part.count({ driverId, tripId, at }, input.clock(at).date, marked);
        }
      }
    }
  if (driverId !== undefined && part.trips > 0) yield handOut(driverId);
}

/**
 * Yields batches that never split a driver's trips of one instant, because trips of one instant are counted in each other's
 * windows.
 */
async function* wholeInstants(source: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  let held: Batch | undefined;
  for await (const batch of source) {
    // Skips the empty batch that may follow a full one, because it has no facts about the trips held here.
    if (batch.trips.length === 0) continue;
    const trips = [...(held?.trips ?? []), ...batch.trips];
    let end = trips.length - 1;
    while (end > 0 && isSameInstant(trips[end - 1]!, trips[end]!)) end -= 1;
    if (end > 0) yield { ...batch, begins: merged(held?.begins, batch.begins), readings: merged(held?.readings, batch.readings), breaks: merged(held?.breaks, batch.breaks), alerted: merged(held?.alerted, batch.alerted), trips: trips.slice(0, end) }; // prettier-ignore
    held = { ...batch, trips: trips.slice(Math.max(0, end)) };
  }
  if (held && held.trips.length > 0) yield held;
}

function merged<T>(
  before: ReadonlyMap<string, T> | undefined,
  now: ReadonlyMap<string, T>,
): ReadonlyMap<string, T> {
  return before && before.size > 0 ? new Map([...before, ...now]) : now;
}

/**
 * Yields a driver's trips of one instant together. Sorts them by the code units of their ids, because the database may sort by
 * the rules of a language.
 */
function* byInstant(trips: readonly BacktestTrip[]): Generator<readonly BacktestTrip[]> {
  for (let first = 0; first < trips.length;) {
    let end = first + 1;
    while (end < trips.length && isSameInstant(trips[first]!, trips[end]!)) end += 1;
    yield trips.slice(first, end).sort((a, b) => (a.trip.tripId < b.trip.tripId ? -1 : 1));
    first = end;
  }
}

function isSameInstant(a: BacktestTrip, b: BacktestTrip): boolean {
  return a.trip.driverId === b.trip.driverId && a.endedAt.getTime() === b.endedAt.getTime();
}

/** Yields batches in order, and reads the next batch while the caller processes the current one. */
async function* batches(db: Db, input: ScanInput): AsyncGenerator<Batch> {
  const start = input.afterDriverId === undefined ? undefined : { driverId: input.afterDriverId };
  let next: Promise<Batch> | undefined = readBatch(db, input, start);
  while (next) {
    const batch: Batch = await next;
    input.onBatch();
    const last = batch.trips.at(-1);
    next = undefined;
    if (last && batch.trips.length === (input.tripsABatch ?? A_BATCH)) {
      const { driverId, tripId } = last.trip;
      next = readBatch(db, input, { driverId, endedAt: last.endedAt, tripId });
      // Marks a failed read as handled, because the caller may stop before awaiting it. A caller that continues still gets the
      // error.
      next.catch(() => undefined);
    }
    yield batch;
  }
}

async function readBatch(db: Db, input: ScanInput, after: BatchStart | undefined): Promise<Batch> {
  const { fleetId } = input;
  const range = evaluatedRange(input);
  const { needs } = input.plan;
  const from = new Date(range.from.getTime() - needs.longestWindowSeconds * 1000);
  const trips = await readTripBatch(db, {
    fleetId,
    needs,
    after,
    limit: input.tripsABatch ?? A_BATCH,
    from,
    to: range.to,
  });
  const driverIds = [...new Set(trips.map(({ trip }) => trip.driverId))];
  const dateOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10);
  const longestAlerts = Math.max(0, ...needs.ruleAlerts.map((window) => window.windowSeconds));
  const [begins, readings, breaks, alerted] = await Promise.all([
    needs.windows.length + needs.ruleAlerts.length > 0
      ? historyBegins(db, { fleetId, driverIds })
      : NO_BEGINS,
    needs.readingDays !== undefined && driverIds.length > 0
      ? readingsOfDrivers(db, {
          fleetId,
          driverIds,
          from: dateOf(range.from.getTime() - (needs.readingDays + 1) * DAY_MS),
          to: dateOf(range.to.getTime() + DAY_MS),
        })
      : NO_DRIVERS,
    // Reads deletions only for a change of score, because only a change compares two scores that are days apart.
    (needs.readingDays ?? 0) > 0 && driverIds.length > 0
      ? breaksByDriver(db, {
          fleetId,
          driverIds,
          since: new Date(range.from.getTime() - breakReachMs(needs.readingDays ?? 0)),
        })
      : NO_BREAKS,
    needs.ruleAlerts.length > 0
      ? alertedTrips(db, {
          fleetId,
          driverIds,
          to: range.to,
          rules: needs.ruleAlerts.map(({ rule }) => rule),
          from: new Date(range.from.getTime() - longestAlerts * 1000),
        })
      : NO_ALERTED,
  ]);
  return { trips, begins, readings, breaks, alerted };
}

/** Returns the driver's scores, the times when they were read, and the deletions that changed them. */
function readBefore(
  { readings, breaks }: Batch,
  driverId: string,
): Pick<KnownTrip, 'readings' | 'readAt' | 'scoreBreaks'> {
  const history = readings.get(driverId) ?? NO_READINGS;
  const scoreBreaks = breaks.get(driverId);
  if (!scoreBreaks) return { readings: history.readings, readAt: NO_SPANS, scoreBreaks: [] };
  const at = (read: Date): ReadSpan => ({ earliest: read.getTime(), latest: read.getTime() });
  const readAt = new Map([...history.readAt].map(([endDate, read]) => [endDate, at(read)]));
  return { readings: history.readings, readAt, scoreBreaks };
}
