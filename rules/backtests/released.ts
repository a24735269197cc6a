import { silenceFor } from '../admission/index.ts';
import type { ActiveSilence, AdmittedAlert, AdmittedDelivery, StoredAlert } from '../admission/index.ts';
import type { Rule } from '../documents/index.ts';

/** What is asked of the time at which a held message's quiet hours are over. */
interface ReleaseContext {
  readonly driverId: string;
  /** Undefined: not known. */
  readonly groups: readonly string[] | undefined;
  readonly silencesAt: (at: Date) => readonly ActiveSilence[];
}

/** What an alert has come to once its quiet hours are over. */
export interface Released {
  readonly alert: AdmittedAlert;
  /** When it stopped to hold a throttle and to count for a budget: nobody was notified of it. Absent: it goes on. */
  readonly droppedAt?: Date;
}

/**
 * Leaves out the held messages that a silence covers when their quiet hours end, as a release does live. An alert of which
 * nothing is left is stopped.
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

/** An alert as live has it stored. @param state.isOver it was left out by then: nobody was notified of it */
export function storedAs(
  rule: string,
  { suppresses = [] }: Rule,
  { admitted, isOver }: { readonly admitted: AdmittedAlert; readonly isOver: boolean },
): StoredAlert {
  const { deliveries, reason = null, detail = null } = admitted;
  const isGoing = deliveries.some((each) => each.state !== 'skipped' || each.reason === 'grouped');
  const isStopped = admitted.state === 'stopped' || deliveries.length === 0;
  return {
    ...{ rule, suppresses, reason, detail, isSuppressed: reason === 'suppressed', lastMessage: null },
    messages: isStopped ? 'none' : isGoing && !isOver ? 'going' : 'ended',
  };
}
