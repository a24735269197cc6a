import * as z from 'zod';
import { knownName, resolveRecord, settingsFrom } from '../../../rules/drivers/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { driverSources } from '../../../store/drivers/index.ts';
import { fields } from '../http/index.ts';

/** An answer, or a part of one. */
export type Wire = Readonly<Record<string, unknown>>;

/** The name beside a driver's id, in answers. */
export const driverName = z
  .string()
  .optional()
  .meta({ description: 'The driver’s name, from the driver record; absent: none is known.' });

/** What an incident's answer says about its driver beside the id. */
export const driverOfIncident = z
  .object({
    name: z.string().optional(),
    phone: z.string().optional(),
    vehicle: z.string().optional(),
    license_plate: z.string().optional(),
  })
  .meta({ description: 'Of the driver record, what helps to reach the driver.' });

/** Answers about drivers with the name right behind each `driver_id`, as far as it is known. */
export async function named(db: Db, fleetId: string, answers: readonly Wire[]): Promise<Wire[]> {
  const driverIds = answers.flatMap(({ driver_id: id }) => (typeof id === 'string' ? [id] : []));
  const sources = await driverSources(db, { fleetId, driverIds });
  return answers.map((answer) => {
    const { driver_id: id } = answer;
    const name = typeof id === 'string' ? knownName(sources, id) : undefined;
    if (name === undefined) return answer;
    return Object.fromEntries(
      Object.entries(answer).flatMap((entry) =>
        entry[0] === 'driver_id' ? [entry, ['driver_name', name]] : [entry],
      ),
    );
  });
}

/** One answer about a driver; see `named`. */
export async function namedOne(db: Db, fleetId: string, answer: Wire): Promise<Wire> {
  const [only] = await named(db, fleetId, [answer]);
  return only!;
}

/** A page of answers about drivers; see `named`. */
export async function namedPage(
  db: Db,
  fleetId: string,
  page: { readonly items: readonly unknown[]; readonly next_cursor?: string },
): Promise<{ items: unknown[]; next_cursor?: string }> {
  return { ...page, items: await named(db, fleetId, page.items as readonly Wire[]) };
}

/** What helps to reach an incident's driver, on the wire. */
export async function reachableDriver(db: Db, fleetId: string, driverId: string): Promise<Wire> {
  const { settings, drivers } = await driverSources(db, { fleetId, driverIds: [driverId] });
  const { record } = resolveRecord(drivers.get(driverId) ?? {}, settingsFrom(settings));
  const { name, phone, vehicle, license_plate } = record;
  return fields({ name, phone, vehicle, license_plate });
}
