import { raiseAlarm } from '../../store/alarms/index.ts';
import type { Tx } from '../../store/db/index.ts';
import type { Incident } from '../../store/incidents/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';

/** The alarm of a policy that names someone who cannot be notified; its subject is the policy. */
const RECEIVERS_ALARM = 'escalation_receivers' as const;

interface Place {
  readonly deps: ActivityDependencies;
  readonly incident: Incident;
  readonly at: Date;
}

/** Someone whom the policy names cannot be notified. @param names as the policy writes them */
export async function sayNobody(tx: Tx, place: Place, names: readonly string[]): Promise<void> {
  const policy = place.incident.policy;
  await say(
    tx,
    place,
    `The escalation policy "${policy}" names ${names.join(', ')}, which reaches nobody: publish what it names, and give the people of a rotation an e-mail address or a Slack id, a route a default, and drivers a manager.`,
  );
}

/** Nobody could be notified as the policy says, so whoever was notified before is notified again. */
export async function sayLastResort(tx: Tx, place: Place): Promise<void> {
  const { policy, id } = place.incident;
  await say(
    tx,
    place,
    `No step of the escalation policy "${policy}" could notify anyone of incident ${id}: outside their hours, or a rotation is empty. The last recipients were notified again. Add recipients under "unanswered", or give the policy a step without hours.`,
  );
}

/** The hours of the steps would have left an incident without anyone, so they did not count. */
export async function sayDespiteHours(tx: Tx, place: Place): Promise<void> {
  const { policy, id } = place.incident;
  await say(
    tx,
    place,
    `Every step of the escalation policy "${policy}" was outside its hours for incident ${id}, and "unanswered" is empty. Its steps ran nevertheless. Add recipients there, or give the policy a step without hours.`,
  );
}

/** Every recipient of a page refused it. */
export async function alarmUndelivered(tx: Tx, place: Place): Promise<void> {
  const { policy, id } = place.incident;
  await say(
    tx,
    place,
    `A page of the escalation policy "${policy}" reached nobody: every message of it was refused (incident ${id}; the deliveries say why). The next step ran at once. Correct the channels and addresses of the policy.`,
  );
}

async function say(tx: Tx, { deps, incident, at }: Place, message: string): Promise<void> {
  const { fleetId, policy } = incident;
  const alarm = { fleetId, kind: RECEIVERS_ALARM, subject: policy, message, at };
  if (await raiseAlarm(tx, alarm))
    deps.log.error({ fleet: fleetId, alarm: RECEIVERS_ALARM, policy }, message);
}
