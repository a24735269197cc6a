import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Json, JsonObject } from '../rules/trip.ts';
import { isUuid } from './ids.ts';
import { jsonb } from './json.ts';
import type { JsonText } from './json.ts';
import type { Db } from './schema.ts';
import type { SimulationsTable } from './tables/documents.ts';

/** A question somebody asked and, once there is one, its answer. A posted trip's positions are in `input`. */
export type Simulation = Selectable<SimulationsTable>;

/**
 * Keeps a question, so that a workflow can take it up without its content passing through Temporal.
 * @param args.trip the posted trip, in place of `input.trip`, where it is too large to be taken apart; it may name its driver
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

/** Keeps the answer. Another one later takes its place. */
export async function finishSimulation(
  db: Db,
  args: { readonly fleetId: string; readonly id: string; readonly result: Json; readonly at: Date },
): Promise<void> {
  await db
    .updateTable('simulations')
    .set({ result: jsonb(args.result), finishedAt: args.at })
    .where('fleetId', '=', args.fleetId)
    .where('id', '=', args.id)
    .execute();
}

/** How a question was answered, without the question, which may hold a whole trip. */
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

/** One question with its answer. */
export async function getSimulation(
  db: Db,
  args: { readonly fleetId: string; readonly id: string },
): Promise<Simulation | undefined> {
  if (!isUuid(args.id)) return undefined;
  return db
    .selectFrom('simulations')
    .selectAll()
    .where('fleetId', '=', args.fleetId)
    .where('id', '=', args.id)
    .executeTakeFirst();
}

/** Forgets a fleet's questions asked before an instant. @returns how many */
export async function forgetSimulations(
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
