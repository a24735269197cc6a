import type { Logger } from 'pino';
import { CHANNELS, CHANNEL_NAMES } from '../../rules/channels/index.ts';
import type { Channel, ChannelAlarm } from '../../rules/channels/index.ts';
import { webhookHost } from '../../messages/format/index.ts';
import { missedAddresses } from '../../store/deliveries/index.ts';
import { awaitedReceivers, resolveAlarm, unseenAlarms } from '../../store/alarms/index.ts';
import type { OpenAlarm } from '../../store/alarms/index.ts';
import type { Db } from '../../store/db/index.ts';
import { createPollingLoop } from './poller.ts';
import type { PollingLoop } from './poller.ts';

const EVERY_MS = 60_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A kind of alarm that is normally resolved by the next success. It would stay open forever if no further attempt is made. */
interface Stale {
  readonly kind: ChannelAlarm | 'work_failing' | 'device_clocks';
  /**
   * Minimum milliseconds since the fault last occurred. Values of an hour or more bridge the pauses between attempts, because
   * waiting work is retried at least every five minutes.
   */
  readonly unseenForMs: number;
  readonly isAwaited: (db: Db, alarm: OpenAlarm) => Promise<boolean>;
}

/**
 * Describes an alarm about a channel, which ends once no message waits for the receiver. For `unavailable`, any pending message
 * keeps the alarm open. For `refused`, only a message that the receiver has refused does; it is retried for at least a day.
 */
function staleChannel(action: Channel, alarm: 'unavailable' | 'refused'): Stale {
  const { service, isEachReceiverAService: isOneOf } = CHANNELS[action];
  const refusedOnly = alarm === 'refused';
  return {
    kind: `${service}_${alarm}`,
    unseenForMs: refusedOnly ? MINUTE_MS : HOUR_MS,
    isAwaited: async (db, { fleetId, subject }) =>
      (await awaitedReceivers(db, { fleetId, action, refusedOnly })).some(
        (address) => !isOneOf || webhookHost(address) === subject,
      ),
  };
}

const STALE: readonly Stale[] = [
  ...CHANNEL_NAMES.filter((name) => !CHANNELS[name].hasLookup).map((name) =>
    staleChannel(name, 'unavailable'),
  ),
  ...CHANNEL_NAMES.map((name) => staleChannel(name, 'refused')),
  {
    kind: 'webhook_gone',
    unseenForMs: MINUTE_MS,
    isAwaited: async (db, { fleetId, subject }) =>
      (await missedAddresses(db, fleetId)).some((address) => webhookHost(address) === subject),
  },
  // Pending work is retried within a quarter of an hour. A cancelled digest, or a kind of work that no longer exists, is not
  // retried.
  { kind: 'work_failing', unseenForMs: 24 * HOUR_MS, isAwaited: () => Promise.resolve(false) },
  // A further trip with a wrong clock within seven days counts as the fault occurring again.
  { kind: 'device_clocks', unseenForMs: 7 * 24 * HOUR_MS, isAwaited: () => Promise.resolve(false) },
];

/** The dependencies of the poller. */
export interface StaleAlarmParts {
  readonly db: Db;
  readonly fleets: readonly string[];
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly now: () => Date;
  /** Milliseconds between two polls. Default: 1 min. */
  readonly everyMs?: number;
}

/**
 * Creates a poller that resolves alarms which no later success will resolve. These are alarms about a receiver to which no
 * message is sent any more, and about work that is no longer pending. The first happens, for example, when a rule names another
 * receiver.
 */
export function createStaleAlarmPolling(parts: StaleAlarmParts): PollingLoop {
  const { db, fleets: fleetIds, log, now, everyMs = EVERY_MS } = parts;
  return createPollingLoop({
    what: 'alarms that nothing waits for',
    log,
    everyMs,
    async poll() {
      const at = now();
      for (const { kind, unseenForMs, isAwaited } of STALE) {
        const unseenSince = new Date(at.getTime() - unseenForMs);
        for (const alarm of await unseenAlarms(db, { fleetIds, kind, unseenSince })) {
          if (await isAwaited(db, alarm)) continue;
          const { fleetId, subject } = alarm;
          if (await resolveAlarm(db, { fleetId, kind, subject, at, unseenSince }))
            log.info({ fleet: fleetId, alarm: kind, subject }, 'Nothing is waiting for it any more.');
        }
      }
    },
  });
}
