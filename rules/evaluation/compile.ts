import { ConditionCompiler } from './compiledCondition.ts';
import type { CompiledLeaf, CompiledNode } from './compiledCondition.ts';
import type { RuleDecision } from './decision.ts';
import { engineFor } from './engine.ts';
import type { Decide } from './engine.ts';
import type { FactRequest } from '../vocabulary/index.ts';
import { placesIn } from './nearestMiss.ts';
import type { Operand } from './operandValues.ts';
import type { PublishedCondition, Rule } from '../documents/index.ts';

/** The published version of a rule. */
export interface PublishedRule {
  readonly id: string;
  readonly version: number;
  readonly rule: Rule;
  /** Shared conditions of a simulated rule, used instead of the published ones with the same ids; version 0 is a draft. */
  readonly conditions?: readonly PublishedCondition[];
}

/** Cached decisions of a rule that did not depend on conditions, by reason and the inputs of its values. */
type FixedDecisions = Map<string, RuleDecision>;

/** One rule, compiled for repeated evaluation. */
export interface CompiledRule {
  readonly published: PublishedRule;
  readonly excluded: ReadonlySet<string>;
  /** Absent: every driver that is not excluded. */
  readonly only?: ReadonlySet<string>;
  /** Absent: drivers of any group and of none. */
  readonly groups?: ReadonlySet<string>;
  readonly conditions: CompiledNode;
  /** Versions of the shared conditions in the rule; absent: it has none. */
  readonly shared?: RuleDecision['conditions'];
  /** The place of each comparison in the rule. */
  readonly places: ReadonlyMap<CompiledLeaf, string>;
  readonly decide: Decide;
  readonly fixed: FixedDecisions;
}

/** A rule that could not be compiled. It fails, and other rules are unaffected. */
interface BrokenRule {
  readonly published: PublishedRule;
  readonly error: string;
  readonly fixed: FixedDecisions;
}

/** Rules, compiled for evaluation against any number of trips. */
export interface CompiledRules {
  readonly rules: readonly (CompiledRule | BrokenRule)[];
  /** The facts of all rules that are not off, each operand once. */
  readonly operands: readonly Operand[];
  /** Every distinct fact with its params that any rule needs. */
  readonly requests: readonly FactRequest[];
  /** Whether a scope or a throttle needs the driver's groups; `planFacts` returns whether a fact does. */
  readonly needsGroups: boolean;
}

function compileRule(published: PublishedRule, compiler: ConditionCompiler): CompiledRule {
  const { scope } = published.rule;
  const { conditions, used } = compiler.compile(published.rule.conditions, published.conditions);
  return {
    published,
    excluded: new Set(scope?.exclude_drivers),
    ...(scope?.drivers && { only: new Set(scope.drivers) }),
    ...(scope?.groups && { groups: new Set(scope.groups) }),
    conditions,
    ...(used.length > 0 && { shared: used.map(({ id, version }) => ({ id, version })) }),
    places: placesIn(conditions, '/conditions'),
    decide: engineFor(conditions),
    fixed: new Map(),
  };
}

function asksForGroups({ rule }: PublishedRule): boolean {
  return rule.mode !== 'off' && (rule.scope?.groups !== undefined || rule.throttle?.per === 'group');
}

/** The conditions of a rule that is off: it keeps its place in the decision and requests no facts. */
const NEVER: CompiledNode = { kind: 'any', children: [] };

function compileOff(published: PublishedRule): CompiledRule {
  return {
    published,
    excluded: new Set(),
    conditions: NEVER,
    places: new Map(),
    decide: () => Promise.resolve(false),
    fixed: new Map(),
  };
}

/**
 * Compiles rules once for many evaluations. Never throws: a rule that cannot be compiled is marked as broken, and fails alone
 * when it is evaluated. An example is a rule that names an unknown shared condition.
 * @param conditions the shared conditions that rules may name
 */
export function compileRules(
  rules: readonly PublishedRule[],
  conditions: readonly PublishedCondition[] = [],
): CompiledRules {
  const compiler = new ConditionCompiler(conditions);
  const compiled = rules.map((published): CompiledRule | BrokenRule => {
    try {
      return published.rule.mode === 'off' ? compileOff(published) : compileRule(published, compiler);
    } catch (error) {
      const message = error instanceof Error ? error.message : 'it could not be compiled';
      return { published, error: message, fixed: new Map() };
    }
  });
  const operands = compiler.operands.all;
  const requests = new Map(operands.map((operand) => [operand.key, operand.request]));
  return {
    rules: compiled,
    operands,
    requests: [...requests.values()],
    needsGroups: rules.some(asksForGroups),
  };
}
