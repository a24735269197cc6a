import { attributePaths, neededBy } from '../../../rules/documents/index.ts';
import type { FleetNames } from '../../../rules/documents/index.ts';
import { fleetNamesIn, unknownFleetNames } from '../../../rules/lint/index.ts';
import type { DocumentIssue, NamesFleet } from '../../../rules/lint/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { publishedConditions, publishedDocuments } from '../../../store/documents/index.ts';
import { knownGroups, listGroups, newestAttributes } from '../../../store/facts/index.ts';
import { givingWay } from '../../http/index.ts';

/** Drivers whose attributes are checked: enough to see every name that is in use. */
const DRIVERS = 500;

/** The names that only this fleet knows, as far as they were read: its groups, and what its drivers' attributes are called. */
export async function storedFleetNames(db: Db, fleetId: string): Promise<FleetNames> {
  const [groups, attributes] = await Promise.all([
    listGroups(db, fleetId),
    newestAttributes(db, { fleetId, drivers: DRIVERS }),
  ]);
  return { groups, attributePaths: attributePaths(attributes) };
}

/** Warnings about the groups and driver attributes that a document names, as far as those of the fleet were read. */
export async function fleetWarnings(
  db: Db,
  fleetId: string,
  document: NamesFleet,
): Promise<readonly DocumentIssue[]> {
  const named = fleetNamesIn(document);
  const groups = named.has('group') ? await knownGroups(db, fleetId) : undefined;
  const attributePaths = named.has('attribute')
    ? ((await storedFleetNames(db, fleetId)).attributePaths ?? [])
    : [];
  return unknownFleetNames(document, {
    groups,
    // No attribute at all is no news of what they are called.
    ...(attributePaths.length > 0 && { attributePaths }),
  });
}

/** Whether trips may go because of a rule that counts: one in shadow deletes nothing. */
export function deletesTrips(rule: JsonObject): boolean {
  const { mode, actions } = rule as { readonly mode?: unknown; readonly actions?: unknown };
  return (
    mode === 'live' &&
    Array.isArray(actions) &&
    actions.some((action: { readonly type?: unknown }) => action.type === 'delete_trip')
  );
}

/** The first of a fleet's rules that deletes trips and hangs on a shared condition, through others as well. */
export async function deletingRuleWith(
  db: Db,
  { fleetId, condition }: { readonly fleetId: string; readonly condition: string },
): Promise<string | undefined> {
  const conditions = await publishedConditions(db, fleetId);
  const rules = await publishedDocuments(db, { fleetId, kind: 'rule' });
  for await (const { id, body } of givingWay(rules)) {
    if (!deletesTrips(body)) continue;
    if (neededBy(body['conditions'], (each) => conditions.get(each)).includes(condition)) return id;
  }
  return undefined;
}

/** The first of a fleet's rules that deletes trips and is held back by a silence with this scope. */
export async function deletingRuleUnder(
  db: Db,
  { fleetId, rules: silenced }: { readonly fleetId: string; readonly rules: readonly string[] | null },
): Promise<string | undefined> {
  const rules = await publishedDocuments(db, { fleetId, kind: 'rule' });
  return rules.find(({ id, body }) => deletesTrips(body) && (silenced === null || silenced.includes(id)))?.id;
}
