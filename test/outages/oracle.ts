import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { dayOf, MINUTE_MS } from './plan.ts';
import type { PlannedTrip } from './plan.ts';
import type { World } from './world.ts';

/** A trip as Tripline has stored it. */
export interface Held {
  readonly driverId: string;
  readonly tripId: string;
  readonly state: string | null;
  readonly decisions: number;
  readonly begun: boolean;
}

/** Counts of `GET …/coverage` that the oracle can check. */
interface Counts {
  readonly known: number;
  readonly evaluated: number;
  readonly waiting: number;
  readonly missing: number;
  readonly recovered: number;
}
interface Coverage {
  readonly complete: boolean;
  readonly total: Counts;
  readonly items: readonly (Counts & { readonly date: string })[];
}

/** Age below which reconciliation leaves a trip to its notification. */
const ON_ITS_WAY_MS = 15 * MINUTE_MS;
/** Real time in which pending work must finish, even on a busy machine. */
const SETTLES_WITHIN_MS = 180_000;

export const keyOf = (driverId: string, tripId: string): string => `${driverId}/${tripId}`;

/** Whether a run that began at an instant must have handled a trip. */
export function isDue(trip: PlannedTrip, reconcileMs: number): boolean {
  return trip.uploadMs <= reconcileMs && trip.endMs <= reconcileMs - ON_ITS_WAY_MS;
}

/** Waits until no trip is pending and returns the stored trips. @throws Error after `SETTLES_WITHIN_MS` */
export async function settle(world: World, posted: ReadonlySet<string>): Promise<ReadonlyMap<string, Held>> {
  const until = performance.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const held = await heldTrips(world);
    const busy = [...held.values()].filter(
      ({ state, begun }) => state === 'waiting' || (begun && state === null),
    );
    const unseen = [...posted].filter((key) => (held.get(key)?.state ?? null) === null);
    if (busy.length + unseen.length === 0) return held;
    if (performance.now() > until)
      throw new Error(`At rest never: ${busy.length} trips under way, ${unseen.length} posted and not kept.`);
    await pause(25);
  }
}

async function heldTrips({ stack, fleet }: World): Promise<ReadonlyMap<string, Held>> {
  const { rows } = await sql<Held>`
    select driver_id, trip_id, trip.state, coalesce(made.decisions, 0) as decisions,
      coalesce(listed.recovered_at is not null, false) as begun
    from (select * from trips where fleet_id = ${fleet}) trip
      full join (select * from service_trips where fleet_id = ${fleet}) listed using (driver_id, trip_id)
      left join (select driver_id, trip_id, count(*)::int as decisions from decisions
        where fleet_id = ${fleet} group by driver_id, trip_id) made using (driver_id, trip_id)`.execute(
    stack.database.db,
  );
  return new Map(rows.map((row) => [keyOf(row.driverId, row.tripId), row]));
}

/**
 * Compares the coverage after a run with the test's own list of trips. Returns the mismatches; none if each due trip was
 * evaluated and no other trip is known.
 */
export async function wrongWithCoverage(
  world: World,
  args: { readonly trips: readonly PlannedTrip[]; readonly reconcileMs: number; readonly fromMs: number },
): Promise<string[]> {
  const { trips, reconcileMs, fromMs } = args;
  const answer = await world.api<Coverage>(
    `coverage?utc=true&from=${dayOf(fromMs)}&to=${dayOf(world.nowMs())}`,
  );
  const wrong: string[] = [];
  const uploaded = trips.filter(({ uploadMs }) => uploadMs <= world.nowMs());
  const days = new Set([
    ...uploaded.map(({ startMs }) => dayOf(startMs)),
    ...answer.items.map(({ date }) => date),
  ]);
  for (const day of days) {
    const ofDay = uploaded.filter(({ startMs }) => dayOf(startMs) === day);
    const due = ofDay.filter((trip) => isDue(trip, reconcileMs)).length;
    const said = answer.items.find(({ date }) => date === day) ?? NONE;
    const isWhole = said.evaluated >= due && said.known >= due && said.known <= ofDay.length;
    const isHeld =
      said.known === said.evaluated + said.missing + said.waiting && said.missing <= ofDay.length - due;
    if (isWhole && isHeld) continue;
    const figures = `known ${said.known}, looked at ${said.evaluated}, missing ${said.missing}, waiting ${said.waiting}`;
    wrong.push(`${day}: ${figures}; the service has ${ofDay.length}, of which ${due} were due`);
  }
  if (due(uploaded, reconcileMs) === uploaded.length && !answer.complete && wrong.length === 0)
    wrong.push('It is not called complete.');
  return wrong;
}

const NONE: Counts = { known: 0, evaluated: 0, waiting: 0, missing: 0, recovered: 0 };

function due(trips: readonly PlannedTrip[], reconcileMs: number): number {
  return trips.filter((trip) => isDue(trip, reconcileMs)).length;
}
