import { DRIVER_FACTS } from './driverFacts.ts';
import { FLEET_FACTS } from './fleetFacts.ts';
import { TRIP_FACTS } from './tripFacts.ts';
import { defineRating } from './factDefinition.ts';
import type { FactDefinition } from './factDefinition.ts';

export type { FactDefinition, FactType, ParamDefinition } from './factDefinition.ts';
export { suggest } from './suggest.ts';

/** Every fact a rule may name, in the order in which they are documented. */
export const FACTS: readonly FactDefinition[] = [...TRIP_FACTS, ...DRIVER_FACTS, ...FLEET_FACTS];

const byName: ReadonlyMap<string, FactDefinition> = new Map(FACTS.map((fact) => [fact.name, fact]));

/** A rating's name: what stands before `_rating` on the wire. */
const RATING = /^(trip|driver)\.([a-z][a-z0-9_]{0,60})_rating$/;

/** Pattern that a rating without an entry of its own must match, for schemas. */
export const RATING_PATTERN = RATING.source;

/**
 * The definition of a fact. A rating that the catalogue does not list is given one, since the service may send
 * ratings the interface does not name; `isListed` distinguishes them. Undefined: there is no such fact.
 */
export function findFact(name: string): FactDefinition | undefined {
  const listed = name.includes('*') ? undefined : byName.get(name);
  if (listed) return listed;
  const rating = RATING.exec(name);
  return rating?.[2] === undefined ? undefined : defineRating(rating[1] as 'trip' | 'driver', rating[2]);
}

/** Whether the catalogue lists the fact by this very name. */
export function isListed(name: string): boolean {
  return !name.includes('*') && byName.has(name);
}

/** Names of all listed facts without patterns: for completion and for "did you mean". */
export const FACT_NAMES: readonly string[] = FACTS.map((fact) => fact.name).filter(
  (name) => !name.includes('*'),
);
