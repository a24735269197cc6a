import { TRIP_PICTURE_CONTENT_ID, messageId } from '../../../messages/format/index.ts';
import { emailMessage } from '../../../messages/message.ts';
import type { Message } from '../../../messages/message.ts';
import type { Delivery, RateLimit } from '../../../store/deliveries/index.ts';
import { intoOutbox } from '../../deliveries/index.ts';
import type {
  ActivityDependencies,
  ChannelSender,
  ComposedMessage,
  SendingHold,
} from '../../dependencies/index.ts';
import { isTooLong, titled } from '../../failures/index.ts';
import type { SendResult } from '../../failures/index.ts';
import { createDigestMail } from './digest.ts';
import type { MailParts } from './digest.ts';
import { MAIL_RATE_LIMIT, acquireMailSlot } from './rateLimit.ts';
import { domainOf } from './sender.ts';

/**
 * Creates the e-mail channel. It sends one e-mail to one address, or stores it in the outbox when no mail server is configured.
 * @param parts.rateLimit the rate limit for alert e-mails to one address; `MAIL_RATE_LIMIT` by default
 */
export function createEmailChannel(
  parts: MailParts & { readonly rateLimit?: RateLimit | undefined },
): ChannelSender {
  const { rateLimit = MAIL_RATE_LIMIT } = parts;
  return {
    isConfigured: () => parts.client !== undefined,
    acquireSlot: (deps, input, { isProbe }) => acquireMailSlot(deps, input, { isProbe, rateLimit }),
    deliver: (deps, { delivery, content }) =>
      Promise.resolve({
        ...(parts.client && { asksToBegin: true }),
        send: (repeat, hold) => sendMail(deps, parts, { delivery, hold, ...content.marked(repeat) }),
      }),
    deliverDigest: createDigestMail(parts),
  };
}

async function sendMail(
  deps: ActivityDependencies,
  { client, from }: MailParts,
  it: ComposedMessage & { readonly delivery: Delivery; readonly hold: SendingHold },
): Promise<SendResult> {
  const { message, drawPicture, delivery, hold } = it;
  const picture = await drawPicture?.();
  const composed = emailMessage(message, { picture: picture !== undefined });
  const { subject, html, text } = composed;
  if (!client) {
    const { possibleRepeat } = message;
    return titled(
      await intoOutbox(deps, delivery, { subject, html, text, picture, possibleRepeat }),
      subject,
    );
  }
  const about = {
    from,
    to: delivery.receiver,
    messageId: messageId(delivery.deliveryKey, domainOf(from)),
    headers: headersOf(message, domainOf(from)),
  };
  if (!picture) return titled(await client.send({ ...about, ...composed }, hold), subject);
  const pictures = [{ contentId: TRIP_PICTURE_CONTENT_ID, filename: 'trip.png', png: picture }];
  const whole = await client.send({ ...about, ...composed, pictures }, hold);
  // Sends the e-mail again without its picture, because the text matters more than the picture.
  const result = isTooLong(whole)
    ? await client.send({ ...about, ...emailMessage(message, { picture: false }) }, hold)
    : whole;
  return titled(result, subject);
}

/** Returns headers that put an incident's e-mails into one conversation, and mark a page as important. */
function headersOf(message: Message, domain: string): Readonly<Record<string, string>> {
  if (!('kind' in message) || message.kind !== 'incident') return {};
  const thread = messageId(JSON.stringify(['incident', message.fleet.id, message.incident.id]), domain);
  const important = { Importance: 'high', 'X-Priority': '1' };
  return { References: thread, ...(message.reason === 'page' && important) };
}
