import { actionWords, deliveryBadge, oneLine, reasonWords } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import type { Stage, Stop } from './stages.ts';
import type { DeliveryToExplain, Reader } from './tripToExplain.ts';

/** Deliveries named in one sentence. */
const MOST_NAMED = 5;
const LONGEST_REASON = 300;

/** Describes the outcome of an alert's messages: `Slack to #fleet: Sent; E-mail to lead@example.com: Failed. …`. */
export function deliveriesWords(
  deliveries: readonly DeliveryToExplain[],
  { language }: Pick<Reader, 'language'>,
): string {
  const say = textsOf(language);
  const named = deliveries.slice(0, MOST_NAMED).map((each) => {
    const reason = oneLine(reasonWords(each.reason, language) ?? '', LONGEST_REASON);
    const words = {
      action: actionWords(each.action, language),
      receiver: oneLine(each.receiver, LONGEST_REASON),
      state: deliveryBadge(each, language).words.toLocaleLowerCase(language),
    };
    if (reason === '') return say('explanations.delivery', words);
    return say('explanations.deliveryBecause', { ...words, reason: reason.replace(/\.$/, '') });
  });
  const more = deliveries.length - named.length;
  if (more > 0) named.push(say('explanations.moreDeliveries', { count: more }));
  return named.join('; ');
}

/** The stages of reasons for which a message is held or skipped; any other reason is one of its delivery. */
const STAGE_OF_REASON: Readonly<Record<string, Stage>> = {
  quiet_hours: 'held',
  batched: 'batched',
  grouped: 'grouped',
  no_recipient: 'recipient',
  coaching_off: 'recipient',
};

/** Returns the stage at which an alert's messages stopped, if the alert itself did not stop; undefined when one was sent. */
export function stopOfDeliveries(deliveries: readonly DeliveryToExplain[], reader: Reader): Stop | undefined {
  if (deliveries.some(({ state }) => state === 'sent')) return undefined;
  const detail = deliveriesWords(deliveries, reader);
  if (deliveries.length === 0)
    return {
      stage: 'recipient',
      state: 'stopped',
      detail: textsOf(reader.language)('explanations.noMessagePlanned'),
    };
  const isOpen = deliveries.some(({ state }) => state === 'pending' || state === 'unconfirmed');
  if (isOpen) return { stage: 'delivery', state: 'unknown', detail };
  if (deliveries.some(({ state }) => state === 'failed'))
    return { stage: 'delivery', state: 'stopped', detail };
  const [first] = deliveries;
  return { stage: STAGE_OF_REASON[first?.reason ?? ''] ?? 'delivery', state: 'stopped', detail };
}
