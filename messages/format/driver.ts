import type { ShownDriver } from '../../rules/drivers/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';
import type { Row } from './card.ts';
import { telLink } from './links.ts';
import { oneLine } from './plainText.ts';

/** Longest name, label or value that a message shows, in characters. */
export const LONGEST_NAME = 200;

/** A driver in messages, with the fields of the driver record that the fleet's settings allow. */
export interface MessageDriver {
  readonly id: string;
  readonly name?: string;
  readonly phone?: string;
  /** In words, e.g. `Van 12`. */
  readonly vehicle?: string;
  readonly licensePlate?: string;
}

/** Returns the fields of a driver record that messages of every kind may show. */
export function messageDriver({
  id,
  name,
  phone,
  vehicle,
  license_plate: plate,
}: ShownDriver): MessageDriver {
  return {
    id,
    ...(name !== undefined && { name }),
    ...(phone !== undefined && { phone }),
    ...(vehicle !== undefined && { vehicle }),
    ...(plate !== undefined && { licensePlate: plate }),
  };
}

/** Returns the driver's name and id: `Ann Meyer (d-17)`, or the id alone. */
export function driverLabel(driver: Pick<MessageDriver, 'id' | 'name'>): string {
  const id = oneLine(driver.id, LONGEST_NAME);
  const name = oneLine(driver.name ?? '', LONGEST_NAME);
  return name && name !== id ? `${name} (${id})` : id;
}

/** Returns vehicle and plate: `Van 12 · B-AM 1234`; undefined when neither is known. */
export function vehicleRow(
  { vehicle = '', licensePlate = '' }: MessageDriver,
  language: Language = 'en',
): Row | undefined {
  const known = [vehicle, licensePlate].map((text) => oneLine(text, LONGEST_NAME)).filter(Boolean);
  return known.length === 0
    ? undefined
    : { label: textsOf(language)('format.vehicle'), value: known.join(' · ') };
}

/** Returns the phone number with a link that calls it; undefined when none is known. */
export function phoneRow({ phone = '' }: MessageDriver, language: Language = 'en'): Row | undefined {
  const value = oneLine(phone, LONGEST_NAME);
  if (!value) return undefined;
  const href = telLink(value);
  return { label: textsOf(language)('format.driverPhone'), value, ...(href !== undefined && { href }) };
}
