import { compileRules, evaluateRules } from '../evaluation/index.ts';
import type { Explanation, RuleDecision } from '../evaluation/index.ts';
import { planFacts, resolveFacts, scoreKey } from '../facts/index.ts';
import { countAlertsInWindow, countInWindow } from './windowCount.ts';
import { instantMillis } from '../time/index.ts';
import type { RuleTest } from './ruleTests.ts';
import type { PublishedCondition, Rule } from '../lint/index.ts';
import type { DriverReading, FleetReading, Trip } from '../vocabulary/index.ts';

/**
 * Functions that parse response bodies of the service and describe decisions. The caller passes them, so that this module does
 * not depend on other layers.
 */
export interface ServiceReader {
  /** Parses a trip of a driver. The trip's id is taken from the body. */
  trip(driverId: string, body: unknown): Trip;
  /** Parses a driver's score and ratings over a range of days. */
  driver(driverId: string, body: unknown): DriverReading;
  /** Parses the averages of a fleet or group over a range of days. */
  fleet(body: unknown): FleetReading;
  /** Returns the sentence that explains a decision. */
  sentence(decision: Explanation): string;
  /** The shared conditions that the rule may name. */
  readonly conditions?: readonly PublishedCondition[];
}

/** The result of one test case in a `NAME.test.json` file. */
export interface RuleTestResult {
  readonly name: string;
  readonly passed: boolean;
  readonly expected: RuleTest['expect'];
  readonly outcome: RuleDecision['outcome'];
  /** The sentence of the rule's decision. */
  readonly sentence: string;
  /** The expected sentence, if the case has one. */
  readonly expectedSentence?: string;
  /** A hint at a missing field of the case, if this is why the case failed. */
  readonly hint?: string;
}

/** Default time between the end of a case's trip and the decision, because uploads take a while. */
const USUAL_DELAY_MS = 60_000;

/** Runs one test case: evaluates the rule for the case's trip, in the same way as for a received trip. */
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

/** Returns the hint that a case must state the driver's groups, because no service can provide them. */
function groupsHint(rule: Rule): string {
  return `A case says which groups its driver is in: add "groups": ${JSON.stringify(rule.scope?.groups?.slice(0, 1) ?? [])} to it.`;
}

/** Returns the rule's decision about one test case. Windows are counted over the case's `history` and its trip. */
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

/** Returns the fleet's and groups' score readings in a case, by the end dates in the readings. */
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

/**
 * Returns an instant shortly after the trip's end. For a trip without an end any instant is suitable, because its age is unknown.
 */
function shortlyAfter(trip: Trip): string {
  const end = instantMillis(trip.endTime ?? '') ?? 0;
  return new Date(end + USUAL_DELAY_MS).toISOString();
}
