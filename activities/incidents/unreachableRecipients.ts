import { alarmOf } from '../../messages/alerts/index.ts';
import type { AlarmFault } from '../../messages/alerts/index.ts';
import { raiseAlarm } from '../../store/alarms/index.ts';
import type { Tx } from '../../store/db/index.ts';
import type { Incident } from '../../store/incidents/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';

/** The alarm of a policy that names a recipient who cannot be notified; its subject is the policy. */
const RECEIVERS_ALARM = 'escalation_receivers' as const;

type Unreachable = Extract<AlarmFault, { readonly kind: typeof RECEIVERS_ALARM }>['details'];

interface PageContext {
  readonly deps: ActivityDependencies;
  readonly incident: Incident;
  readonly at: Date;
}

/** Raises the alarm that a recipient of the policy cannot be notified. @param names as the policy writes them */
export async function sayNobody(tx: Tx, place: PageContext, names: readonly string[]): Promise<void> {
  await say(tx, place, { because: 'names', names: names.join(', ') });
}

/** Raises the alarm that no recipient of the policy could be notified, so that earlier recipients are notified again. */
export async function sayLastResort(tx: Tx, place: PageContext): Promise<void> {
  await say(tx, place, { because: 'lastResort', incident: place.incident.id });
}

/** Raises the alarm that the hours of the steps would have left an incident without recipients, and were therefore ignored. */
export async function sayDespiteHours(tx: Tx, place: PageContext): Promise<void> {
  await say(tx, place, { because: 'hours', incident: place.incident.id });
}

/** Raises the alarm that every recipient of a page refused it. */
export async function alarmUndelivered(tx: Tx, place: PageContext): Promise<void> {
  await say(tx, place, { because: 'refused', incident: place.incident.id });
}

async function say(tx: Tx, { deps, incident, at }: PageContext, details: Unreachable): Promise<void> {
  const { fleetId, policy } = incident;
  const alarm = alarmOf({ kind: RECEIVERS_ALARM, subject: policy, details });
  if (await raiseAlarm(tx, { fleetId, ...alarm, at }))
    deps.log.error({ fleet: fleetId, alarm: RECEIVERS_ALARM, policy }, alarm.message);
}
