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

/** An alarm that the next success clears, and that would stay open for ever where no further request is made. */
interface Stale {
  readonly kind: ChannelAlarm | 'work_failing' | 'device_clocks';
  /**
   * Milliseconds without a sighting. Waiting work is retried at least every five minutes; occasional attempts that all fail
   * are one problem.
   */
  readonly unseenForMs: number;
  readonly isAwaited: (db: Db, alarm: OpenAlarm) => Promise<boolean>;
}

/**
 * An alarm of a channel that is over once no message waits for it: for a receiver that does not answer, any message; for one that
 * refuses, a message that it has refused, which is retried for a day at least.
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
  // Work that is at hand is tried again within a quarter of an hour; a digest that was taken back, or a kind of work that is no more, is not.
  { kind: 'work_failing', unseenForMs: 24 * HOUR_MS, isAwaited: () => Promise.resolve(false) },
  // Each trip that is one too many of its driver's within seven days meets the fault again.
  { kind: 'device_clocks', unseenForMs: 7 * 24 * HOUR_MS, isAwaited: () => Promise.resolve(false) },
];

/** Everything that the poll needs. */
export interface StaleAlarmParts {
  readonly db: Db;
  readonly fleets: readonly string[];
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly now: () => Date;
  /** The interval of polls, 1 min. */
  readonly everyMs?: number;
}

/**
 * Clears alarms that no success will clear: of a receiver that no message is sent to any more, since the rule names another
 * one or the waiting messages have ended, and of work that is no longer pending.
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
