import { asyncLocalStorage } from '@temporalio/activity';
import { slackMessage } from '../../messages/message.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { getDelivery, replaceInOutbox } from '../../store/deliveries/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { noteShown, shownMessages } from '../../store/incidents/index.ts';
import type { ShownAbout } from '../../store/incidents/index.ts';
import { connectionsOf } from '../dependencies/index.ts';
import type { ActivityDependencies, SlackSender, UnmarkedMessage } from '../dependencies/index.ts';
import { composeDeletionRequest } from '../deletions/index.ts';
import { mayShowPath, referenceOf } from '../deliveries/index.ts';
import { updateUnlessUnavailable } from '../resilience/index.ts';
import { retryLater } from '../failures/index.ts';
import type { SendResult } from '../failures/index.ts';
import { composeIncidentMessage } from '../incidents/index.ts';
import { replyToLateAnswers } from './alreadyAnswered.ts';

/** Number of times that one call updates a message at most. It repeats when another call updated the message at the same time. */
const ROUNDS = 5;

/** Result of updating a message. `current`: the message already showed the newest state. */
export type Showing = SendResult | { readonly kind: 'current' };

/**
 * Updates a sent message in place. Several calls may run at the same time, and their updates may arrive in any order. A call that
 * notices another update repeats its own, so that the message finally shows the newest state.
 * @param args.always updates even a message that shows the newest state, because another part of it has changed
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
    // Records a refused update too. The message is updated again only for a newer state, because Slack would refuse this one
    // again.
    if (await noteShown(deps.db, { fleetId: args.fleetId, id: args.id, was, shown })) return result;
    always = true;
  }
  return { kind: 'unknown_outcome', reason: 'others kept updating the message at the same time' };
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
  const { message } = content.marked(delivery.possibleRepeat);
  const { channel_id: channelId, ts, outbox_id: outboxId, picture: attached } = referenceOf(delivery);
  if (outboxId !== undefined) {
    const { text, blocks } = slackMessage(message);
    const words = { text, blocks: blocks as unknown as JsonObject[] };
    await replaceInOutbox(deps.db, { fleetId: delivery.fleetId, id: outboxId, ...words });
    return { kind: 'sent' };
  }
  if (!slack || !channelId || !ts) return { kind: 'refused', reason: 'it cannot be found in Slack' };
  const at = { channelId, ts };
  const picture = (await mayShowPath(deps, delivery.fleetId)) ? attached : undefined;
  const shown = slackMessage(message, picture === undefined ? {} : { pictureFileId: picture });
  return updateUnlessUnavailable(deps, { fleet: delivery.fleetId, kind: 'slack' }, () =>
    slack.update({ ...at, ...shown }),
  );
}

/** Creates the activities that update sent messages in place. They are safe to repeat. */
export function createRefreshers(deps: ActivityDependencies) {
  return {
    /**
     * Updates every Slack page of an incident so that it shows the assignee. Notifies people whose press came too late.
     * @returns the number of changed messages
     * @throws ApplicationFailure (worth a retry, after the pause that Slack requests) when some could not be updated now
     */
    async refreshIncidentMessages(input: { fleet: string; incidentId: string }): Promise<number> {
      const about = { fleetId: input.fleet, incidentId: input.incidentId };
      const later = new Later();
      const updated = await refresh(deps, about, later);
      const unsaid = later.isLimited ? undefined : await replyToLateAnswers(deps, about);
      if (unsaid) later.note(unsaid);
      later.throwWhenDue();
      return updated;
    },

    /**
     * Updates every Slack message that requests approval of a deletion, so that it shows the decision.
     * @returns the number of changed messages
     * @throws ApplicationFailure (worth a retry, after the pause that Slack requests) when some could not be updated now
     */
    async refreshDeletionRequest(input: { fleet: string; deletionId: string }): Promise<number> {
      const later = new Later();
      const updated = await refresh(deps, { fleetId: input.fleet, deletionId: input.deletionId }, later);
      later.throwWhenDue();
      return updated;
    },
  };
}

/** Collector of updates that failed and have to be retried. */
class Later {
  #reason: string | undefined;
  #afterMs: number | undefined;

  /** Whether Slack requested a pause. The pause applies to all further updates. */
  get isLimited(): boolean {
    return this.#afterMs !== undefined;
  }

  note(result: Extract<SendResult, { kind: 'not_sent' | 'unknown_outcome' }>): void {
    this.#reason ??= result.reason;
    if (result.afterMs !== undefined) this.#afterMs = Math.max(this.#afterMs ?? 0, result.afterMs);
  }

  throwWhenDue(): void {
    if (this.#reason !== undefined) retryLater('messages_not_updated', this.#reason, this.#afterMs);
  }
}

/**
 * Updates all messages that need it. After a failed update, continues with the others. If Slack requests a pause, leaves the
 * others to the retry.
 */
async function refresh(deps: ActivityDependencies, about: ShownAbout, later: Later): Promise<number> {
  const { fleetId } = about;
  const { slack } = connectionsOf(deps, fleetId);
  let updated = 0;
  for (const { id } of await shownMessages(deps.db, about)) {
    const result = await showNewest(deps, { fleetId, id, slack });
    if (result.kind === 'sent') updated += 1;
    if (result.kind === 'refused' || (result.kind === 'not_sent' && isRefusedTooLong(deps, result)))
      deps.log.warn({ fleet: fleetId, delivery: id, reason: result.reason }, 'message not updated');
    else if (result.kind === 'not_sent' || result.kind === 'unknown_outcome') later.note(result);
    if (later.isLimited) break;
  }
  return updated;
}

/** Returns whether a temporary refusal has lasted so long that the message is no longer retried. */
function isRefusedTooLong(
  deps: ActivityDependencies,
  { refusal }: Extract<SendResult, { kind: 'not_sent' }>,
): boolean {
  if (refusal?.endsAfterMs === undefined) return false;
  const nowMs = deps.now().getTime();
  const sinceMs = asyncLocalStorage.getStore()?.info.scheduledTimestampMs ?? nowMs;
  return nowMs - sinceMs >= refusal.endsAfterMs;
}
