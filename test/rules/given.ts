import { becauseWords, decisionWords } from '../../messages/decisions/index.ts';
import type { WordedDecision } from '../../messages/decisions/index.ts';
import { compileRules, evaluateRules } from '../../rules/evaluation/index.ts';
import type { PublishedRule, RuleDecision } from '../../rules/evaluation/index.ts';
import { factKey, resolveFacts } from '../../rules/facts/index.ts';
import type { FactSources, FactTable, FactValue } from '../../rules/facts/index.ts';
import { parseRule } from '../../rules/lint/index.ts';
import type { DocumentIssue } from '../../rules/lint/index.ts';
import type { DriverReading, Json, JsonObject, Trip, TripEvent } from '../../rules/vocabulary/index.ts';

/** Returns a trip with mandatory fields only; `fields` adds others. */
export function tripWith(fields: Partial<Trip> = {}): Trip {
  return { driverId: 'd-1', tripId: 't-1', ratings: {}, extra: {}, problems: [], ...fields };
}

/** Returns a reading with mandatory fields only; `fields` adds others. */
export function readingWith(fields: Partial<DriverReading> = {}): DriverReading {
  return { driverId: 'd-1', ratings: {}, extra: {}, problems: [], ...fields };
}

/** Readings of a trip whose rules need no other data. */
export const NO_READINGS = {
  readings: new Map(),
  readAt: new Map(),
  groups: undefined,
  scores: new Map(),
  scoreBreaks: [],
  incomplete: false,
};

/** Returns an event of a type by name. */
export function eventOf(typeName: string, fields: Partial<TripEvent> = {}): TripEvent {
  return { typeName, extra: {}, ...fields };
}

/** Returns a valid rule document; `fields` replaces parts of it. */
export function ruleDocument(fields: JsonObject = {}): JsonObject {
  return {
    id: 'a-rule',
    name: 'A rule',
    conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 1 }] },
    actions: [{ type: 'slack', channel: '#fleet-safety' }],
    ...fields,
  };
}

/** Returns a rule document with one comparison. */
export function ruleAsking(comparison: Json, fields: JsonObject = {}): JsonObject {
  return ruleDocument({ conditions: { all: [comparison] }, ...fields });
}

/** Returns the mistakes in a document; empty for a valid one. */
export function errorsOf(document: unknown): readonly DocumentIssue[] {
  const parsed = parseRule(document);
  return parsed.ok ? [] : parsed.errors;
}

/** Returns a published rule from a valid document. */
export function published(fields: JsonObject = {}, version = 1): PublishedRule {
  const parsed = parseRule(ruleDocument(fields));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return { id: parsed.document.id, version, rule: parsed.document };
}

/** Returns the sources of facts around one trip. */
export function sourcesOf(trip: Trip, fields: Partial<FactSources> = {}): FactSources {
  return { trip, decidedAt: '2026-03-10T09:00:00Z', readings: new Map(), windows: new Map(), ...fields };
}

/** Returns a known fact value. */
export function knownAs(value: Json, historySince?: string): KnownFact {
  return { known: true, value, ...(historySince !== undefined && { historySince }) };
}

/** An unknown fact value. */
export const UNKNOWN: FactValue = { known: false, because: { code: 'notSent' } };

/** Returns a fact table from names (without params) and values; `undefined` stands for an unknown value. */
export function tableOf(facts: Readonly<Record<string, Json | undefined>>): FactTable {
  return new Map(
    Object.entries(facts).map(([fact, value]) => [
      factKey({ fact, params: {} }),
      value === undefined ? UNKNOWN : knownAs(value),
    ]),
  );
}

/** A fact whose reason is in English. */
export type FactInWords = KnownFact | { readonly known: false; readonly because: string };

type KnownFact = Extract<FactValue, { known: true }>;

/** Returns a fact with its unknown reason in English; a known fact unchanged. */
export function inWords(value: FactValue): FactInWords {
  return value.known ? value : { known: false, because: becauseWords(value.because, 'en') };
}

/** Decides one rule on a fact table, in English words. */
export async function decideOn(
  rule: PublishedRule,
  facts: FactTable,
  driverId = 'd-1',
): Promise<WordedDecision> {
  return decisionWords(await storedDecision(rule, facts, driverId), 'en');
}

/** Decides one rule on a fact table, as the database stores it. */
export async function storedDecision(
  rule: PublishedRule,
  facts: FactTable,
  driverId = 'd-1',
): Promise<RuleDecision> {
  const [decision] = await evaluateRules(compileRules([rule]), facts, { driverId, tripId: 't-1' });
  if (!decision) throw new Error('there is no decision');
  return decision;
}

/** Decides one rule on a trip. */
export async function decideTrip(rule: PublishedRule, sources: FactSources): Promise<WordedDecision> {
  const compiled = compileRules([rule]);
  return decideOn(rule, resolveFacts(compiled.requests, sources), sources.trip.driverId);
}
