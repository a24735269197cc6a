import { compileRules } from '../rules/compile.ts';
import type { CompiledRules, PublishedRule } from '../rules/compile.ts';
import type { PublishedCondition, Rule, SharedCondition } from '../rules/schema.ts';
import { publishedOfKinds } from '../store/documentReads.ts';
import type { Db } from '../store/database.ts';
import { runningTrials } from '../store/trials.ts';

/** A fleet's published rules with their shared conditions, compiled. */
export interface FleetRules {
  /** Drafts on trial come last, so that a rule's id finds the version that counts. */
  readonly published: readonly PublishedRule[];
  /** The shared conditions that rules may name. */
  readonly conditions: readonly PublishedCondition[];
  readonly compiled: CompiledRules;
}

/** Loads a fleet's published rules as they are now. */
export type RuleLoader = (db: Db, fleet: string) => Promise<FleetRules>;

/** How many sets of rules stay compiled: one a fleet, and the ones before that are still in use. */
const KEPT = 200;

/** A loader that compiles a set of rules once: a set that was seen before is not compiled again. */
export function createRuleLoader(): RuleLoader {
  const cache = new Map<string, FleetRules>();
  return async (db, fleet) => {
    // Read together, so that a rule is never seen without the condition it was published with.
    const documents = await publishedOfKinds(db, { fleetId: fleet, kinds: ['rule', 'condition'] });
    const trials = await runningTrials(db, { fleetId: fleet, kind: 'rule' });
    const counting = documents.map((each) => `${each.kind}/${each.id}@${each.version}`).join(' ');
    const key = `${fleet} ${counting} / ${trials.map((each) => `${each.id}@${each.version}`).join(' ')}`;
    const known = cache.get(key);
    if (known) return known;
    const ofKind = (kind: string) => documents.filter((each) => each.kind === kind);
    const rules = compileFleetRules(
      [
        ...ofKind('rule').map(({ id, version, body }) => ({ id, version, rule: body as unknown as Rule })),
        ...trials.map(({ id, version, body, since }) => ({
          ...{ id, version, rule: body as unknown as Rule, trial: { since } },
        })),
      ],
      ofKind('condition').map(({ id, version, body }) => ({
        id,
        version,
        condition: body as unknown as SharedCondition,
      })),
    );
    if (cache.size >= KEPT) cache.delete(cache.keys().next().value!);
    cache.set(key, rules);
    return rules;
  };
}

/** Rules compiled as a fleet's own, for a simulation of drafts; `conditions` are those they may name. */
export function compileFleetRules(
  published: readonly PublishedRule[],
  conditions: readonly PublishedCondition[],
): FleetRules {
  return { published, conditions, compiled: compileRules(published, conditions) };
}
