import { deliveriesOf, groupKey } from '../../admission/index.ts';
import { isChannel } from '../../channels/index.ts';
import type { PublishedCondition, Rotation, Route, RuleAction, Settings } from '../../documents/index.ts';
import { documentNames, routesNamed } from '../../recipients/index.ts';
import type { NamesReceivers } from '../../recipients/index.ts';
import { compileRules, readOperands } from '../../evaluation/index.ts';
import type {
  CompiledLeaf,
  CompiledNode,
  CompiledRules,
  Operand,
  OperandValues,
  PublishedRule,
} from '../../evaluation/index.ts';
import { applyOperator } from '../../vocabulary/index.ts';
import type { Comparable, FactTable } from '../../vocabulary/index.ts';
import { needsOf } from './needs.ts';
import type { RivalReason } from './result.ts';
import { planSweep } from './sweepRecord.ts';
import type { SweepPlan } from './sweepRecord.ts';
import type { BacktestNeeds } from './needs.ts';

/** A prepared back-test: its rules in the order that parts refer to, in compiled form, and the data that they need. */
export interface BacktestPlan {
  /** The tested rule in live mode, then its published version if there is one, then the rivals. */
  readonly rules: readonly PublishedRule[];
  /** Position of the published version. */
  readonly published?: number;
  readonly compiled: CompiledRules;
  readonly ruledOut: RuledOut;
  readonly needs: BacktestNeeds;
  /** Absent if nothing is swept, or if the tested rule could not be compiled. */
  readonly sweep?: SweepPlan;
}

/** Returns a rule in live mode, because a back-test shows what the rule would send. */
function asLive(rule: PublishedRule): PublishedRule {
  return { ...rule, rule: { ...rule.rule, mode: 'live' } };
}

/** Prepares a back-test. The published version and the rivals keep their modes. */
export function planBacktest(question: BacktestQuestion): BacktestPlan {
  const { tested, published, rivals } = question;
  const rules = [asLive(tested), ...(published ? [published] : []), ...rivals];
  const compiled = compileRules(rules, question.conditions);
  const sweep = question.sweep && planSweep(compiled, TESTED, { rule: tested.rule, ...question.sweep });
  return {
    rules,
    ...(published && { published: TESTED + 1 }),
    compiled,
    ruledOut: ruledOutBy(compiled),
    needs: needsOf(compiled.requests),
    ...(sweep && { sweep }),
  };
}

/** Returns the rules of one replay: the given version of the tested rule, and the rivals. */
export function castOf(
  plan: BacktestPlan,
  own: number,
): { readonly own: number; readonly rules: ReadonlyMap<number, PublishedRule> } {
  const versions = new Set([TESTED, ...(plan.published === undefined ? [] : [plan.published])]);
  const cast = plan.rules
    .map((rule, position) => [position, rule] as const)
    .filter(([position]) => position === own || !versions.has(position));
  return { own, rules: new Map(cast) };
}

/** Position of the tested rule in a back-test's list of rules. */
export const TESTED = 0;

/** A published rule that can change the outcome of the tested rule's alerts. */
export interface Rival extends PublishedRule {
  readonly because: RivalReason;
}

/** The routes and rotations that rules name, and the settings, as they were when the back-test was requested. */
export interface BacktestRecipients {
  readonly routes: readonly Route[];
  readonly rotations: readonly Rotation[];
  readonly settings: Settings;
}

/** The input of a back-test, fixed at its start, so that rules published later do not affect it. */
export interface BacktestQuestion {
  /** The tested rule. Version 0 is a draft. */
  readonly tested: PublishedRule;
  /** The published version. Absent if there is none, or if it is the tested version. */
  readonly published?: PublishedRule;
  readonly rivals: readonly Rival[];
  /** The shared conditions that these rules may name. Absent: none was published. */
  readonly conditions?: readonly PublishedCondition[];
  /** The documents that resolve the recipients of these rules. Absent: no recipient needs them. */
  readonly recipients?: BacktestRecipients;
  /** JSON pointer to the number in the tested rule that is varied. Absent: nothing is swept. */
  readonly sweep?: { readonly pointer: string };
  /** First and last day, `YYYY-MM-DD`, both included, in the fleet's time zone. */
  readonly from: string;
  readonly to: string;
  /** The fleet's time zone, an IANA name. */
  readonly timezone: string;
}

/** Returns the actions of rules that notify through a channel. */
export function waysOf(rules: readonly PublishedRule[]): readonly NamesReceivers[] {
  const isWay = (action: RuleAction): action is Extract<RuleAction, NamesReceivers> => isChannel(action.type);
  return rules.flatMap(({ rule }) => rule.actions.filter(isWay));
}

/**
 * Returns the keys of all receivers with which a rule could share a message. The receivers of all entries of its routes are
 * included.
 */
function sharedKeys(rule: PublishedRule, routes: readonly Route[]): ReadonlySet<string> {
  const named = new Set(routesNamed(waysOf([rule])));
  const entries = routes.filter(({ id }) => named.has(id)).flatMap(documentNames);
  return new Set([
    ...deliveriesOf(rule).flatMap(({ action, receiver }) => groupKey(action, receiver) ?? []),
    ...entries.flatMap(({ channel, receiver }) => groupKey(channel, receiver) ?? []),
  ]);
}

/**
 * Returns the live rules that can change the outcome of a rule's alerts: they suppress it, or share messages of one trip with it.
 * Rules that suppress one of these are included, because a suppressed rule suppresses and sends nothing. No other rule matters,
 * because throttles and budgets apply only to a rule's own alerts.
 * @param versions the tested rule, and its published version if there is one
 * @param live the rules that are currently published, in order
 * @param routes the recipient routes that these rules may name
 */
export function rivalsOf(
  versions: readonly PublishedRule[],
  live: readonly PublishedRule[],
  routes: readonly Route[] = [],
): Rival[] {
  const own = new Set(versions.map(({ id }) => id));
  const receivers = new Set(versions.flatMap((version) => [...sharedKeys(version, routes)]));
  const others = live.filter(({ id, rule }) => !own.has(id) && rule.mode === 'live');
  const found = new Map<string, RivalReason>();
  for (const other of others)
    if ([...sharedKeys(other, routes)].some((key) => receivers.has(key)))
      found.set(other.id, 'shares_receiver');
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const other of others)
      if (!found.has(other.id) && (other.rule.suppresses ?? []).some((id) => own.has(id) || found.has(id)))
        found.set(other.id, 'suppresses');
  }
  return others.flatMap((other) => {
    const because = found.get(other.id);
    return because ? [{ ...other, because }] : [];
  });
}

/** Returns true if no rule can match a trip, because each rule is false or out of scope. */
type RuledOut = (facts: FactTable) => boolean;

/** Returns the comparisons that make the whole condition false if one of them is false: those nested in nothing but `all`. */
function conjuncts(node: CompiledNode): readonly CompiledLeaf[] {
  if (node.kind === 'leaf') return [node];
  if (node.kind === 'named') return conjuncts(node.of);
  return node.kind === 'all' ? node.children.flatMap(conjuncts) : [];
}

function comparableOf(operand: Operand, values: OperandValues): Comparable | undefined {
  const value = values[operand.index];
  return value?.known === true ? value.comparable : undefined;
}

function isFalse({ operand, operator, other, literal }: CompiledLeaf, values: OperandValues): boolean {
  const right = other ? comparableOf(other, values) : literal;
  return applyOperator(operator, comparableOf(operand, values), right) === 'false';
}

/**
 * Returns a check that skips the engine for trips that fail a required comparison, as most trips do. Under `all`, false takes
 * precedence over unknown, so the outcome is the same without the engine, a trace or a sentence.
 */
export function ruledOutBy(compiled: CompiledRules): RuledOut {
  const required = compiled.rules.map((rule): readonly CompiledLeaf[] =>
    'error' in rule ? [] : conjuncts(rule.conditions),
  );
  if (required.some((leaves) => leaves.length === 0)) return () => false;
  return (facts) => {
    const operands = readOperands(compiled.operands, facts);
    return required.every((leaves) => leaves.some((leaf) => isFalse(leaf, operands)));
  };
}
