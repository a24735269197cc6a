import { unescapeSlack } from '../../../messages/channels/slack/index.ts';
import { slackMessage } from '../../../messages/message.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import type { Delivery, RateLimit } from '../../../store/deliveries/index.ts';
import { noteShown } from '../../../store/incidents/index.ts';
import { intoOutbox, outboxThread } from '../../deliveries/index.ts';
import { connectionsOf } from '../../dependencies/index.ts';
import type {
  ActivityDependencies,
  ChannelSender,
  ComposedMessage,
  DeliveryChannel,
  ToDeliver,
  UnmarkedMessage,
} from '../../dependencies/index.ts';
import { titled } from '../../failures/index.ts';
import type { SendResult } from '../../failures/index.ts';
import { slackDeliveryChannel } from './delivery.ts';
import { digestSlackChannel, digestToSlackOutbox } from './digest.ts';
import { SLACK_RATE_LIMIT, acquireSlackSlot } from './rateLimit.ts';

/**
 * Creates the Slack channel. It sends to a Slack channel or a person, or stores the message in the outbox when the fleet has no
 * Slack app.
 * @param parts.rateLimit the rate limit of one channel; Slack's own by default
 */
export function createSlackChannel({
  rateLimit = SLACK_RATE_LIMIT,
}: {
  readonly rateLimit?: RateLimit | undefined;
} = {}): ChannelSender {
  return {
    isConfigured: (deps, fleet) => connectionsOf(deps, fleet).slack !== undefined,
    acquireSlot: (deps, input, { isProbe }) => acquireSlackSlot(deps, input, { isProbe, rateLimit }),
    deliver(deps, it) {
      const { slack } = connectionsOf(deps, it.delivery.fleetId);
      return slack
        ? slackDeliveryChannel(deps, { ...it, slack, rateLimit })
        : Promise.resolve(slackOutbox(deps, it));
    },
    async deliverDigest(deps, digest) {
      const { slack } = connectionsOf(deps, digest.delivery.fleetId);
      return slack
        ? digestSlackChannel(deps, { slack, digest, rateLimit })
        : digestToSlackOutbox(deps, digest);
    },
  };
}

function slackOutbox(deps: ActivityDependencies, { delivery, content }: ToDeliver): DeliveryChannel {
  return {
    send: (repeat) => slackToOutbox(deps, delivery, content.marked(repeat)),
    attach: () => noteContent(deps, delivery, content),
  };
}

async function slackToOutbox(
  deps: ActivityDependencies,
  delivery: Delivery,
  { message, drawPicture }: ComposedMessage,
): Promise<SendResult> {
  const { text, blocks } = slackMessage(message);
  const sent = await intoOutbox(deps, delivery, {
    text,
    blocks: blocks as unknown as JsonObject[],
    picture: await drawPicture?.(),
    possibleRepeat: message.possibleRepeat,
  });
  const reference = { ...sent.reference, ...(await outboxThread(deps, delivery)) };
  return titled({ ...sent, reference }, unescapeSlack(text));
}

/** Records which content a message in the outbox shows, so that a later change of the content is noticed. */
async function noteContent(
  deps: ActivityDependencies,
  delivery: Delivery,
  { shows }: UnmarkedMessage,
): Promise<void> {
  const { fleetId, id } = delivery;
  if (shows !== undefined) await noteShown(deps.db, { fleetId, id, was: null, shown: shows });
}
