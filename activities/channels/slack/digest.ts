import { unescapeSlack } from '../../../messages/channels/slack/index.ts';
import { digestSlack } from '../../../messages/digests/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import type { RateLimit } from '../../../store/deliveries/index.ts';
import { intoOutbox } from '../../deliveries/index.ts';
import type {
  ActivityDependencies,
  DeliveryChannel,
  DigestToSend,
  SlackSender,
} from '../../dependencies/index.ts';
import { titled } from '../../failures/index.ts';
import { channelOf, lookUpInSlack, noteChannel } from './lookups.ts';
import { pauseSlack } from './rateLimit.ts';

type Reference = Readonly<Record<string, string>>;

/** Creates the delivery of a digest to Slack. */
export async function digestSlackChannel(
  deps: ActivityDependencies,
  {
    slack,
    digest,
    rateLimit,
  }: { readonly slack: SlackSender; readonly digest: DigestToSend; readonly rateLimit: RateLimit },
): Promise<DeliveryChannel> {
  const { delivery, pageUrl } = digest;
  const { fleetId, receiver, deliveryKey } = delivery;
  const channel = await channelOf(deps, slack, delivery);
  let sent: Reference | undefined;
  return {
    async lookUp() {
      const found = await lookUpInSlack(slack, { delivery, channel });
      if (typeof found !== 'string') sent = found.reference;
      return found;
    },
    async send(possibleRepeat) {
      const message = digestSlack(digest.content(possibleRepeat), { pageUrl });
      const result = await slack.post({ channel: receiver, ...message, deliveryKey });
      if (result.kind === 'sent') sent = result.reference;
      if (result.kind === 'not_sent' && result.afterMs !== undefined)
        await pauseSlack(deps, { fleetId, channel: receiver, forMs: result.afterMs, rateLimit });
      return titled(result, unescapeSlack(message.text));
    },
    async attach() {
      if (sent) await noteChannel(deps, { fleetId, receiver, known: channel, channelId: sent['channel_id'] });
    },
  };
}

/** Creates the delivery of a digest into the outbox, in the form that Slack would show. */
export function digestToSlackOutbox(deps: ActivityDependencies, digest: DigestToSend): DeliveryChannel {
  return {
    async send(possibleRepeat) {
      const { text, blocks } = digestSlack(digest.content(possibleRepeat), { pageUrl: digest.pageUrl });
      const kept = await intoOutbox(deps, digest.delivery, {
        text,
        possibleRepeat,
        blocks: blocks as unknown as JsonObject[],
      });
      return titled(kept, unescapeSlack(text));
    },
  };
}
