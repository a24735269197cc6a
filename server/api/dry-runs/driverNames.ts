import { knownName } from '../../../rules/drivers/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { driverSources } from '../../../store/drivers/index.ts';

/** An answer with a `driver_name` beside each `driver_id` that it holds at any depth, as far as the names are known. */
export async function withDriverNames(
  db: Db,
  fleetId: string,
  answer: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const driverIds = [...new Set(idsIn(answer))];
  if (driverIds.length === 0) return answer;
  const sources = await driverSources(db, { fleetId, driverIds });
  const names = new Map(driverIds.map((id) => [id, knownName(sources, id)]));
  return named(answer, names) as Record<string, unknown>;
}

function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (!isPlain(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'driver_id' && typeof inner === 'string' ? [inner] : idsIn(inner),
  );
}

function named(value: unknown, names: ReadonlyMap<string, string | undefined>): unknown {
  if (Array.isArray(value)) return value.map((each) => named(each, names));
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
      const name = key === 'driver_id' ? names.get(String(inner)) : undefined;
      const entry: [string, unknown] = [key, named(inner, names)];
      return name === undefined ? [entry] : [entry, ['driver_name', name]];
    }),
  );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Date);
}
