import { compileRules } from '../rules/compile.ts';
import type { CompiledRules, PublishedRule } from '../rules/compile.ts';
import type { Rule } from '../rules/schema.ts';
import { publishedDocuments } from '../store/documentReads.ts';
import type { Db } from '../store/database.ts';
import { runningTrials } from '../store/trials.ts';

/** A fleet's published rules, compiled. */
export interface FleetRules {
  /** Drafts on trial come last, so that a rule's id finds the version that counts. */
  readonly published: readonly PublishedRule[];
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
    const documents = await publishedDocuments(db, { fleetId: fleet, kind: 'rule' });
    const trials = await runningTrials(db, { fleetId: fleet, kind: 'rule' });
    const key = `${fleet} ${documents.map((each) => `${each.id}@${each.version}`).join(' ')} / ${trials.map((each) => `${each.id}@${each.version}`).join(' ')}`;
    const known = cache.get(key);
    if (known) return known;
    const rules = compileFleetRules([
      ...documents.map(({ id, version, body }) => ({ id, version, rule: body as unknown as Rule })),
      ...trials.map(({ id, version, body, since }) => ({
        ...{ id, version, rule: body as unknown as Rule, trial: { since } },
      })),
    ]);
    if (cache.size >= KEPT) cache.delete(cache.keys().next().value!);
    cache.set(key, rules);
    return rules;
  };
}

/** Rules compiled as a fleet's own, for a simulation of drafts. */
export function compileFleetRules(published: readonly PublishedRule[]): FleetRules {
  return { published, compiled: compileRules(published) };
}
