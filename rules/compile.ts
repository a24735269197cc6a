import { compileCondition, requiredLeaves } from './compiledCondition.ts';
import type { CompiledLeaf, CompiledNode } from './compiledCondition.ts';
import { engineFor } from './engine.ts';
import type { Decide } from './engine.ts';
import type { FactRequest } from './factRequest.ts';
import { OperandList } from './operand.ts';
import type { Operand } from './operand.ts';
import type { Rule } from './ruleDocument.ts';

/** A rule as it counts: its published version. */
export interface PublishedRule {
  readonly id: string;
  readonly version: number;
  readonly rule: Rule;
  /** It runs in shadow beside the version that counts, since then. */
  readonly trial?: { readonly since: Date };
}

/** One rule, ready to be evaluated again and again. */
export interface CompiledRule {
  readonly published: PublishedRule;
  readonly excluded: ReadonlySet<string>;
  /** Absent: every driver that is not excluded. */
  readonly only?: ReadonlySet<string>;
  readonly conditions: CompiledNode;
  /** Comparisons that nearly always rule the rule out at once; the engine is asked only when all are true. */
  readonly gates: readonly CompiledLeaf[];
  readonly decide: Decide;
}

/** A rule that could not be compiled: it fails, and only it. */
interface BrokenRule {
  readonly published: PublishedRule;
  readonly error: string;
}

/** Rules, ready to be evaluated against any number of trips. */
export interface CompiledRules {
  readonly rules: readonly (CompiledRule | BrokenRule)[];
  /** The facts of all rules that are not off, each operand once. */
  readonly operands: readonly Operand[];
  /** Every distinct fact with its params that any rule needs. */
  readonly requests: readonly FactRequest[];
}

function compileRule(published: PublishedRule, operands: OperandList): CompiledRule {
  const { scope } = published.rule;
  const conditions = compileCondition(published.rule.conditions, operands);
  return {
    published,
    excluded: new Set(scope?.exclude_drivers),
    ...(scope?.drivers && { only: new Set(scope.drivers) }),
    conditions,
    gates: requiredLeaves(conditions).filter((leaf) => leaf.operand.definition.selective === true),
    decide: engineFor(conditions),
  };
}

/** A rule that is off keeps its place in the decision and asks for no facts. */
const NEVER: CompiledNode = { kind: 'any', children: [] };

function compileOff(published: PublishedRule): CompiledRule {
  return {
    published,
    excluded: new Set(),
    conditions: NEVER,
    gates: [],
    decide: () => Promise.resolve(false),
  };
}

/**
 * Compiles rules once, to be evaluated many times. It does not throw: a rule that cannot be compiled is kept as broken
 * and fails alone when it is evaluated.
 */
export function compileRules(rules: readonly PublishedRule[]): CompiledRules {
  const operands = new OperandList();
  const compiled = rules.map((published): CompiledRule | BrokenRule => {
    try {
      return published.rule.mode === 'off' ? compileOff(published) : compileRule(published, operands);
    } catch (error) {
      return { published, error: error instanceof Error ? error.message : 'it could not be compiled' };
    }
  });
  const requests = new Map(operands.all.map((operand) => [operand.key, operand.request]));
  return { rules: compiled, operands: operands.all, requests: [...requests.values()] };
}
