import { compileRules, evaluateRules } from '../evaluation/index.ts';
import type { Explanation, RuleDecision } from '../evaluation/index.ts';
import { planFacts, resolveFacts, scoreKey } from '../facts/index.ts';
import { countAlertsInWindow, countInWindow } from './windowCount.ts';
import { instantMillis } from '../time/index.ts';
import type { RuleTest } from './ruleTests.ts';
import type { PublishedCondition, Rule } from '../lint/index.ts';
import type { DriverReading, FleetReading, Trip } from '../vocabulary/index.ts';

/** Reads bodies as the service sends them, and words decisions. The caller passes both in, so that this module stays pure. */
export interface ServiceReader {
  /** Reads a trip of a driver; its id is the body's own. */
  trip(driverId: string, body: unknown): Trip;
  /** Reads a driver's score and ratings over a range. */
  driver(driverId: string, body: unknown): DriverReading;
  /** Reads a fleet's or a group's averages over a range. */
  fleet(body: unknown): FleetReading;
  /** Returns the sentence of a decision. */
  sentence(decision: Explanation): string;
  /** The shared conditions that the rule may name. */
  readonly conditions?: readonly PublishedCondition[];
}

/** The result of one case of a `NAME.test.json`. */
export interface RuleTestResult {
  readonly name: string;
  readonly passed: boolean;
  readonly expected: RuleTest['expect'];
  readonly outcome: RuleDecision['outcome'];
  /** The sentence of the rule's decision. */
  readonly sentence: string;
  /** The expected sentence, if the case has one. */
  readonly expectedSentence?: string;
  /** A missing field of the case, when that is why it failed. */
  readonly hint?: string;
}

/** Default time between the trip's end and the decision of a case, because uploads take a while. */
const USUAL_DELAY_MS = 60_000;

/** Runs one case: evaluates the rule for its trip, as for a received trip. */
export async function runRuleTest(rule: Rule, test: RuleTest, read: ServiceReader): Promise<RuleTestResult> {
  const decision = await decideTest(rule, test, read);
  const { outcome, reason } = decision;
  const sentence = read.sentence(decision);
  const says = test.sentence === undefined || test.sentence === sentence;
  const passed = outcome === test.expect && says;
  return {
    name: test.name,
    passed,
    expected: test.expect,
    outcome,
    sentence,
    ...(test.sentence === undefined ? {} : { expectedSentence: test.sentence }),
    ...(!passed && reason === 'groups_unknown' && { hint: groupsHint(rule) }),
  };
}

/** Returns the hint that the case has to name the driver's groups, because no service can list them. */
function groupsHint(rule: Rule): string {
  return `A case says which groups its driver is in: add "groups": ${JSON.stringify(rule.scope?.groups?.slice(0, 1) ?? [])} to it.`;
}

/** Returns the decision of one case. Windows are counted from its `history` and its trip. */
export async function decideTest(rule: Rule, test: RuleTest, read: ServiceReader): Promise<RuleDecision> {
  const trip = read.trip(test.driver_id, test.trip);
  const earlier = test.history.map((body) => read.trip(test.driver_id, body));
  const readings = test.readings.map((body) => read.driver(test.driver_id, body));
  const compiled = compileRules([{ id: rule.id, version: 0, rule }], read.conditions);
  const plan = planFacts(compiled.requests, trip);
  const facts = resolveFacts(compiled.requests, {
    trip,
    decidedAt: test.decided_at ?? shortlyAfter(trip),
    readings: new Map(readings.map((reading) => [reading.endDate ?? '', reading])),
    windows: new Map(plan.windows.map((window) => [window.key, countInWindow(window, earlier, trip)])),
    groups: test.groups,
    scores: scoresOf(test, read),
    ruleAlerts: new Map(
      plan.ruleAlerts.map((window) => [window.key, countAlertsInWindow(window, test.rule_alerts, trip)]),
    ),
  });
  const { driverId, tripId } = trip;
  const [decision] = await evaluateRules(compiled, facts, { driverId, tripId, groups: test.groups });
  return decision!;
}

/** Returns the fleet and group readings of a case, by their own end dates. */
function scoresOf(test: RuleTest, read: ServiceReader): Map<string, FleetReading> {
  const scores = new Map<string, FleetReading>();
  const add = (question: { of: 'fleet' | 'group'; group?: string }, bodies: readonly unknown[]): void => {
    for (const reading of bodies.map((body) => read.fleet(body)))
      scores.set(scoreKey({ ...question, endDate: reading.endDate ?? '' }), reading);
  };
  add({ of: 'fleet' }, test.fleet_readings);
  for (const [group, bodies] of Object.entries(test.group_readings)) add({ of: 'group', group }, bodies);
  return scores;
}

/** Returns an instant shortly after the trip's end. A trip without an end has no age either, so any instant fits. */
function shortlyAfter(trip: Trip): string {
  const end = instantMillis(trip.endTime ?? '') ?? 0;
  return new Date(end + USUAL_DELAY_MS).toISOString();
}
