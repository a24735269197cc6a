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

/** A question made ready: its rules in the order in which parts name them, compiled, and the data that they need. */
export interface BacktestPlan {
  /** The tested rule as if live, then its published version when there is one, then the rivals. */
  readonly rules: readonly PublishedRule[];
  /** Position of the published version. */
  readonly published?: number;
  readonly compiled: CompiledRules;
  readonly ruledOut: RuledOut;
  readonly needs: BacktestNeeds;
  /** Absent: nothing is swept, or the tested rule could not be compiled. */
  readonly sweep?: SweepPlan;
}

/** Makes the tested rule live, whatever its mode, because the question is what it would send. */
function asLive(rule: PublishedRule): PublishedRule {
  return { ...rule, rule: { ...rule.rule, mode: 'live' } };
}

/** Makes a question ready. The published version and the rivals keep their modes. */
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

/** Returns the rules that are published together when one version is: that version and the rivals. */
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

/** Another rule that is published at the time of the question and can change the outcome of an alert. */
export interface Rival extends PublishedRule {
  readonly because: RivalReason;
}

/** The routes and rotations that rules name, and the settings, as they were at the time of the question. */
export interface BacktestRecipients {
  readonly routes: readonly Route[];
  readonly rotations: readonly Rotation[];
  readonly settings: Settings;
}

/** The question of a back-test, fixed at its start so that a rule published meanwhile changes nothing. */
export interface BacktestQuestion {
  /** The rule to try; version 0 is a draft. */
  readonly tested: PublishedRule;
  /** The published version, when there is one and it is not the tested one. */
  readonly published?: PublishedRule;
  readonly rivals: readonly Rival[];
  /** The shared conditions that these rules may name; absent: none was published. */
  readonly conditions?: readonly PublishedCondition[];
  /** The documents that resolve these rules' recipients; absent: no recipient needs them. */
  readonly recipients?: BacktestRecipients;
  /** The number of the tested rule to vary, by its pointer in the rule; absent: nothing is swept. */
  readonly sweep?: { readonly pointer: string };
  /** First and last day, `YYYY-MM-DD`, both included, on the fleet's calendar. */
  readonly from: string;
  readonly to: string;
  /** The fleet's time zone, an IANA name. */
  readonly timezone: string;
}

/** Lists the actions of rules that notify by a channel. */
export function waysOf(rules: readonly PublishedRule[]): readonly NamesReceivers[] {
  const isWay = (action: RuleAction): action is Extract<RuleAction, NamesReceivers> => isChannel(action.type);
  return rules.flatMap(({ rule }) => rule.actions.filter(isWay));
}

/** Returns the receivers over which a rule may share a message, those of every entry of a named route included. */
function sharedKeys(rule: PublishedRule, routes: readonly Route[]): ReadonlySet<string> {
  const named = new Set(routesNamed(waysOf([rule])));
  const entries = routes.filter(({ id }) => named.has(id)).flatMap(documentNames);
  return new Set([
    ...deliveriesOf(rule).flatMap(({ action, receiver }) => groupKey(action, receiver) ?? []),
    ...entries.flatMap(({ channel, receiver }) => groupKey(channel, receiver) ?? []),
  ]);
}

/**
 * Returns the live rules that can change the outcome of a rule's alerts: rules that suppress it, or share messages of one trip
 * with it. Rules that suppress one of these are included, because a suppressed rule suppresses and sends nothing. No other rule
 * matters, because throttles and budgets apply to a rule's own alerts only.
 * @param versions the rule to try, and its published version when there is one
 * @param live the rules that are published at this moment, in order
 * @param routes the recipient routes that they may name
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

/** Returns whether every rule is not matched, or out of its scope, for a trip. */
type RuledOut = (facts: FactTable) => boolean;

/** Returns the comparisons of which one false makes the whole false: those under nothing but `all`. */
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
 * Returns the check that skips the engine for trips that fail a required comparison, which most trips do. Under `all`, false
 * beats unknown, so the outcome is the same without the engine, a trace or a sentence.
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
