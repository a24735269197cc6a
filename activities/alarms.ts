import { clearAlarm, raiseAlarm } from '../store/alarms.ts';
import type { Logger } from 'pino';
import type { Db } from '../store/database.ts';

/** What a person has to mend for a whole fleet, told once until it is mended. */
export type AlarmKind =
  'analytics_unauthorised' | 'analytics_unavailable' | 'analytics_invalid' | 'slack_access' | 'smtp_access';

const REMEDY: Readonly<Record<AlarmKind, string>> = {
  analytics_unauthorised:
    'The analytics service refuses the API key: check ANALYTICS_API_KEY. Trips wait and go on by themselves.',
  analytics_unavailable: 'The analytics service does not answer. Trips wait and go on by themselves.',
  analytics_invalid:
    'The analytics service answers what its contract does not know: check ANALYTICS_BASE_URL. Trips wait and go on by themselves.',
  slack_access:
    'Slack refuses the app: check SLACK_BOT_TOKEN and its scopes. Messages wait and go on by themselves.',
  smtp_access:
    'The mail server refuses every e-mail: check SMTP_URL, EMAIL_FROM, and with the server a quota or a block. E-mails wait and go on by themselves.',
};

/** Alarms per fleet: raised once, cleared once, however many trips meet the same fault. */
export interface FleetAlarms {
  raise(fleet: string, kind: AlarmKind): Promise<void>;
  clear(fleet: string, kind: AlarmKind): Promise<void>;
}

/** Keeps alarms in the store, so that one of several workers tells it and the others stay quiet. */
export function createFleetAlarms(deps: {
  readonly db: Db;
  readonly log: Logger;
  readonly now: () => Date;
}): FleetAlarms {
  // A success clears at most once per process and fault: the store is not asked for every trip.
  const known = new Map<string, boolean>();
  return {
    async raise(fleet, kind) {
      known.set(`${fleet}/${kind}`, true);
      const isNew = await raiseAlarm(deps.db, {
        fleetId: fleet,
        kind,
        message: REMEDY[kind],
        at: deps.now(),
      });
      if (isNew) deps.log.error({ fleet, alarm: kind }, REMEDY[kind]);
    },
    async clear(fleet, kind) {
      if (known.get(`${fleet}/${kind}`) === false) return;
      known.set(`${fleet}/${kind}`, false);
      const wasOpen = await clearAlarm(deps.db, { fleetId: fleet, kind, at: deps.now() });
      if (wasOpen) deps.log.info({ fleet, alarm: kind }, 'Mended.');
    },
  };
}
