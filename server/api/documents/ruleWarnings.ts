import { neededBy } from '../../../rules/documents/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { publishedConditions, publishedDocuments } from '../../../store/documents/index.ts';
import { givingWay } from '../../http/index.ts';

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
