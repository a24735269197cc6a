import type { Delivery } from '../../store/deliveries/index.ts';
import { threadRoot } from '../../store/incidents/index.ts';
import type { ActivityDependencies } from '../connections/index.ts';
import { referenceOf } from './reference.ts';

/** In whose thread a message would stand in Slack, for the outbox to show; empty for the first of an incident in its channel. */
export async function outboxThread(
  deps: Pick<ActivityDependencies, 'db'>,
  { fleetId, incidentId, receiver, id }: Delivery,
): Promise<Readonly<Record<string, string>>> {
  if (incidentId === null) return {};
  const root = referenceOf(await threadRoot(deps.db, { fleetId, incidentId, receiver, except: id }));
  const { outbox_id: rootId } = root;
  return rootId === undefined ? {} : { thread_outbox_id: rootId };
}
