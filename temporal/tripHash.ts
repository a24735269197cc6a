import { createHash, createHmac } from 'node:crypto';
import type { PayloadKey } from '../config.ts';
import type { TripHash } from '../workflows/contracts/index.ts';

/** Separates this use of a key from the encryption of payloads. */
const PURPOSE = 'tripline.workflow-id.v1';

/**
 * Creates the hash of trips in workflow ids, for web server and worker. Without keys, driver ids are hashed as they are. With
 * keys, driver and trip are hashed together under a key derived from the first, so that guesses cannot be tested without it.
 *
 * A rotation changes the ids. A trip that is received again then gets a second workflow, which finds the trip's decision in the
 * store and sends nothing twice.
 */
export function createTripHash(keys: readonly PayloadKey[]): TripHash {
  const [current] = keys;
  if (!current) return (text) => createHash('sha256').update(text).digest('hex');
  const derived = createHmac('sha256', current.key).update(PURPOSE).digest();
  return { keyedHex: (text) => createHmac('sha256', derived).update(text).digest('hex') };
}
