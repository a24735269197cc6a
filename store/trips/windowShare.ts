import type { Trip } from '../../rules/vocabulary/index.ts';
import { fingerprint } from '../db/index.ts';
import type { TripRow } from './trips.ts';
import { tripEndedAt } from './tripTime.ts';

/** A fingerprint of what a trip adds to the windows that hold it: when it ended, and which events it has. */
export function windowFingerprint(trip: Trip): string {
  const ended = tripEndedAt(trip)?.toISOString() ?? '';
  const types = trip.events?.map(({ typeCode, typeName }) => JSON.stringify([typeCode, typeName]));
  return fingerprint([ended, ...(types?.sort() ?? ['not sent'])]);
}

/**
 * Since when a trip adds to windows what it adds: as it was kept. Undefined when it was not kept, or with other events or
 * another end: then everything that is stored was there before it.
 */
export function windowSinceOf(
  row: Pick<TripRow, 'windowHash' | 'windowSince' | 'keptAt'> | undefined,
  trip: Trip,
): Date | undefined {
  if (!row?.keptAt) return undefined;
  const isSame = row.windowHash === null || row.windowHash === windowFingerprint(trip);
  return isSame ? (row.windowSince ?? row.keptAt) : undefined;
}
