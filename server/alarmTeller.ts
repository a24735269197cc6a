import type { Logger } from 'pino';
import {
  alarmMessagesToStart,
  alarmsToTell,
  noteAlarmMessageStarted,
  planAlarmMessage,
} from '../store/alarmMessages.ts';
import type { AlarmReceiver } from '../store/alarmMessages.ts';
import type { Db } from '../store/database.ts';
import { createRepeatedLook } from './repeatedLook.ts';
import type { RepeatedLook } from './repeatedLook.ts';
import type { WorkflowGateway } from './workflowGateway.ts';

/** What the teller is made of. */
export interface TellerParts {
  readonly db: Db;
  readonly workflows: Pick<WorkflowGateway, 'startAlarmMessage'>;
  /** Who hears of the alarms of which fleet: e-mail addresses and Slack channels. */
  readonly receivers: ReadonlyMap<string, readonly string[]>;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly now: () => Date;
  /** How often it looks, 5 s; after each look that met nobody twice as long, up to a minute. */
  readonly everyMs?: number;
  /** How long something is wrong before anybody is told, 1 min. */
  readonly wrongForMs?: number;
  /** How long it works again before that is told, 5 min: what comes and goes is one trouble, told once. */
  readonly mendedForMs?: number;
}

const WRONG_FOR_MS = 60_000;
const MENDED_FOR_MS = 5 * 60_000;
const AT_ONCE = 50;

/** Tells people of alarms that stand, once, and that they are over. What Temporal could not take is begun later. */
export function createAlarmTeller(parts: TellerParts): RepeatedLook {
  const { db, workflows, log, now, everyMs } = parts;
  const receivers = new Map([...parts.receivers].map(([fleet, names]) => [fleet, names.map(asReceiver)]));
  const fleetIds = [...receivers.keys()];
  for (const [fleet, named] of receivers) warnOfOneWay(log, fleet, named);

  async function plan(): Promise<void> {
    const at = now();
    const settled = {
      raisedBefore: new Date(at.getTime() - (parts.wrongForMs ?? WRONG_FOR_MS)),
      clearedBefore: new Date(at.getTime() - (parts.mendedForMs ?? MENDED_FOR_MS)),
    };
    for (const alarm of await alarmsToTell(db, { ...settled, fleetIds, limit: AT_ONCE }))
      await planAlarmMessage(db, { alarm, receivers: receivers.get(alarm.fleetId) ?? [], at });
  }

  return createRepeatedLook({
    ...{ what: 'messages about alarms', log, everyMs },
    async look(isClosed) {
      await plan();
      for (const { fleetId, id } of await alarmMessagesToStart(db, AT_ONCE)) {
        if (isClosed()) return;
        await workflows.startAlarmMessage({ fleet: fleetId, alarmMessageId: id });
        await noteAlarmMessageStarted(db, { fleetId, id, at: now() });
      }
    },
  });
}

/** Slack alone cannot tell that Slack is away, nor the mail server that it is. */
function warnOfOneWay(log: TellerParts['log'], fleet: string, named: readonly AlarmReceiver[]): void {
  const ways = new Set(named.map(({ action }) => action));
  if (ways.size !== 1) return;
  const [only, other] = ways.has('slack')
    ? ['Slack', 'an e-mail address']
    : ['the mail server', 'a Slack channel'];
  log.warn(
    { fleet },
    `Alarms go by ${only} alone, so none would tell that it is away: name ${other} in ALARMS_TO too.`,
  );
}

function asReceiver(name: string): AlarmReceiver {
  return { action: name.includes('@') ? 'email' : 'slack', receiver: name };
}
