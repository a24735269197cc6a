import { compileRules } from '../../rules/evaluation/index.ts';
import type { CompiledRules, PublishedRule } from '../../rules/evaluation/index.ts';
import type { PublishedCondition, Rule, SharedCondition } from '../../rules/lint/index.ts';
import type { Db } from '../../store/db/index.ts';
import { fleetDocuments } from '../../store/documents/index.ts';
import type { FleetDocuments, PublishedDocument } from '../../store/documents/index.ts';
import { recipientDocumentsIn } from './recipients.ts';
import type { RecipientDocuments } from './recipients.ts';

/** A fleet's published rules with their shared conditions, compiled. */
export interface FleetRules {
  /** The rules. */
  readonly published: readonly PublishedRule[];
  /** The shared conditions that rules may name. */
  readonly conditions: readonly PublishedCondition[];
  readonly compiled: CompiledRules;
  /** Documents by which their recipients are resolved. */
  readonly recipients: RecipientDocuments;
}

/** A function that loads a fleet's published rules as they are now. @param mark of the published documents, when just read */
export type RuleLoader = (
  db: Db,
  fleet: string,
  mark?: { readonly mark: string | undefined },
) => Promise<FleetRules>;

/** Creates a loader that compiles rules once for as long as they, and the documents beside them, stay published. */
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

/** Compiles rules as a fleet's own, for a simulation of drafts; `conditions` and `recipients` are those that they may name. */
export function compileFleetRules(
  published: readonly PublishedRule[],
  conditions: readonly PublishedCondition[],
  recipients: RecipientDocuments = recipientDocumentsIn([]),
): FleetRules {
  return { published, conditions, compiled: compileRules(published, conditions), recipients };
}
