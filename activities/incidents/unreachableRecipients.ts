import { alarmOf } from '../../messages/alerts/index.ts';
import type { AlarmFault } from '../../messages/alerts/index.ts';
import { raiseAlarm } from '../../store/alarms/index.ts';
import type { Tx } from '../../store/db/index.ts';
import type { Incident } from '../../store/incidents/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';

/** Kind of the alarm that a policy names a recipient who cannot be notified. Its subject is the policy. */
const RECEIVERS_ALARM = 'escalation_receivers' as const;

type Unreachable = Extract<AlarmFault, { readonly kind: typeof RECEIVERS_ALARM }>['details'];

interface PageContext {
  readonly deps: ActivityDependencies;
  readonly incident: Incident;
  readonly at: Date;
}

/** Raises the alarm that recipients of a policy cannot be notified. @param names the recipients, as the policy names them */
export async function sayNobody(tx: Tx, place: PageContext, names: readonly string[]): Promise<void> {
  await say(tx, place, { because: 'names', names: names.join(', ') });
}

/**
 * Raises the alarm that no recipient of the policy could be notified, so that the recipients of an earlier page are notified
 * again.
 */
export async function sayLastResort(tx: Tx, place: PageContext): Promise<void> {
  await say(tx, place, { because: 'lastResort', incident: place.incident.id });
}

/** Raises the alarm that the steps' hours were ignored, because otherwise an incident would have had no recipients. */
export async function sayDespiteHours(tx: Tx, place: PageContext): Promise<void> {
  await say(tx, place, { because: 'hours', incident: place.incident.id });
}

/** Raises the alarm that a page could not be delivered to any of its recipients. */
export async function alarmUndelivered(tx: Tx, place: PageContext): Promise<void> {
  await say(tx, place, { because: 'refused', incident: place.incident.id });
}

async function say(tx: Tx, { deps, incident, at }: PageContext, details: Unreachable): Promise<void> {
  const { fleetId, policy } = incident;
  const alarm = alarmOf({ kind: RECEIVERS_ALARM, subject: policy, details });
  if (await raiseAlarm(tx, { fleetId, ...alarm, at }))
    deps.log.error({ fleet: fleetId, alarm: RECEIVERS_ALARM, policy }, alarm.message);
}
