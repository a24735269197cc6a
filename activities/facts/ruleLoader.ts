import { compileRules } from '../../rules/evaluation/index.ts';
import type { CompiledRules, PublishedRule } from '../../rules/evaluation/index.ts';
import type { PublishedCondition, Rule, SharedCondition } from '../../rules/lint/index.ts';
import type { Db } from '../../store/db/index.ts';
import { fleetDocuments } from '../../store/documents/index.ts';
import type { FleetDocuments, PublishedDocument } from '../../store/documents/index.ts';
import { recipientDocumentsIn } from './recipients.ts';
import type { RecipientDocuments } from './recipients.ts';

/** Published rules of a fleet with their shared conditions, compiled. */
export interface FleetRules {
  readonly published: readonly PublishedRule[];
  /** Shared conditions to which rules may refer. */
  readonly conditions: readonly PublishedCondition[];
  readonly compiled: CompiledRules;
  /** Documents with which the rules' recipients are resolved. */
  readonly recipients: RecipientDocuments;
}

/**
 * Function that loads the currently published rules of a fleet. @param mark the version mark of the fleet's documents, if the
 * caller has just read it
 */
export type RuleLoader = (
  db: Db,
  fleet: string,
  mark?: { readonly mark: string | undefined },
) => Promise<FleetRules>;

/** Creates a loader that compiles a fleet's rules once, and again only after a publication. */
export function createRuleLoader(): RuleLoader {
  const compiled = new WeakMap<FleetDocuments, FleetRules>();
  return async (db, fleet, mark) => {
    const inUse = await fleetDocuments(db, fleet, mark);
    const known = compiled.get(inUse);
    if (known) return known;
    const recipients = recipientDocumentsIn(inUse.documents);
    const rules = compileFleetRules(rulesIn(inUse.documents), conditionsIn(inUse.documents), recipients);
    compiled.set(inUse, rules);
    return rules;
  };
}

function rulesIn(documents: readonly PublishedDocument[]): PublishedRule[] {
  return documents
    .filter(({ kind }) => kind === 'rule')
    .map(({ id, version, body }) => ({ id, version, rule: body as unknown as Rule }));
}

function conditionsIn(documents: readonly PublishedDocument[]): PublishedCondition[] {
  return documents
    .filter(({ kind }) => kind === 'condition')
    .map(({ id, version, body }) => ({ id, version, condition: body as unknown as SharedCondition }));
}

/**
 * Compiles rules like the published ones of a fleet, so that drafts can be simulated.
 * @param conditions the shared conditions to which the rules may refer
 * @param recipients the documents with which recipients are resolved
 */
export function compileFleetRules(
  published: readonly PublishedRule[],
  conditions: readonly PublishedCondition[],
  recipients: RecipientDocuments = recipientDocumentsIn([]),
): FleetRules {
  return { published, conditions, compiled: compileRules(published, conditions), recipients };
}
