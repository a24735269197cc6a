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
  /** Shared conditions that replace the published ones with the same ids when a rule is simulated. Version 0 is a draft. */
  readonly conditions?: readonly PublishedCondition[];
}

/**
 * Cached decisions that did not depend on the conditions, such as "out of scope". The key consists of the reason and its inputs.
 */
type FixedDecisions = Map<string, RuleDecision>;

/** One rule, compiled for repeated evaluation. */
export interface CompiledRule {
  readonly published: PublishedRule;
  readonly excluded: ReadonlySet<string>;
  /** Drivers to whom the rule applies. Absent: all drivers that are not excluded. */
  readonly only?: ReadonlySet<string>;
  /** Groups to which the rule applies. Absent: drivers of any group or of none. */
  readonly groups?: ReadonlySet<string>;
  readonly conditions: CompiledNode;
  /** Versions of the shared conditions that the rule uses. Absent if it uses none. */
  readonly shared?: RuleDecision['conditions'];
  /** JSON pointer of each comparison in the rule. */
  readonly places: ReadonlyMap<CompiledLeaf, string>;
  readonly decide: Decide;
  readonly fixed: FixedDecisions;
}

/** A rule that could not be compiled. Its decisions are `failed`; other rules are not affected. */
interface BrokenRule {
  readonly published: PublishedRule;
  readonly error: string;
  readonly fixed: FixedDecisions;
}

/** Rules that were compiled once to be evaluated for many trips. */
export interface CompiledRules {
  readonly rules: readonly (CompiledRule | BrokenRule)[];
  /** The facts that the rules compare, each once. Rules that are off need none. */
  readonly operands: readonly Operand[];
  /** All facts that the rules need, each once per set of params. */
  readonly requests: readonly FactRequest[];
  /** Whether a rule's scope or throttle needs the driver's groups. Whether a fact needs them is determined by `planFacts`. */
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

/** Conditions of a rule that is off. The rule keeps its position in the decision, but needs no facts. */
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
 * Compiles rules once for many evaluations. Never throws: a rule that cannot be compiled, for example because it names an unknown
 * shared condition, is marked as broken. Only that rule fails when it is evaluated.
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
