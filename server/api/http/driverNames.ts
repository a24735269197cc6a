import * as z from 'zod';
import { knownName } from '../../../rules/drivers/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { driverSources } from '../../../store/drivers/index.ts';

/** Field for a driver's name beside the driver's id, in an answer. */
export const driverName = z
  .string()
  .optional()
  .meta({ description: 'The driver’s name, from the driver record; absent: none is known.' });

/** Field for the known names of drivers by id, in an answer. */
export const driverNames = z
  .record(z.string(), z.string())
  .optional()
  .meta({ description: 'The drivers’ names by id, from the driver records: those that are known.' });

/** Returns the known names of some drivers, by id. */
export async function namesOf(
  db: Db,
  fleetId: string,
  driverIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(driverIds)];
  if (ids.length === 0) return new Map();
  const sources = await driverSources(db, { fleetId, driverIds: ids });
  return new Map(
    ids.flatMap((id) => {
      const name = knownName(sources, id);
      return name === undefined ? [] : [[id, name] as const];
    }),
  );
}

/** Returns answers with the driver's known name after each `driver_id`, at any depth. */
async function named<T extends object>(db: Db, fleetId: string, answers: readonly T[]): Promise<T[]> {
  const names = await namesOf(db, fleetId, driverIdsIn(answers));
  return answers.map((answer) => withNames(answer, names) as T);
}

function driverIdsIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(driverIdsIn);
  if (!isPlain(part)) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === 'driver_id' && typeof value === 'string' ? [value] : driverIdsIn(value),
  );
}

function withNames(part: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(part)) return part.map((each) => withNames(each, names));
  if (!isPlain(part)) return part;
  return Object.fromEntries(
    Object.entries(part).flatMap(([key, value]) => {
      const name = key === 'driver_id' && typeof value === 'string' ? names.get(value) : undefined;
      return name === undefined
        ? [[key, withNames(value, names)]]
        : [
            [key, value],
            ['driver_name', name],
          ];
    }),
  );
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Returns one answer with the known names of drivers; see `named`. */
export async function namedOne<T extends object>(db: Db, fleetId: string, answer: T): Promise<T> {
  const [only] = await named(db, fleetId, [answer]);
  return only!;
}
