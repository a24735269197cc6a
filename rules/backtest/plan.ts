import { compileRules } from '../evaluation/index.ts';
import type { CompiledRules, PublishedRule } from '../evaluation/index.ts';
import { needsOf } from './needs.ts';
import type { BacktestNeeds } from './needs.ts';
import { TESTED } from './question.ts';
import type { BacktestQuestion } from './question.ts';
import { ruledOutBy } from './ruledOut.ts';
import type { RuledOut } from './ruledOut.ts';

/** A question made ready: its rules in the order in which parts name them, compiled, and what they need. */
export interface BacktestPlan {
  /** The tested rule as if live, then its published version when there is one, then the rivals. */
  readonly rules: readonly PublishedRule[];
  /** Position of the published version. */
  readonly published?: number;
  readonly compiled: CompiledRules;
  readonly ruledOut: RuledOut;
  readonly needs: BacktestNeeds;
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
  return {
    rules,
    ...(published && { published: TESTED + 1 }),
    compiled,
    ruledOut: ruledOutBy(compiled),
    needs: needsOf(compiled.requests),
  };
}

/** The rules that stand beside each other when one version is in force: that version and the rivals. */
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
