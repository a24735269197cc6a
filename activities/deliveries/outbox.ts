import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { putOutbox } from '../../store/deliveries/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { threadRoot } from '../../store/incidents/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import type { SendResult } from '../failures/index.ts';

/** Stores a delivery's message in the outbox, because its channel is not configured. Safe to repeat. */
export async function intoOutbox(
  deps: ActivityDependencies,
  delivery: Delivery,
  content: {
    text: string;
    subject?: string;
    html?: string;
    blocks?: JsonObject[];
    picture?: Uint8Array | undefined;
    possibleRepeat: boolean;
  },
): Promise<Extract<SendResult, { kind: 'sent' }>> {
  const { picture, ...rest } = content;
  const entry = await putOutbox(deps.db, {
    ...rest,
    ...(picture ? { picture } : {}),
    fleetId: delivery.fleetId,
    channel: delivery.action,
    receiver: delivery.receiver,
    deliveryId: delivery.id,
    deliveryKey: delivery.deliveryKey,
    at: deps.now(),
  });
  return { kind: 'sent', reference: { outbox_id: entry.id } };
}

/** Returns the thread to which an outbox message would belong in Slack; empty for an incident's first message in its channel. */
export async function outboxThread(
  deps: Pick<ActivityDependencies, 'db'>,
  { fleetId, incidentId, receiver, id }: Delivery,
): Promise<Readonly<Record<string, string>>> {
  if (incidentId === null) return {};
  const root = referenceOf(await threadRoot(deps.db, { fleetId, incidentId, receiver, except: id }));
  const { outbox_id: rootId } = root;
  return rootId === undefined ? {} : { thread_outbox_id: rootId };
}

/**
 * Returns the receiver's reference to a sent message. For Slack: `channel_id` and `ts`, with `thread_ts` for a reply and
 * `picture` for an uploaded file. For the outbox: `outbox_id`, with `thread_outbox_id` for a reply.
 */
export function referenceOf(
  delivery: Pick<Delivery, 'reference'> | undefined,
): Readonly<Record<string, string>> {
  const reference = delivery?.reference;
  if (reference === null || typeof reference !== 'object' || Array.isArray(reference)) return {};
  return Object.fromEntries(
    Object.entries(reference).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
