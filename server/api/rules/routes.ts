import * as z from 'zod';
import type { SharedConditions } from '../../../rules/documents/index.ts';
import { repeats, sameConditionsIssue } from '../../../rules/lint/conditions/index.ts';
import { settingsFrom } from '../../../rules/drivers/index.ts';
import {
  IN_THIS_FLEET,
  hiddenDriverFields,
  lintRouteUse,
  parseRule,
  recipientsOfRule,
  slowPolicies,
  suppressedDeletions,
  unknownPolicies,
  unknownRules,
} from '../../../rules/lint/index.ts';
import type { ParsedDocument, Rule } from '../../../rules/lint/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import type { Db } from '../../../store/db/index.ts';
import {
  documentIds,
  documentNames,
  publishedConditions,
  publishedDocuments,
  publishedOfKinds,
  publishedPolicies,
  publishedRoutes,
} from '../../../store/documents/index.ts';
import { publishedSettings } from '../../../store/drivers/index.ts';
import { givingWay } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { anyRule, onWire } from '../http/index.ts';
import type { RouteMaker } from '../http/index.ts';
import { documentRoutes, fleetWarnings, recipientWarnings } from '../documents/index.ts';
import { countingConditions } from '../simulations/index.ts';
import { firesOften } from '../facts/index.ts';
import { deletesTrips, ruleModeRoute } from './mode.ts';
import { shadowCopyRoutes } from './shadowCopies.ts';
import type { DocumentType } from '../documents/index.ts';

async function publishedRules(db: Db, fleetId: string): Promise<Rule[]> {
  const documents = await publishedDocuments(db, { fleetId, kind: 'rule' });
  return documents.map(({ id, body }) => ({ ...(body as unknown as Rule), id }));
}

/** Returns the ids of other rules with the same conditions. A rule and its shadow copy may share conditions. */
async function sameRules(rule: Rule, others: readonly Rule[], shared: SharedConditions): Promise<string[]> {
  const same: string[] = [];
  const isSame = repeats(rule, shared);
  for await (const other of givingWay(others))
    if (other.id !== rule.copy_of && other.copy_of !== rule.id && isSame(other)) same.push(other.id);
  return same;
}

/** Rules as a kind of document, for the routes of documents. */
const RULES: DocumentType = {
  kind: 'rule',
  path: '/rules',
  tag: 'Rules',
  one: 'rule',
  many: 'rules',
  field: 'rule',
  idOne: 'Rule',
  idMany: 'Rules',
  completes: 'groups, driver attributes and escalation policies',
  names: async (db, fleetId) => ({ policies: [...(await publishedPolicies(db, fleetId)).keys()] }),
  schema: anyRule,
  async read(db, fleetId, body): Promise<ParsedDocument<JsonObject>> {
    const read = parseRule(body, { conditions: await publishedConditions(db, fleetId) });
    return read.ok ? { ...read, document: read.document as unknown as JsonObject } : read;
  },
  async warnings(db, { fleetId, id }, document) {
    const others = await publishedRules(db, fleetId);
    const rule = { ...(document as unknown as Rule), id };
    const same = await sameRules(rule, others, await publishedConditions(db, fleetId));
    const copied = same.length === 0 ? [] : [sameConditionsIssue(same)];
    // The ids include drafts, because a rule may name another rule that is not published yet.
    const ids = [...(await documentIds(db, { fleetId, kind: 'rule' })), id];
    const policies = await publishedPolicies(db, fleetId);
    const settings = settingsFrom(await publishedSettings(db, fleetId));
    const named = recipientsOfRule(rule);
    const routes = lintRouteUse(named, await publishedRoutes(db, fleetId));
    return [
      ...copied,
      ...unknownRules(rule, { ids, where: IN_THIS_FLEET }),
      ...unknownPolicies(rule, policies),
      ...slowPolicies(rule, policies),
      ...(await fleetWarnings(db, fleetId, rule)),
      ...hiddenDriverFields(rule, settings),
      ...routes.errors,
      ...routes.warnings,
      ...(await recipientWarnings(db, fleetId, named)),
    ];
  },
  async tried(db, { fleetId, id }, document) {
    const documents = await publishedOfKinds(db, { fleetId, kinds: ['condition'] });
    const rule = { ...(document as unknown as Rule), id };
    return firesOften(db, { fleetId, rule, conditions: countingConditions(documents) });
  },
  deletesTrips,
  async breaks(db, { fleetId, id }, document) {
    const rule = { ...(document as unknown as Rule), id };
    return [
      ...unknownPolicies(rule, await publishedPolicies(db, fleetId)),
      ...suppressedDeletions(rule, await publishedRules(db, fleetId)),
      ...lintRouteUse(recipientsOfRule(rule), await publishedRoutes(db, fleetId)).errors,
    ];
  },
};

const ruleName = z.object({
  id: z.string(),
  name: z.string().optional().meta({ description: 'Absent: it is called by its id.' }),
  severity: z.enum(['info', 'warning', 'critical']).optional(),
});
const ruleNames = z.object({ items: z.array(ruleName) }).meta({ id: 'RuleNames' });

/** Returns the routes of rules: draft, published version, history, names, mode and shadow copies. */
export function ruleRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  return [
    api({
      method: 'get',
      path: '/rule-names',
      id: 'getRuleNames',
      tag: 'Rules',
      role: 'viewer',
      isGroupScoped: true,
      summary: 'List what all rules are called, and how severe their alerts are',
      description:
        'Drafts and retired rules included. For choosing a rule, and for showing names beside ids. It holds nothing of what they are about, so that whoever is limited to groups can name what alerts them.',
      answer: { description: 'All rules, in the order of their ids.', schema: ruleNames },
      async run({ fleetId }) {
        const names = await documentNames(deps.database.db, { fleetId, kinds: ['rule'] });
        return {
          items: names.map((row) =>
            onWire(ruleName, row, { severity: row.severity as Rule['severity'] | null }),
          ),
        };
      },
    }),
    ...documentRoutes(api, deps, RULES),
    ruleModeRoute(api, deps, RULES),
    ...shadowCopyRoutes(api, deps, RULES),
  ];
}
