import { budgetMessagesOf } from '../rules/budgetMessages.ts';
import type { PublishedRule } from '../rules/compile.ts';
import { localDay } from '../rules/zonedTime.ts';
import { planBudgetMessage } from '../store/budgetMessages.ts';
import type { Tx } from '../store/database.ts';
import { rowKey } from '../store/trips.ts';
import type { AdmittedTrip } from './recordAlerts.ts';

/** Plans what a rule over its budget tells, each once a day. */
export async function planBudgetMessages(
  tx: Tx,
  { key, revision, at, fleetTimezone }: AdmittedTrip,
  { id: rule, version, rule: document }: PublishedRule,
): Promise<void> {
  const day = localDay(at, fleetTimezone);
  for (const message of budgetMessagesOf(document, { at, day })) {
    const { kind, action, receiver, at: releaseAt } = message;
    await planBudgetMessage(tx, {
      ...rowKey(key),
      ...{ kind, rule, version, date: day.date, action, receiver, revision, at },
      ...(releaseAt > at && { releaseAt }),
    });
  }
}
