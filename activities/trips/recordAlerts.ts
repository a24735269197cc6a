import { unsuppressedWords } from '../../messages/format/index.ts';
import { budgetMessagesOf, groupKey, inSendingOrder } from '../../rules/admission/index.ts';
import type {
  AdmittedAlert,
  AdmittedDelivery,
  ResolveRecipients,
  Unsuppressed,
} from '../../rules/admission/index.ts';
import type { PublishedRule } from '../../rules/evaluation/index.ts';
import { localDay } from '../../rules/time/index.ts';
import { recordAlert } from '../../store/alerts/index.ts';
import { recordAudit } from '../../store/db/index.ts';
import type { Tx } from '../../store/db/index.ts';
import { planBudgetMessage, planDelivery } from '../../store/deliveries/index.ts';
import { rowKey } from '../../store/trips/index.ts';
import type { TripKey } from '../../workflows/contracts/index.ts';

/**
 * Records every alert with its state, and plans its deliveries in the ledger. Plans a message before those that are grouped into
 * it. A stopped alert has no deliveries; its reason is recorded with the alert.
 */
export async function recordAlerts(tx: Tx, admitted: AdmittedTrip): Promise<void> {
  const { key, alerts, groups, revisionOf, at } = admitted;
  const ids = new Map<AdmittedAlert, string>();
  for (const alert of alerts) {
    const { id: rule, version } = alert.match.published;
    const { severity } = alert.match.published.rule;
    const unsuppressed = alert.reason === 'suppressed' ? undefined : admitted.unsuppressed?.get(rule);
    const { id } = await recordAlert(tx, {
      ...rowKey(key),
      rule,
      version,
      revision: revisionOf(rule),
      severity,
      groups,
      at,
      state: alert.state,
      passedThrottle: alert.passedThrottle,
      passedBudget: alert.passedBudget,
      inShadow: alert.match.published.rule.mode !== 'live',
      ...(alert.reason !== undefined && { reason: alert.reason }),
      ...(alert.detail !== undefined && { detail: alert.detail }),
      ...(unsuppressed && { unsuppressed }),
    });
    ids.set(alert, id);
    if (unsuppressed) await noteUnsuppressed(tx, admitted, { rule, unsuppressed });
    if (alert.reason === 'over_budget') await planBudgetMessages(tx, admitted, alert.match.published);
  }
  await planDeliveries(tx, admitted, ids);
}

/** Records in the audit log when and why an alert is no longer suppressed. */
async function noteUnsuppressed(
  tx: Tx,
  { key, at }: AdmittedTrip,
  { rule, unsuppressed: { by, ended } }: { readonly rule: string; readonly unsuppressed: Unsuppressed },
): Promise<void> {
  const { fleet: fleetId, driverId, tripId } = key;
  await recordAudit(tx, {
    fleetId,
    at,
    who: 'tripline',
    action: 'alert.unsuppressed',
    subjectType: 'trip',
    subjectId: `${driverId}/${tripId}`,
    why: `${rule}: ${unsuppressedWords({ by, ended })}`,
    details: { driver_id: driverId, trip_id: tripId, rule, suppressed_by: by, ended },
  });
}

async function planDeliveries(
  tx: Tx,
  { key, alerts, revisionOf, at }: AdmittedTrip,
  ids: ReadonlyMap<AdmittedAlert, string>,
): Promise<void> {
  const summaryIds = new Map<string, string>();
  const all = inSendingOrder(alerts.filter(({ state }) => state !== 'stopped'));
  const ordered = [
    ...all.filter(({ delivery }) => delivery.groupedInto === undefined),
    ...all.filter(({ delivery }) => delivery.groupedInto !== undefined),
  ];
  for (const { alert, delivery } of ordered) {
    const { id: rule, version } = alert.match.published;
    const { action, actionIndex, receiver, state, reason, releaseAt, groupedInto } = delivery;
    const { because: recipientReason, isCoaching } = delivery;
    const summaryId =
      groupedInto === undefined ? undefined : summaryIds.get(summaryKey(groupedInto, delivery));
    const planned = await planDelivery(tx, {
      ...rowKey(key),
      rule,
      version,
      action,
      actionIndex,
      receiver,
      state,
      at,
      recipientReason,
      isCoaching,
      revision: revisionOf(rule),
      alertId: ids.get(alert)!,
      ...(reason !== undefined && { reason }),
      ...(releaseAt !== undefined && { releaseAt }),
      ...(summaryId !== undefined && { groupedInto: summaryId }),
    });
    if (state === 'pending' && !isCoaching) summaryIds.set(summaryKey(rule, delivery), planned.id);
  }
}

function summaryKey(rule: string, { action, receiver }: AdmittedDelivery): string {
  return `${rule} ${groupKey(action, receiver) ?? `${action} ${receiver}`}`;
}

/** Admitted alerts of a trip. */
interface AdmittedTrip {
  readonly key: TripKey;
  readonly alerts: readonly AdmittedAlert[];
  readonly groups: readonly string[] | undefined;
  /** Returns the revision of the trip at which a rule matched. */
  readonly revisionOf: (rule: string) => number;
  /** Suppression that ended, by rule; absent when nothing was suppressed. */
  readonly unsuppressed?: ReadonlyMap<string, Unsuppressed>;
  readonly at: Date;
  readonly fleetTimezone: string;
  /** Resolver of recipients for messages that concern no single driver. */
  readonly fleetRecipients: ResolveRecipients;
}

/** Plans the messages about a rule that exceeded its budget, each once a day. */
async function planBudgetMessages(
  tx: Tx,
  { key, revisionOf, at, fleetTimezone, fleetRecipients: recipients }: AdmittedTrip,
  { id: rule, version, rule: document }: PublishedRule,
): Promise<void> {
  const day = localDay(at, fleetTimezone);
  for (const message of budgetMessagesOf(document, { at, day, recipients })) {
    const { kind, action, receiver, at: releaseAt, because: recipientReason } = message;
    await planBudgetMessage(tx, {
      ...rowKey(key),
      kind,
      rule,
      version,
      date: day.date,
      action,
      receiver,
      at,
      recipientReason,
      revision: revisionOf(rule),
      ...(releaseAt > at && { releaseAt }),
    });
  }
}
