import { slackMessage } from '../../messages/message.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { getDelivery, replaceInOutbox } from '../../store/deliveries/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { noteShown } from '../../store/incidents/index.ts';
import { referenceOf, updateUnlessUnavailable } from '../deliveries/index.ts';
import type { UnmarkedMessage } from '../deliveries/index.ts';
import { composeDeletionRequest } from '../deletions/index.ts';
import type { ActivityDependencies } from '../connections/index.ts';
import type { SendResult } from '../failures/index.ts';
import { composeIncidentMessage } from '../incidents/index.ts';
import type { SlackSender } from '../channels/slack/index.ts';

/** How often one call shows a message anew because somebody else showed it at the same time. */
const ROUNDS = 5;

/** How an update ended; `current`: it showed the newest already. */
export type Showing = SendResult | { readonly kind: 'current' };

/**
 * Brings a message that was sent up to date, in place. Several may do it at once, and nobody knows whose update comes last: who
 * finds that another noted something meanwhile shows the newest again, so the last one to finish has shown the newest.
 * @param args.always also when it shows the newest, because something else of it has changed
 */
export async function showNewest(
  deps: ActivityDependencies,
  args: {
    readonly fleetId: string;
    readonly id: string;
    readonly slack: SlackSender | undefined;
    readonly always?: boolean;
  },
): Promise<Showing> {
  let always = args.always === true;
  for (let round = 0; round < ROUNDS; round += 1) {
    const delivery = await getDelivery(deps.db, args);
    if (delivery?.state !== 'sent') return { kind: 'refused', reason: 'it was not sent' };
    const content = await contentOf(deps, delivery);
    const shown = content.shows ?? 0;
    const was = delivery.shownChange;
    if (!always && was === shown) return { kind: 'current' };
    const result = await update(deps, { delivery, content, slack: args.slack });
    if (result.kind !== 'sent' && result.kind !== 'refused') return result;
    // What Slack refuses, it would refuse again: it is left as it is until there is something newer.
    if (await noteShown(deps.db, { fleetId: args.fleetId, id: args.id, was, shown })) return result;
    always = true;
  }
  return { kind: 'unclear', reason: 'others kept updating the message at the same time' };
}

function contentOf(deps: ActivityDependencies, delivery: Delivery): Promise<UnmarkedMessage> {
  return delivery.kind === 'deletion_request'
    ? composeDeletionRequest(deps, delivery)
    : composeIncidentMessage(deps, delivery, { picture: false });
}

async function update(
  deps: ActivityDependencies,
  it: {
    readonly delivery: Delivery;
    readonly content: UnmarkedMessage;
    readonly slack: SlackSender | undefined;
  },
): Promise<SendResult> {
  const { delivery, content, slack } = it;
  const { message } = content.told(delivery.possibleRepeat);
  const { channel_id: channelId, ts, outbox_id: outboxId, picture } = referenceOf(delivery);
  if (outboxId !== undefined) {
    const { text, blocks } = slackMessage(message);
    const words = { text, blocks: blocks as unknown as JsonObject[] };
    await replaceInOutbox(deps.db, { fleetId: delivery.fleetId, id: outboxId, ...words });
    return { kind: 'sent' };
  }
  if (!slack || !channelId || !ts) return { kind: 'refused', reason: 'it cannot be found in Slack' };
  const at = { channelId, ts };
  return updateUnlessUnavailable(deps, delivery.fleetId, async () => {
    if (picture === undefined) return slack.update({ ...at, ...slackMessage(message) });
    const result = await slack.update({ ...at, ...slackMessage(message, { pictureFileId: picture }) });
    // A picture that Slack does not show any more, or not yet, must not keep the words from changing.
    return result.kind === 'refused' ? slack.update({ ...at, ...slackMessage(message) }) : result;
  });
}
