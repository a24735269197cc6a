import { budgetMessagesOf } from '../../rules/admission/index.ts';
import type { AdmittedAlert } from '../../rules/admission/index.ts';
import type { PublishedRule } from '../../rules/evaluation/index.ts';
import { localDay } from '../../rules/time/index.ts';
import { planBudgetMessage } from '../../store/deliveries/index.ts';
import type { Tx } from '../../store/db/index.ts';
import { rowKey } from '../../store/trips/index.ts';
import type { TripKey } from '../../workflows/contracts/index.ts';

/** What was admitted of one revision of a trip. */
export interface AdmittedTrip {
  readonly key: TripKey;
  readonly alerts: readonly AdmittedAlert[];
  readonly groups: readonly string[] | undefined;
  readonly revision: number;
  readonly at: Date;
  readonly fleetTimezone: string;
}

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
