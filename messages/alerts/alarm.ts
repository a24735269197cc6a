import { CHANNELS, CHANNEL_ALARMS, CHANNEL_NAMES, channelAlarm } from '../../rules/channels/index.ts';
import { formatInstant } from '../format/index.ts';
import type { Card, MessageFleet } from '../format/index.ts';
import { summaryCard } from './summary.ts';
import type { SummaryMessage } from './summary.ts';

/** An alarm about a problem of the whole fleet, raised or resolved. */
export interface AlarmToSend {
  /** E.g. `analytics_unavailable`. */
  readonly kind: string;
  /** Subject, such as a rule, for a kind that has several; otherwise empty. */
  readonly subject: string;
  /** The problem and what to do. */
  readonly message: string;
  readonly raisedAt: Date;
  /** Absent while the alarm is active. */
  readonly resolvedAt?: Date;
}

/** Titles of channel alarms in a subject line. */
const CHANNEL_TITLES: ReadonlyMap<string, string> = new Map(
  Object.entries(CHANNEL_ALARMS).map(([kind, { title }]) => [kind, title]),
);

/** Titles of all other alarms in a subject line. */
const TITLES: Readonly<Record<string, string>> = {
  analytics_unauthorised: 'The analytics service refuses the API key',
  analytics_unavailable: 'The analytics service does not answer',
  analytics_invalid: 'The analytics service sends invalid responses',
  analytics_trips_missing: 'Many trips are gone from the analytics service',
  groups_unread: 'The groups of the fleet cannot be read',
  notifications_quiet: 'No notifications are arriving',
  device_clocks: 'The clocks of devices are ahead',
  work_failing: 'Tripline has an internal error',
  deletions_stopped: 'Deletions have stopped',
  escalation_policy: 'An escalation policy is missing',
  build_without_worker: 'Incidents wait for a build that has no worker',
  escalation_receivers: 'An incident has no reachable recipient',
  incident_unanswered: 'An incident was not answered',
  recipients: 'A recipient stands for no one',
};

/** Alarms that the server also clears after a long time without the fault and without waiting work. */
const MAY_BE_STALE: ReadonlySet<string> = new Set(
  CHANNEL_NAMES.filter((name) => !CHANNELS[name].hasLookup).map(
    (name) => channelAlarm(name, 'unavailable') ?? '',
  ),
);

/** Alarms that the server clears once no refused message is waiting any more. */
const REFUSALS: ReadonlySet<string> = new Set(
  CHANNEL_NAMES.map((name) => channelAlarm(name, 'refused') ?? ''),
);

/** Alarms of a channel that was turned off. No work waits for the channel. */
const KEPT_IN_OUTBOX: ReadonlySet<string> = new Set(
  CHANNEL_NAMES.map((name) => channelAlarm(name, 'off') ?? ''),
);

/** Alarm of devices whose trips end after their receipt. No work waits for these devices. */
const DEVICE_CLOCKS = 'device_clocks';

interface AlarmDelivery {
  readonly fleet: MessageFleet;
  /** Base address of the installation, without a trailing slash. */
  readonly publicUrl: string;
  readonly deliveryKey: string;
  readonly possibleRepeat: boolean;
}

/** A message that shows people or a system whether a channel works. It is about no trip and no driver. */
export interface ChannelTestMessage {
  readonly kind: 'channel_test';
  readonly fleet: MessageFleet;
  /** Text that names the tester and says that nothing has to be done. */
  readonly text: string;
  /** Time of the test request, ISO 8601. */
  readonly askedAt: string;
  readonly deliveryKey: string;
  readonly possibleRepeat: boolean;
}

/** Builds the message of a channel test. */
export function channelTestMessage(
  { message: text, raisedAt }: Pick<AlarmToSend, 'message' | 'raisedAt'>,
  args: Omit<AlarmDelivery, 'publicUrl'>,
): ChannelTestMessage {
  return { kind: 'channel_test', ...args, text, askedAt: raisedAt.toISOString() };
}

/** Renders the test of a channel as a card. */
export function channelTestCard({ kind: _kind, text, askedAt: _at, ...message }: ChannelTestMessage): Card {
  return summaryCard({
    ...message,
    severity: 'info',
    title: 'Test message',
    intro: text,
    items: [],
    more: 0,
    why: 'because someone tested this channel',
  });
}

function endedBecause(kind: string): string {
  if (kind === DEVICE_CLOCKS) return ': no driver had three such trips within seven days any more';
  if (MAY_BE_STALE.has(kind)) return ': it answers again, or nothing is waiting for it any more';
  if (kind === channelAlarm('webhook', 'gone'))
    return ': no published document names the address any more, or one was published again';
  return REFUSALS.has(kind) ? ': nothing that was refused is waiting any more' : '';
}

/** Returns a sentence about the messages, trips or work from the time of a resolved alarm. */
function leftAfter(kind: string): string {
  if (KEPT_IN_OUTBOX.has(kind)) return 'Messages from that time stay in the outbox.';
  if (kind === DEVICE_CLOCKS) return 'The trips from that time stay marked.';
  return 'Delayed work continues automatically.';
}

/** Builds the message of an alarm, which has no items. */
export function alarmMessage(alarm: AlarmToSend, { publicUrl, ...args }: AlarmDelivery): SummaryMessage {
  const { fleet } = args;
  const about = alarm.subject === '' ? '' : ` (${alarm.subject})`;
  const title = `${CHANNEL_TITLES.get(alarm.kind) ?? TITLES[alarm.kind] ?? 'Something is wrong'}${about}`;
  const since = formatInstant(alarm.raisedAt.toISOString(), fleet.timezone) ?? '';
  const how = endedBecause(alarm.kind);
  const after = leftAfter(alarm.kind);
  const over = alarm.resolvedAt && formatInstant(alarm.resolvedAt.toISOString(), fleet.timezone);
  return {
    ...args,
    severity: over === undefined ? 'critical' : 'info',
    title: over === undefined ? title : `Resolved: ${title}`,
    intro:
      over === undefined
        ? `${alarm.message} First seen on ${since}. What it means and what to do: docs/troubleshoot.md, entry ${alarm.kind}. You will be notified when it is resolved.`
        : `Resolved on ${over}${how}. First seen on ${since}. ${after}`,
    items: [],
    more: 0,
    link: {
      label: 'Open the alarms in the console',
      href: `${publicUrl}/fleets/${encodeURIComponent(fleet.id)}/alarms`,
    },
    why: 'because the configuration sends alarms to this recipient',
  };
}
