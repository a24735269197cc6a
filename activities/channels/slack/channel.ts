import { slackMessage } from '../../../messages/message.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import type { Delivery, Pace } from '../../../store/deliveries/index.ts';
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
import type { SendResult } from '../../failures/index.ts';
import { slackDeliveryChannel } from './delivery.ts';
import { digestSlackCarrier, digestToSlackOutbox } from './digest.ts';
import { SLACK_RATE_LIMIT, acquireSlackSlot } from './rateLimit.ts';

/**
 * Slack as a channel: a message to a channel or a person, or into the outbox when the fleet has no Slack app.
 * @param parts.pace how fast messages follow each other in a channel; Slack's own limit when absent
 */
export function createSlackChannel({
  pace = SLACK_RATE_LIMIT,
}: {
  readonly pace?: Pace | undefined;
} = {}): ChannelSender {
  return {
    isConfigured: (deps, fleet) => connectionsOf(deps, fleet).slack !== undefined,
    acquireSlot: (deps, input, { isProbe }) => acquireSlackSlot(deps, input, { isProbe, pace }),
    deliver(deps, it) {
      const { slack } = connectionsOf(deps, it.delivery.fleetId);
      return slack
        ? slackDeliveryChannel(deps, { ...it, slack, pace })
        : Promise.resolve(slackOutbox(deps, it));
    },
    async deliverDigest(deps, digest) {
      const { slack } = connectionsOf(deps, digest.delivery.fleetId);
      return slack ? digestSlackCarrier(deps, { slack, digest, pace }) : digestToSlackOutbox(deps, digest);
    },
  };
}

function slackOutbox(deps: ActivityDependencies, { delivery, content }: ToDeliver): DeliveryChannel {
  return {
    send: (repeat) => slackToOutbox(deps, delivery, content.told(repeat)),
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
    picture: drawPicture?.(),
    possibleRepeat: message.possibleRepeat,
  });
  return { ...sent, reference: { ...sent.reference, ...(await outboxThread(deps, delivery)) } };
}

/** What a message in the outbox shows, so that it is known when there is something newer. */
async function noteContent(
  deps: ActivityDependencies,
  delivery: Delivery,
  { shows }: UnmarkedMessage,
): Promise<void> {
  const { fleetId, id } = delivery;
  if (shows !== undefined) await noteShown(deps.db, { fleetId, id, was: null, shown: shows });
}
