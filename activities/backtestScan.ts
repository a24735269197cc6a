import { DriverWindows } from '../rules/backtest/driverWindows.ts';
import { judgeTrip } from '../rules/backtest/evaluator.ts';
import type { LocalTime } from '../rules/backtest/localTime.ts';
import { PartBuilder } from '../rules/backtest/part.ts';
import type { BacktestPlan } from '../rules/backtest/plan.ts';
import type { BacktestPart } from '../rules/backtest/found.ts';
import type { DriverReading } from '../rules/trip.ts';
import { historyBegins, readingsOfDrivers } from '../store/backtestHistory.ts';
import { readTripBatch } from '../store/backtestTrips.ts';
import type { BacktestTrip, BatchStart, EndRange } from '../store/backtestTrips.ts';
import type { Db } from '../store/database.ts';

/** Trips a query reads. */
const A_BATCH = 2_000;
const DAY_MS = 86_400_000;

/** What is scanned, and from where. */
export interface ScanInput {
  readonly fleetId: string;
  readonly plan: BacktestPlan;
  readonly range: EndRange;
  readonly clock: (millis: number) => LocalTime;
  /** Drivers up to this one are done. */
  readonly afterDriverId?: string;
  /** Hears of every batch that was read: a sign of life. */
  readonly onBatch: () => void;
  /** A part is handed out as soon as it holds so many trips, at the end of a driver. */
  readonly tripsAPart: number;
}

/** Some whole drivers, done. */
export interface ScannedPart {
  readonly lastDriverId: string;
  readonly trips: number;
  readonly found: BacktestPart;
}

/** A batch with what the database knows about its drivers. */
interface Batch {
  readonly trips: readonly BacktestTrip[];
  readonly begins: Begins;
  readonly readings: ReadonlyMap<string, Readings>;
}

type Begins = ReadonlyMap<string, Date>;
type Readings = ReadonlyMap<string, DriverReading>;
const NO_BEGINS: Begins = new Map();
const NO_READINGS: Readings = new Map();
const NO_DRIVERS: ReadonlyMap<string, Readings> = new Map();

/**
 * Evaluates the stored trips of a range, driver by driver. A part ends where a driver does, so that whoever goes on after
 * the last kept part has lost nothing of a window. Memory holds two batches and one driver's longest window.
 */
export async function* scanTrips(db: Db, input: ScanInput): AsyncGenerator<ScannedPart> {
  const { plan, clock } = input;
  const windows = new DriverWindows(plan.needs.windows, plan.needs.rates);
  const part = new PartBuilder();
  let driverId: string | undefined;
  for await (const { trips, batch } of instants(batches(db, input))) {
    const first = trips[0]!.trip;
    if (first.driverId !== driverId) {
      if (driverId !== undefined && part.trips >= input.tripsAPart)
        yield { lastDriverId: driverId, trips: part.trips, found: part.take() };
      driverId = first.driverId;
      windows.begin(batch.begins.get(driverId)?.getTime());
    }
    const ended = trips.map(({ trip, endedAt }) => ({ trip, at: endedAt.getTime() }));
    windows.add(ended);
    for (const [index, { trip, at }] of ended.entries()) {
      if (at < input.range.from.getTime()) continue;
      const verdict = await judgeTrip(plan.compiled, {
        trip,
        at,
        announcedAt: trips[index]!.announcedAt.toISOString(),
        windows: windows.countsFor({ trip, at }),
        readings: batch.readings.get(driverId) ?? NO_READINGS,
      });
      part.count({ driverId, tripId: trip.tripId, at }, clock(at).date, verdict);
    }
  }
  if (driverId !== undefined && part.trips > 0)
    yield { lastDriverId: driverId, trips: part.trips, found: part.take() };
}

/** Trips of one driver that ended at one instant, across the borders of batches. */
async function* instants(
  source: AsyncIterable<Batch>,
): AsyncGenerator<{ readonly trips: readonly BacktestTrip[]; readonly batch: Batch }> {
  let held: BacktestTrip[] = [];
  let heldBatch: Batch | undefined;
  for await (const batch of source)
    for (const trip of batch.trips) {
      const [last] = held;
      if (last && heldBatch && !isSameInstant(last, trip)) {
        yield { trips: held, batch: heldBatch };
        held = [];
      }
      held.push(trip);
      heldBatch = batch;
    }
  if (heldBatch && held.length > 0) yield { trips: held, batch: heldBatch };
}

function isSameInstant(a: BacktestTrip, b: BacktestTrip): boolean {
  return a.trip.driverId === b.trip.driverId && a.endedAt.getTime() === b.endedAt.getTime();
}

/** Batches in order; the next one is read while the one before is worked on. */
async function* batches(db: Db, input: ScanInput): AsyncGenerator<Batch> {
  const start = input.afterDriverId === undefined ? undefined : { driverId: input.afterDriverId };
  let next: Promise<Batch> | undefined = readBatch(db, input, start);
  while (next) {
    const batch: Batch = await next;
    input.onBatch();
    const last = batch.trips.at(-1);
    next = undefined;
    if (last && batch.trips.length === A_BATCH) {
      const { driverId, tripId } = last.trip;
      next = readBatch(db, input, { driverId, endedAt: last.endedAt, tripId });
      // An error is thrown where the batch is awaited; a caller who stops before that must not leave it unhandled.
      next.catch(() => undefined);
    }
    yield batch;
  }
}

async function readBatch(db: Db, input: ScanInput, after: BatchStart | undefined): Promise<Batch> {
  const { fleetId, range } = input;
  const { needs } = input.plan;
  const from = new Date(range.from.getTime() - needs.longestWindowSeconds * 1000);
  const trips = await readTripBatch(db, {
    ...{ fleetId, needs, after, limit: A_BATCH },
    ...{ from, to: range.to },
  });
  const driverIds = [...new Set(trips.map(({ trip }) => trip.driverId))];
  const dateOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10);
  const [begins, readings] = await Promise.all([
    needs.windows.length > 0 ? historyBegins(db, { fleetId, driverIds }) : NO_BEGINS,
    needs.readingDays !== undefined && driverIds.length > 0
      ? readingsOfDrivers(db, {
          ...{ fleetId, driverIds },
          from: dateOf(range.from.getTime() - (needs.readingDays + 1) * DAY_MS),
          to: dateOf(range.to.getTime() + DAY_MS),
        })
      : NO_DRIVERS,
  ]);
  return { trips, begins, readings };
}
