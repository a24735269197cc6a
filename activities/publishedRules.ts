import { compileRules } from '../rules/compile.ts';
import type { CompiledRules, PublishedRule } from '../rules/compile.ts';
import type { PublishedCondition, Rule, SharedCondition } from '../rules/schema.ts';
import type { Db } from '../store/database.ts';
import { documentsInForce } from '../store/trials.ts';
import type { DocumentInForce } from '../store/trials.ts';

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
    // Read together, so that a rule is never seen without the condition it was published with, nor a trial beside another
    // version than it ran beside.
    const documents = await documentsInForce(db, { fleetId: fleet, kinds: ['rule', 'condition'] });
    const named = documents.map(
      ({ kind, id, version, trial }) => `${kind}/${id}@${version}${trial ? '!' : ''}`,
    );
    const key = `${fleet} ${named.join(' ')}`;
    const known = cache.get(key);
    if (known) return known;
    const rules = compileFleetRules(rulesIn(documents), conditionsIn(documents));
    if (cache.size >= KEPT) cache.delete(cache.keys().next().value!);
    cache.set(key, rules);
    return rules;
  };
}

/** Drafts on trial last. */
function rulesIn(documents: readonly DocumentInForce[]): PublishedRule[] {
  const rules = documents.filter(({ kind }) => kind === 'rule');
  const inOrder = [...rules.filter(({ trial }) => !trial), ...rules.filter(({ trial }) => trial)];
  return inOrder.map(({ id, version, body, trial }) => ({
    ...{ id, version, rule: body as unknown as Rule },
    ...(trial && { trial }),
  }));
}

function conditionsIn(documents: readonly DocumentInForce[]): PublishedCondition[] {
  return documents
    .filter(({ kind, trial }) => kind === 'condition' && !trial)
    .map(({ id, version, body }) => ({ id, version, condition: body as unknown as SharedCondition }));
}

/** Rules compiled as a fleet's own, for a simulation of drafts; `conditions` are those they may name. */
export function compileFleetRules(
  published: readonly PublishedRule[],
  conditions: readonly PublishedCondition[],
): FleetRules {
  return { published, conditions, compiled: compileRules(published, conditions) };
}
