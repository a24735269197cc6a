import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { clearAlarm, raiseAlarm } from '../store/alarms.ts';
import type { Db } from '../store/database.ts';

const MESSAGES = {
  slack_off:
    'SLACK_BOT_TOKEN is off: Slack messages of this fleet, alerts and pages among them, stay in the outbox and reach nobody. Set the token, then restart the workers.',
  smtp_off:
    'SMTP_URL is off: e-mails, alerts and pages among them, stay in the outbox and reach nobody. Name a mail server, then restart the workers.',
} as const;

/**
 * Raises an alarm for each fleet and channel that the configuration turned off, and clears it where the channel is set. What a
 * process does not know, because it leaves sending to the workers or brings everything along, is left as it is.
 */
export async function noteChannelsOff(
  db: Db,
  parts: { readonly config: Config; readonly log: Pick<Logger, 'error'>; readonly at: Date },
): Promise<void> {
  const { config, log, at } = parts;
  for (const fleet of config.fleets) {
    const channels = [
      { kind: 'slack_off', isOff: fleet.isSlackOff === true, isSet: fleet.slack?.botToken !== undefined },
      { kind: 'smtp_off', isOff: config.isEmailOff === true, isSet: config.smtpUrl !== undefined },
    ] as const;
    for (const { kind, isOff, isSet } of channels) {
      const alarm = { fleetId: fleet.id, kind, at };
      if (isSet) await clearAlarm(db, alarm);
      else if (isOff && (await raiseAlarm(db, { ...alarm, message: MESSAGES[kind] })))
        log.error({ fleet: fleet.id, alarm: kind }, MESSAGES[kind]);
    }
  }
}
