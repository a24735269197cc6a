import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { putOutbox } from '../../store/deliveries/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import type { ActivityDependencies } from '../connections/index.ts';
import type { SendResult } from '../failures/index.ts';

/** Keeps a delivery's message in the outbox, because its channel is not configured. Safe to repeat. */
export async function intoOutbox(
  deps: ActivityDependencies,
  delivery: Delivery,
  content: {
    channel: string;
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
    receiver: delivery.receiver,
    deliveryId: delivery.id,
    deliveryKey: delivery.deliveryKey,
    at: deps.now(),
  });
  return { kind: 'sent', reference: { outbox_id: entry.id } };
}
