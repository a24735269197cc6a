import { alarmOf } from '../../messages/alerts/index.ts';
import { raiseAlarm } from '../../store/alarms/index.ts';
import type { Tx } from '../../store/db/index.ts';
import type { Incident } from '../../store/incidents/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';

/** Raises the alarm that an incident had no answer in a full round of its policy. An answer resolves the alarm. */
export async function alarmUnanswered(
  tx: Tx,
  {
    deps,
    incident,
    at,
  }: { readonly deps: ActivityDependencies; readonly incident: Incident; readonly at: Date },
): Promise<void> {
  const { fleetId, id, policy, rule } = incident;
  const alarm = alarmOf({ kind: 'incident_unanswered', subject: id, details: { policy, rule } });
  if (await raiseAlarm(tx, { fleetId, ...alarm, at }))
    deps.log.error({ fleet: fleetId, alarm: alarm.kind, incident: id, policy }, alarm.message);
}
