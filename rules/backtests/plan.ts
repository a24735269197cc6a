import { deliveriesOf, groupKey } from '../admission/index.ts';
import { isChannel } from '../channels/index.ts';
import type { PublishedCondition, Rotation, Route, RuleAction, Settings } from '../documents/index.ts';
import { documentNames, routesNamed } from '../recipients/index.ts';
import type { NamesReceivers } from '../recipients/index.ts';
import { compileRules, readOperands } from '../evaluation/index.ts';
import type {
  CompiledLeaf,
  CompiledNode,
  CompiledRules,
  Operand,
  OperandValues,
  PublishedRule,
} from '../evaluation/index.ts';
import { applyOperator } from '../vocabulary/index.ts';
import type { Comparable, FactTable } from '../vocabulary/index.ts';
import { needsOf } from './needs.ts';
import type { RivalReason } from './result.ts';
import { planSweep } from './sweepRecord.ts';
import type { SweepPlan } from './sweepRecord.ts';
import type { BacktestNeeds } from './needs.ts';

/** A question made ready: its rules in the order in which parts name them, compiled, and what they need. */
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

/** The tested rule runs as if it were live, whatever its mode: what it would send is the question. */
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

/** The rules that stand beside each other when one version is published: that version and the rivals. */
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

/** Another rule that counts at the time of the question and can change what becomes of an alert. */
export interface Rival extends PublishedRule {
  readonly because: RivalReason;
}

/** The routes and rotations that rules name, and the settings, as they were when it was asked. */
export interface BacktestRecipients {
  readonly routes: readonly Route[];
  readonly rotations: readonly Rotation[];
  readonly settings: Settings;
}

/** What a back-test answers: fixed when it is asked, so that a rule published meanwhile changes nothing. */
export interface BacktestQuestion {
  /** The rule to try; version 0 is a draft. */
  readonly tested: PublishedRule;
  /** The published version, when there is one and it is not the tested one. */
  readonly published?: PublishedRule;
  readonly rivals: readonly Rival[];
  /** The shared conditions that these rules may name; absent: none was published. */
  readonly conditions?: readonly PublishedCondition[];
  /** What their recipients are resolved by; absent: they name none that have to be. */
  readonly recipients?: BacktestRecipients;
  /** The number of the tested rule to vary, by its pointer in the rule; absent: nothing is swept. */
  readonly sweep?: { readonly pointer: string };
  /** First and last day, `YYYY-MM-DD`, both included, on the fleet's calendar. */
  readonly from: string;
  readonly to: string;
  /** The fleet's time zone, an IANA name. */
  readonly timezone: string;
}

/** The ways in which rules notify, as they write them. */
export function waysOf(rules: readonly PublishedRule[]): readonly NamesReceivers[] {
  const isWay = (action: RuleAction): action is Extract<RuleAction, NamesReceivers> => isChannel(action.type);
  return rules.flatMap(({ rule }) => rule.actions.filter(isWay));
}

/** Everything that a rule may share a message over: of a route whatever one of its entries names. */
function sharedKeys(rule: PublishedRule, routes: readonly Route[]): ReadonlySet<string> {
  const named = new Set(routesNamed(waysOf([rule])));
  const entries = routes.filter(({ id }) => named.has(id)).flatMap(documentNames);
  return new Set([
    ...deliveriesOf(rule).flatMap(({ action, receiver }) => groupKey(action, receiver) ?? []),
    ...entries.flatMap(({ channel, receiver }) => groupKey(channel, receiver) ?? []),
  ]);
}

/**
 * The live rules that can change what becomes of a rule's alerts: those that suppress it, or notify a receiver of its that
 * messages of one trip share; and whatever suppresses one of these, since a suppressed rule suppresses and carries nothing.
 * No other rule matters: throttles and budgets count a rule's own alerts only.
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

/** Says whether no rule can be anything but not matched, or out of its scope, for a trip. */
type RuledOut = (facts: FactTable) => boolean;

/** Comparisons of which one false makes the whole false: those under nothing but `all`. */
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
 * Most trips fail a condition without which nothing fires. Under `all`, false beats unknown: such a trip needs neither the
 * engine nor a trace nor a sentence, which nobody would read, and its outcome is the same.
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
