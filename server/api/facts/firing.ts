import { firesOftenIssue, oftenWords } from '../../../rules/backtests/index.ts';
import type { PublishedCondition } from '../../../rules/lint/index.ts';
import { compileRules, evaluateRules } from '../../../rules/evaluation/index.ts';
import type { CompiledRules } from '../../../rules/evaluation/index.ts';
import type { DocumentIssue, Rule } from '../../../rules/lint/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { sampleFacts } from './sample.ts';
import type { SampledTrip } from './sample.ts';

/** Maximum number of trips on which a rule is tried. */
const TRIED_TRIPS = 2_000;
/** Milliseconds after which a trial ends with the trips evaluated so far. */
const LONGEST_MS = 1_000;
/** Maximum number of rules that one process tries at a time. Further rules are not tried. */
const MOST_AT_ONCE = 2;
/**
 * Milliseconds in a minute that trials of one fleet may take, because a folder of hundreds of rules is
 * published in one go.
 */
const MOST_MS_A_MINUTE = 5_000;
/**
 * Milliseconds for which a result is reused for the same conditions, because editors request it at each
 * change of a document.
 */
const USED_FOR_MS = 300_000;
const MOST_KEPT = 200;

/** Result of a rule's trial: the trips on which it was evaluated, and those on which it fired. */
interface Tried {
  readonly evaluated: number;
  readonly fired: number;
  /** Whether all of the newest trips were evaluated before the time was up. */
  readonly isWhole: boolean;
}

const kept = new Map<string, { readonly at: number; readonly tried: Tried }>();
const spent = new Map<string, { readonly since: number; readonly ms: number }>();
let atWork = 0;

/**
 * Returns a warning if the rule would have fired on very many of the fleet's newest trips. Conditions and
 * scope are evaluated as in a back-test; silences, throttles and budgets are ignored.
 * A trial takes about a second at most. There is no warning while too many other rules are being tried, or
 * once the fleet's trials took five seconds in a minute.
 */
export async function firesOften(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly rule: Rule;
    readonly conditions: readonly PublishedCondition[];
  },
): Promise<DocumentIssue[]> {
  const { rule } = args;
  if (rule.mode === 'off') return [];
  const tried = await triedOn(db, args);
  const often = tried && oftenWords({ rule, ...tried });
  return tried && often ? [firesOftenIssue(often, tried)] : [];
}

async function triedOn(
  db: Db,
  { fleetId, rule, conditions }: Parameters<typeof firesOften>[1],
): Promise<Tried | undefined> {
  const key = JSON.stringify([fleetId, rule.conditions, rule.scope, rule.trigger, conditions]);
  const before = kept.get(key);
  if (before && performance.now() - before.at < USED_FOR_MS) return before.tried;
  if (atWork >= MOST_AT_ONCE || spentIn(fleetId).ms > MOST_MS_A_MINUTE) return undefined;
  atWork += 1;
  const began = performance.now();
  try {
    const compiled = compileRules([{ id: rule.id, version: 0, rule }], conditions);
    const { requests, needsGroups } = compiled;
    const sample = await sampleFacts(db, { fleetId, requests, trips: TRIED_TRIPS, needsGroups });
    const tried = sample ? await count(compiled, rule, sample.trips) : undefined;
    if (tried) keep(key, tried);
    return tried;
  } finally {
    atWork -= 1;
    const { since, ms } = spentIn(fleetId);
    spent.set(fleetId, { since, ms: ms + performance.now() - began });
  }
}

/** Returns the milliseconds that the fleet's trials took in the current minute. */
function spentIn(fleetId: string): { readonly since: number; readonly ms: number } {
  const now = performance.now();
  const found = spent.get(fleetId);
  return found && now - found.since < 60_000 ? found : { since: now, ms: 0 };
}

/**
 * Counts the trips on which a rule fires. For a rule that alerts when it becomes true, a match is included
 * only if the driver's previous trip did not match.
 */
async function count(
  compiled: CompiledRules,
  { trigger }: Pick<Rule, 'trigger'>,
  trips: AsyncIterable<SampledTrip>,
): Promise<Tried> {
  const until = performance.now() + LONGEST_MS;
  const couldBegin = new Map<string, boolean>();
  let [evaluated, fired] = [0, 0];
  for await (const { facts, driverId, tripId, groups } of trips) {
    const [decision] = await evaluateRules(compiled, facts, { driverId, tripId, groups });
    const outcome = decision?.outcome;
    if (outcome !== undefined && outcome !== 'out_of_scope') evaluated += 1;
    if (outcome === 'matched' && (trigger !== 'becomes_true' || couldBegin.get(driverId))) fired += 1;
    if (outcome === 'matched' || outcome === 'not_matched') couldBegin.set(driverId, outcome !== 'matched');
    if (performance.now() > until) return { evaluated, fired, isWhole: false };
  }
  return { evaluated, fired, isWhole: true };
}

function keep(key: string, tried: Tried): void {
  kept.set(key, { at: performance.now(), tried });
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}
