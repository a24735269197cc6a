import { formatInstant } from '../format/index.ts';
import type { MessageFleet } from '../format/index.ts';
import type { SummaryMessage } from './summary.ts';

/** An alarm: that something is wrong for the whole fleet, or that it is resolved. */
export interface AlarmToSend {
  /** E.g. `analytics_unavailable`. */
  readonly kind: string;
  /** What of several it is about, such as a rule; empty: there is but one. */
  readonly subject: string;
  /** The problem and what to do. */
  readonly message: string;
  readonly raisedAt: Date;
  /** Absent: it stands. */
  readonly resolvedAt?: Date;
}

/** How an alarm is called in a subject line. */
const TITLES: Readonly<Record<string, string>> = {
  analytics_unauthorised: 'The analytics service refuses the API key',
  analytics_unavailable: 'The analytics service does not answer',
  analytics_invalid: 'The analytics service sends invalid responses',
  analytics_trips_missing: 'Many trips are missing at the analytics service',
  notifications_quiet: 'No notifications are arriving',
  slack_access: 'Slack refuses the app',
  slack_unavailable: 'Slack does not answer',
  slack_off: 'Slack is turned off',
  smtp_off: 'E-mail is turned off',
  smtp_unavailable: 'The mail server does not answer',
  webhook_unavailable: 'A receiver of webhooks does not answer',
  work_failing: 'Tripline has an internal error',
  smtp_access: 'The mail server refuses e-mails',
  deletions_stopped: 'Deletions have stopped',
  escalation_policy: 'An escalation policy is missing',
  build_without_worker: 'Incidents wait for a build that has no worker',
  escalation_receivers: 'An incident has no reachable recipient',
};

/** Alarms that the server clears, too, when nothing has met their fault for long and nothing waits. */
const MAY_BE_STALE: ReadonlySet<string> = new Set(['webhook_unavailable', 'smtp_unavailable']);

/** Alarms of a channel that somebody turned off: nothing waits for it. */
const KEPT_IN_OUTBOX: ReadonlySet<string> = new Set(['slack_off', 'smtp_off']);

/** An alarm in words, in the form of a message without items. */
export function alarmMessage(
  alarm: AlarmToSend,
  args: { readonly fleet: MessageFleet; readonly deliveryKey: string; readonly possibleRepeat: boolean },
): SummaryMessage {
  const { fleet } = args;
  const about = alarm.subject === '' ? '' : ` (${alarm.subject})`;
  const title = `${TITLES[alarm.kind] ?? 'Something is wrong'}${about}`;
  const since = formatInstant(alarm.raisedAt.toISOString(), fleet.timezone) ?? '';
  const works = MAY_BE_STALE.has(alarm.kind)
    ? 'Resolved (it answers again, or nothing waits for it any more)'
    : 'Resolved';
  const after = KEPT_IN_OUTBOX.has(alarm.kind)
    ? 'Messages from that time stay in the outbox.'
    : 'Delayed work continues automatically.';
  const over = alarm.resolvedAt && formatInstant(alarm.resolvedAt.toISOString(), fleet.timezone);
  return {
    ...args,
    severity: over === undefined ? 'critical' : 'info',
    title: over === undefined ? title : `Resolved: ${title}`,
    intro:
      over === undefined
        ? `${alarm.message} First seen on ${since}. You will be notified when it is resolved.`
        : `${works} on ${over}; first seen on ${since}. ${after}`,
    items: [],
    more: 0,
    why: 'because the configuration sends alarms to this recipient',
  };
}
