import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Json, JsonObject } from '../../rules/vocabulary/index.ts';
import { getRow, isUuid, jsonb } from '../db/index.ts';
import type { Db, JsonText } from '../db/index.ts';
import type { SimulationsTable } from '../tables/index.ts';

/** A person's request for a simulation, and its result once there is one. `input` contains the posted body until then. */
export type Simulation = Selectable<SimulationsTable>;

/**
 * Stores a request for a simulation, so that its workflow needs only the id and its content does not pass through Temporal.
 * @param args.trip the posted trip as JSON text, instead of `input.trip`, if it is too large to parse. It may contain
 * `driver_id`, which is removed.
 */
export async function createSimulation(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly input: JsonObject;
    readonly trip?: JsonText;
    readonly who: string;
    readonly at: Date;
  },
): Promise<{ id: string }> {
  const id = randomUUID();
  const input = jsonb(args.input);
  await db
    .insertInto('simulations')
    .values({
      fleetId: args.fleetId,
      id,
      input: args.trip
        ? sql<JsonObject>`jsonb_set(${input}, '{trip}', ${jsonb(args.trip)} - 'driver_id')`
        : input,
      result: null,
      who: args.who,
      createdAt: args.at,
    })
    .execute();
  return { id };
}

/** Maximum number of a fleet's simulation results that are stored. Each may be as large as a rule's trace. */
const ANSWERS_KEPT = 200;
/** Milliseconds after which no client waits for an unfinished simulation. */
const UNANSWERED_KEPT_MS = 3_600_000;

/**
 * Removes a fleet's simulations that no client needs: unfinished ones after an hour, and finished ones except the newest
 * `ANSWERS_KEPT` (200). Replays are kept.
 * @returns the number of simulations that wait for their result
 */
export async function tidySimulations(
  db: Db,
  { fleetId, now }: { readonly fleetId: string; readonly now: Date },
): Promise<number> {
  await sql`delete from simulations where fleet_id = ${fleetId} and input ? 'rules' and finished_at is null
    and created_at < ${new Date(now.getTime() - UNANSWERED_KEPT_MS)}`.execute(db);
  await sql`delete from simulations where fleet_id = ${fleetId} and id in (
    select id from simulations where fleet_id = ${fleetId} and not input ? 'effects' and finished_at is not null
    order by finished_at desc offset ${ANSWERS_KEPT})`.execute(db);
  const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from simulations
    where fleet_id = ${fleetId} and input ? 'rules' and finished_at is null`.execute(db);
  return rows[0]!.waiting;
}

/** Removes a simulation that has no result and will get none. */
export async function dropSimulation(
  db: Db,
  { fleetId, id }: { readonly fleetId: string; readonly id: string },
): Promise<void> {
  await db
    .deleteFrom('simulations')
    .where((row) => row.and({ fleetId, id }))
    .where('finishedAt', 'is', null)
    .execute();
}

/** Stores a simulation's result, replacing an earlier one. Removes the input except the trip's ids. */
export async function finishSimulation(
  db: Db,
  args: { readonly fleetId: string; readonly id: string; readonly result: Json; readonly at: Date },
): Promise<void> {
  await db
    .updateTable('simulations')
    .set({
      result: jsonb(args.result),
      finishedAt: args.at,
      input: sql<JsonObject>`input - '{trip,rules,conditions}'::text[]`,
    })
    .where('fleetId', '=', args.fleetId)
    .where('id', '=', args.id)
    .execute();
}

/** Returns a simulation's result without the input, which may contain a whole trip. */
export async function simulationAnswer(
  db: Db,
  args: { readonly fleetId: string; readonly id: string },
): Promise<Omit<Simulation, 'input'> | undefined> {
  if (!isUuid(args.id)) return undefined;
  return db
    .selectFrom('simulations')
    .select(['fleetId', 'id', 'result', 'who', 'createdAt', 'finishedAt'])
    .where('fleetId', '=', args.fleetId)
    .where('id', '=', args.id)
    .executeTakeFirst();
}

/** Returns one simulation with its input and result, or undefined if it is not stored. */
export function getSimulation(
  db: Db,
  key: { readonly fleetId: string; readonly id: string },
): Promise<Simulation | undefined> {
  return getRow(db, 'simulations', key);
}

/**
 * Removes a fleet's simulations that were requested before an instant.
 * @returns the number of removed simulations
 */
export async function removeSimulations(
  db: Db,
  args: { readonly fleetId: string; readonly before: Date },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('simulations')
    .where('fleetId', '=', args.fleetId)
    .where('createdAt', '<', args.before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
