import * as z from 'zod';
import { resolveRecord, settingsFrom } from '../../../rules/drivers/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { driverSources } from '../../../store/drivers/index.ts';
import { given } from '../http/index.ts';
import type { AnswerOf } from '../http/index.ts';

/** Field for the driver's details in an incident, beside the driver's id. */
export const driverOfIncident = z
  .object({
    name: z.string().optional(),
    phone: z.string().optional(),
    vehicle: z.string().optional(),
    license_plate: z.string().optional(),
  })
  .meta({ description: 'Of the driver record, what helps to reach the driver.' });

/** Returns the details that help to reach an incident's driver, as the API shows them. */
export async function reachableDriver(
  db: Db,
  fleetId: string,
  driverId: string,
): Promise<AnswerOf<typeof driverOfIncident>> {
  const { settings, drivers } = await driverSources(db, { fleetId, driverIds: [driverId] });
  const { record } = resolveRecord(drivers.get(driverId) ?? {}, settingsFrom(settings));
  const { name, phone, vehicle, license_plate } = record;
  return given({ name, phone, vehicle, license_plate });
}
