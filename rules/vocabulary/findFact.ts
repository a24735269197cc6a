import { DRIVER_FACTS } from './driverFacts.ts';
import { FLEET_FACTS } from './fleetFacts.ts';
import { TRIP_FACTS } from './tripFacts.ts';
import { defineRating } from './factDefinition.ts';
import type { FactDefinition } from './factDefinition.ts';

export type { FactDefinition, FactType, ParamDefinition } from './factDefinition.ts';
export { suggest } from './suggest.ts';

/** All facts that rules may name, in the order of the documentation. */
export const FACTS: readonly FactDefinition[] = [...TRIP_FACTS, ...DRIVER_FACTS, ...FLEET_FACTS];

const byName: ReadonlyMap<string, FactDefinition> = new Map(FACTS.map((fact) => [fact.name, fact]));

/** Matches the names of ratings. The second group is the rating's name in the service's data, without `_rating`. */
const RATING = /^(trip|driver)\.([a-z][a-z0-9_]{0,60})_rating$/;

/** Pattern of the names of ratings without their own entry in the catalogue, for schemas. */
export const RATING_PATTERN = RATING.source;

/**
 * Returns the definition of a fact, or `undefined` if the fact is unknown. For a rating that is not listed, a definition is
 * created (see `isListed`), because the service may send ratings that its documentation does not name.
 */
export function findFact(name: string): FactDefinition | undefined {
  const listed = name.includes('*') ? undefined : byName.get(name);
  if (listed) return listed;
  const rating = RATING.exec(name);
  return rating?.[2] === undefined ? undefined : defineRating(rating[1] as 'trip' | 'driver', rating[2]);
}

/** Returns whether the catalogue lists a fact under exactly this name. */
export function isListed(name: string): boolean {
  return !name.includes('*') && byName.has(name);
}

/** Names of all listed facts, without patterns. They are used for completion and for "did you mean". */
export const FACT_NAMES: readonly string[] = FACTS.map((fact) => fact.name).filter(
  (name) => !name.includes('*'),
);
