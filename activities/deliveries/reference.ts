import type { Delivery } from '../../store/deliveries/index.ts';

/**
 * What a receiver calls a message: `channel_id` and `ts` of Slack, with `thread_ts` of a reply and `picture` for the uploaded
 * file; or `outbox_id`, with `thread_outbox_id`.
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
