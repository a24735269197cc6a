import { silenceFor } from '../admission/index.ts';
import type { ActiveSilence, AdmittedAlert, AdmittedDelivery, StoredAlert } from '../admission/index.ts';
import type { Rule } from '../documents/index.ts';

/** The data that decide whether held messages are sent at the end of their quiet hours. */
interface ReleaseContext {
  readonly driverId: string;
  /** Undefined if the driver's groups are unknown. */
  readonly groups: readonly string[] | undefined;
  readonly silencesAt: (at: Date) => readonly ActiveSilence[];
}

/** An alert as it is after the end of its quiet hours. */
export interface Released {
  readonly alert: AdmittedAlert;
  /**
   * The time from which the alert no longer throttles or uses budget, because it was dropped without notifying a recipient.
   * Absent if the alert is not dropped.
   */
  readonly droppedAt?: Date;
}

/**
 * Drops held messages if a silence applies at the end of their quiet hours, as for live alerts. Stops the alert if no message is
 * left.
 */
export function afterRelease(
  alert: AdmittedAlert,
  { driverId, groups, silencesAt }: ReleaseContext,
): Released {
  const { id, rule } = alert.match.published;
  const subject = { rule: id, severity: rule.severity, driverId, groups };
  const left: { readonly at: Date; readonly silence: string }[] = [];
  const deliveries = alert.deliveries.map((delivery): AdmittedDelivery => {
    const { releaseAt, ...rest } = delivery;
    if (delivery.state !== 'held' || !releaseAt) return delivery;
    const silence = silenceFor(silencesAt(releaseAt), subject);
    if (!silence) return delivery;
    left.push({ at: releaseAt, silence: silence.id });
    return { ...rest, state: 'skipped', reason: 'silenced' };
  });
  if (left.length === 0) return { alert };
  const last = left.reduce((a, b) => (a.at > b.at ? a : b));
  const { reason: _held, detail: _none, ...bare } = alert;
  if (deliveries.some(({ state }) => state === 'held')) return { alert: { ...alert, deliveries } };
  if (deliveries.some(({ state }) => state === 'pending'))
    return { alert: { ...bare, state: 'raised', deliveries } };
  const groupedInto = [...new Set(deliveries.flatMap((each) => each.groupedInto ?? []))];
  if (groupedInto.length > 0)
    return {
      alert: { ...bare, state: 'raised', reason: 'grouped', detail: groupedInto.join(', '), deliveries },
    };
  return {
    alert: { ...bare, state: 'stopped', reason: 'silenced', detail: last.silence, deliveries },
    droppedAt: last.at,
  };
}

/**
 * Returns an alert in the form in which live stores it.
 * @param state.isOver true if the alert was dropped without notifying a recipient
 */
export function storedAs(
  rule: string,
  { suppresses = [] }: Rule,
  { admitted, isOver }: { readonly admitted: AdmittedAlert; readonly isOver: boolean },
): StoredAlert {
  const { deliveries, reason = null, detail = null } = admitted;
  const isGoing = deliveries.some((each) => each.state !== 'skipped' || each.reason === 'grouped');
  const isStopped = admitted.state === 'stopped' || deliveries.length === 0;
  return {
    rule,
    suppresses,
    reason,
    detail,
    isSuppressed: reason === 'suppressed',
    lastMessage: null,
    messages: isStopped ? 'none' : isGoing && !isOver ? 'going' : 'ended',
  };
}
