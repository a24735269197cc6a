import { clearAlarm, raiseAlarm } from '../../store/alarms/index.ts';
import type { Deletion } from '../../store/deletions/index.ts';
import type { ActivityDependencies } from '../connections/index.ts';

/** The alarm of a rule that has stopped deleting by itself; its subject is the rule. */
const KIND = 'deletions_stopped';

/** Says once, until a person has looked, that a rule has stopped deleting by itself. */
export async function notifyStopped(deps: ActivityDependencies, deletion: Deletion): Promise<void> {
  const { fleetId, rule } = deletion;
  const message =
    `The rule ${rule} has stopped deleting by itself: more of today's trips would go than its max_share allows, ` +
    'which often means that the rule matches what it should not. Its trips are kept and wait for a person: see ' +
    'deletions with state=requested, and approve, reject or correct the rule.';
  const isNew = await raiseAlarm(deps.db, { fleetId, kind: KIND, subject: rule, message, at: deps.now() });
  if (isNew) deps.log.error({ fleet: fleetId, alarm: KIND, rule }, message);
}

/** A person has decided about one of the rule's trips, so the stop has been seen. */
export async function noteSeen(deps: ActivityDependencies, deletion: Deletion): Promise<void> {
  if (deletion.approval !== 'required') return;
  const { fleetId, rule } = deletion;
  await clearAlarm(deps.db, { fleetId, kind: KIND, subject: rule, at: deps.now() });
}
