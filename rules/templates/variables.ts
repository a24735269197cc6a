import { DRIVER_FIELD_NAMES, TRIP_FACTS, factRequest, findFact } from '../vocabulary/index.ts';
import type { DriverRecord, Json, Trip } from '../vocabulary/index.ts';
import type { Severity, TraceNode } from '../evaluation/index.ts';
import { resolveTripFact } from '../facts/index.ts';
import type { TemplateScope } from './templates.ts';

/** The data with which a template is rendered. */
export interface TemplateSubject {
  readonly fleet: { readonly id: string; readonly name: string; readonly timezone: string };
  readonly rule: {
    readonly id: string;
    readonly name: string;
    readonly version: number;
    readonly severity: Severity;
  };
  /** The driver record, without fields that the fleet's settings hide in messages. */
  readonly driver: DriverRecord;
  readonly trip: Trip;
  /** The rule's trace for this trip, which contains the values of `facts[…]`. */
  readonly trace: TraceNode;
}

/** Trip facts that a template uses as `trip.…`. They have no parameters, and their value does not depend on the current time. */
const TRIP_NAMES: readonly string[] = TRIP_FACTS.filter(
  (fact) => fact.params.length === 0 && /^trip\.[a-z_]+$/.test(fact.name) && fact.name !== 'trip.age_seconds',
).map((fact) => fact.name.slice('trip.'.length));

const FIXED_NAMES: Readonly<Record<string, readonly string[]>> = {
  driver: ['id', 'label', ...DRIVER_FIELD_NAMES],
  trip: ['id', ...TRIP_NAMES],
  rule: ['id', 'name', 'version', 'severity'],
  fleet: ['id', 'name', 'timezone'],
};

/**
 * All names that every template may use, such as `trip.distance_km`. Names such as `facts['…']` depend on the rule and are not
 * included.
 */
export const TEMPLATE_NAMES: readonly string[] = Object.entries(FIXED_NAMES).flatMap(([owner, names]) =>
  names.map((name) => `${owner}.${name}`),
);

/**
 * Collects the values of the facts in a trace. The key is the comparison's name, or the fact if the comparison has no name.
 * Unknown facts are null.
 */
function factsOf(node: TraceNode, into: Record<string, Json>): Record<string, Json> {
  if ('all' in node) node.all.forEach((child) => factsOf(child, into));
  else if ('any' in node) node.any.forEach((child) => factsOf(child, into));
  else if ('not' in node) factsOf(node.not, into);
  else if ('condition' in node) factsOf(node.of, into);
  else into[node.name ?? node.fact] = node.actual ?? null;
  return into;
}

/** Creates an object without a prototype for a template, so that names in a rule can never reach a prototype. */
function plainObject(): Record<string, Json> {
  return Object.create(null) as Record<string, Json>;
}

/**
 * Returns the driver's values for templates. The name falls back to the id, so that a sentence always names the driver. Other
 * unknown fields are empty.
 */
function driverValues(id: string, driver: DriverRecord): Record<string, Json> {
  const values = Object.fromEntries(DRIVER_FIELD_NAMES.map((field) => [field, driver[field] ?? '']));
  return {
    ...values,
    id,
    name: driver.name ?? id,
    label: driver.name === undefined ? id : `${driver.name} (${id})`,
  };
}

/** Returns the variables of a rule's templates for one trip. They do not include positions, the path or the speed profile. */
export function templateVariables({ fleet, rule, driver, trip, trace }: TemplateSubject): TemplateScope {
  const sources = { trip, decidedAt: '', readings: new Map(), windows: new Map() };
  const tripValues = plainObject();
  for (const name of TRIP_NAMES) {
    const value = resolveTripFact(factRequest(`trip.${name}`), sources);
    tripValues[name] = value?.known === true ? value.value : null;
  }
  return {
    fleet: { id: fleet.id, name: fleet.name, timezone: fleet.timezone },
    rule: { id: rule.id, name: rule.name, version: rule.version, severity: rule.severity },
    driver: driverValues(trip.driverId, driver),
    trip: { ...tripValues, id: trip.tripId },
    facts: factsOf(trace, plainObject()),
  };
}

const SAMPLES: Readonly<Record<string, Json>> = {
  number: 1,
  text: 'text',
  time: '2026-03-01T08:00:00+01:00',
  date: '2026-03-01',
  list: ['text'],
  object: 'text',
  'fleet.timezone': 'Europe/Berlin',
};

/** Returns sample variables of the right types, for test renderings of a template without a trip. */
export function sampleVariables(
  facts: readonly { readonly fact: string; readonly name?: string }[],
): TemplateScope {
  const sample = (fact: string): Json => SAMPLES[findFact(fact)?.type ?? 'text'] ?? null;
  const named = facts.map((use) => [use.name ?? use.fact, sample(use.fact)] as const);
  const fixed = Object.entries(FIXED_NAMES).map(
    ([owner, names]) =>
      [
        owner,
        Object.fromEntries(
          names.map((name) => [name, SAMPLES[`${owner}.${name}`] ?? sample(`${owner}.${name}`)]),
        ),
      ] as const,
  );
  return { ...Object.fromEntries(fixed), facts: Object.assign(plainObject(), Object.fromEntries(named)) };
}
