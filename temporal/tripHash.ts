import { createHash, createHmac } from 'node:crypto';
import type { PayloadKey } from '../config.ts';
import type { TripHash } from '../workflows/contracts/index.ts';

/** Text that makes the derived key differ from the key that encrypts payloads. */
const PURPOSE = 'tripline.workflow-id.v1';

/**
 * Creates the hash of trips in workflow ids, for web server and worker. Without keys, only driver ids are hashed. With keys,
 * driver and trip are hashed together under a key derived from the first one, so that a guessed id cannot be verified without
 * that key.
 *
 * Another first key changes the ids. A trip that is received again then gets a second workflow, which finds the trip's decision
 * in the store and sends nothing twice.
 */
export function createTripHash(keys: readonly PayloadKey[]): TripHash {
  const [current] = keys;
  if (!current) return (text) => createHash('sha256').update(text).digest('hex');
  const derived = createHmac('sha256', current.key).update(PURPOSE).digest();
  return { keyedHex: (text) => createHmac('sha256', derived).update(text).digest('hex') };
}
