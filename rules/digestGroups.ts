import type { JsonObject } from './trip.ts';

/** What somebody who may see only some groups may see of a digest. `narrowed`: it tells of the whole fleet, they see their part. */
export type DigestSight = 'whole' | 'narrowed' | 'none';

/** @param groups those that somebody may see; undefined: the whole fleet */
export function sightOfDigest(document: JsonObject, groups: readonly string[] | undefined): DigestSight {
  if (groups === undefined) return 'whole';
  const told = document['groups'];
  if (told === undefined) return 'narrowed';
  const isAbout = Array.isArray(told) && told.every((each) => groups.some((group) => group === each));
  return isAbout ? 'whole' : 'none';
}

/** A digest of the whole fleet as one of some groups. */
export function narrowedTo(document: JsonObject, groups: readonly string[]): JsonObject {
  return { ...document, groups: [...new Set(groups)].sort() };
}
