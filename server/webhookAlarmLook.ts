import type { Logger } from 'pino';
import { webhookHost } from '../messages/webhookHost.ts';
import { clearAlarm } from '../store/alarms.ts';
import type { Db } from '../store/database.ts';
import { awaitedWebhookAddresses, unseenWebhookAlarms, WEBHOOK_ALARM } from '../store/webhookAlarms.ts';
import { createRepeatedLook } from './repeatedLook.ts';
import type { RepeatedLook } from './repeatedLook.ts';

const EVERY_MS = 60_000;
/** Whatever waits comes by every five minutes; a host that is sent something now and then and never answers is one trouble. */
const UNSEEN_FOR_MS = 60 * 60_000;

/** What the look is made of. */
export interface WebhookAlarmLookParts {
  readonly db: Db;
  readonly fleets: readonly string[];
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly now: () => Date;
  /** How often it looks, 1 min. */
  readonly everyMs?: number;
}

/**
 * Clears the alarm of a receiver of webhooks to which nobody sends any more: the rule names another one, or what waited has
 * come to its end. Where something waits, the receiver's answer clears it.
 */
export function createWebhookAlarmLook(parts: WebhookAlarmLookParts): RepeatedLook {
  const { db, fleets: fleetIds, log, now, everyMs = EVERY_MS } = parts;
  return createRepeatedLook({
    ...{ what: 'alarms of receivers that nothing waits for', log, everyMs },
    async look() {
      const at = now();
      const unseenSince = new Date(at.getTime() - UNSEEN_FOR_MS);
      for (const { fleetId, subject } of await unseenWebhookAlarms(db, { fleetIds, unseenSince })) {
        const awaited = await awaitedWebhookAddresses(db, fleetId);
        if (awaited.some((address) => webhookHost(address) === subject)) continue;
        if (await clearAlarm(db, { fleetId, kind: WEBHOOK_ALARM, subject, at, unseenSince }))
          log.info({ fleet: fleetId, alarm: WEBHOOK_ALARM, subject }, 'Nothing waits for it any more.');
      }
    },
  });
}
