import { createHash } from 'node:crypto';
import { storedSentence } from '../../messages/decisions/index.ts';
import { deletionOutcome, lateDecision } from '../../messages/deletions/index.ts';
import type { DeletionRequestMessage } from '../../messages/deletions/index.ts';
import { messageDriver } from '../../messages/format/index.ts';
import type { MessageFleet } from '../../messages/format/index.ts';
import { settingsFrom } from '../../rules/drivers/index.ts';
import type { Rule } from '../../rules/lint/index.ts';
import { getDeletion, requestInstead } from '../../store/deletions/index.ts';
import type { Deletion } from '../../store/deletions/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { publishedSettings } from '../../store/drivers/index.ts';
import { getVersion } from '../../store/documents/index.ts';
import { getSnapshot, getStoredTrip, listDecisions, listSnapshots } from '../../store/trips/index.ts';
import type { DeletionPress } from '../../workflows/contracts/index.ts';
import { slackIdOf, slackNames } from '../channels/slack/index.ts';
import { connectionsOf } from '../dependencies/index.ts';
import type { ActivityDependencies, UnmarkedMessage } from '../dependencies/index.ts';
import { NotStoredError, driverToShow, linkTo, messageFleet, messageTrip } from '../deliveries/index.ts';
import { retryLater } from '../failures/index.ts';

/**
 * Composes the approval request of a deletion, showing the deletion's current state.
 * @throws NotStoredError when the deletion or its rule is not stored, which only a defect can cause
 */
export async function composeDeletionRequest(
  deps: ActivityDependencies,
  delivery: Delivery,
): Promise<UnmarkedMessage<DeletionRequestMessage>> {
  const { fleetId } = delivery;
  const deletion = await getDeletion(deps.db, { fleetId, id: delivery.deletionId ?? '' });
  if (!deletion)
    throw new NotStoredError(`Delivery ${delivery.id} refers to a deletion that is no longer stored.`);
  const { driverId, tripId, rule: id, version } = deletion;
  const [document, trip, snapshotTakenAt, shown, driver, fleet] = await Promise.all([
    getVersion(deps.db, { fleetId, kind: 'rule', id, version }),
    getStoredTrip(deps.db, { fleetId, driverId, tripId }),
    snapshotOf(deps, deletion),
    deletionOnMessage(deps, deletion),
    driverToShow(deps, deletion),
    messageFleet(deps, fleetId),
  ]);
  const rule = document?.body as Rule | undefined;
  if (!rule)
    throw new NotStoredError(`Deletion ${deletion.id} refers to a rule version that is no longer stored.`);
  const message: Omit<DeletionRequestMessage, 'possibleRepeat'> = {
    kind: 'deletion_request',
    fleet,
    deletion: shown,
    rule: { id, name: rule.name, version, severity: rule.severity },
    driver: messageDriver(driver),
    trip: trip ? messageTrip(trip) : { tripId },
    ...(deletion.cause !== null && { cause: deletion.cause }),
    ...(fleet.language !== 'en' && (await shownCause(deps, deletion, fleet.language))),
    ...(snapshotTakenAt && { snapshotTakenAt: snapshotTakenAt.toISOString() }),
    link: await linkTo(deps, delivery),
    deliveryKey: delivery.deliveryKey,
  };
  return {
    shows: digest([message.deletion, message.snapshotTakenAt]),
    marked: (possibleRepeat) => ({ message: { ...message, possibleRepeat } }),
  };
}

/** Returns the reason for a deletion in the given language, from the decision that requested it. */
async function shownCause(
  { db }: ActivityDependencies,
  { fleetId, driverId, tripId, rule, revision }: Deletion,
  language: MessageFleet['language'],
): Promise<Pick<DeletionRequestMessage, 'shownCause'>> {
  const decisions = await listDecisions(db, { fleetId, driverId, tripId });
  const said = storedSentence(decisions, { rule, revision }, language);
  return said === undefined ? {} : { shownCause: said };
}

/** Returns the state of a deletion in the form that a message shows. */
export async function deletionOnMessage(
  deps: ActivityDependencies,
  deletion: Deletion,
): Promise<DeletionRequestMessage['deletion']> {
  return deletionOutcome(deletion, await deciderOf(deps, deletion));
}

async function snapshotOf(deps: ActivityDependencies, deletion: Deletion): Promise<Date | undefined> {
  const { fleetId, driverId, tripId, snapshotId } = deletion;
  if (snapshotId !== null) return (await getSnapshot(deps.db, { fleetId, id: snapshotId }))?.takenAt;
  return (await listSnapshots(deps.db, { fleetId, driverId, tripId }))[0]?.takenAt;
}

async function deciderOf(
  deps: ActivityDependencies,
  { fleetId, decidedWho, decidedBy }: Deletion,
): Promise<string | undefined> {
  const id = slackIdOf(decidedWho);
  const name = id === undefined ? undefined : (await slackNames(deps, fleetId, [id])).get(id);
  return name ?? decidedBy ?? decidedWho ?? undefined;
}

/**
 * Returns a hash of a message's content as a positive 31-bit number. The hash replaces a change number, which deletions do not
 * have.
 */
function digest(content: unknown): number {
  return createHash('sha256').update(JSON.stringify(content)).digest().readUInt32BE(0) >>> 1;
}

/** Milliseconds after which a reply to a press of a button would only confuse. */
const WORTH_REPLYING_MS = 60 * 60_000;

/** Creates the activities that reply to late presses of the buttons on approval requests. */
export function createLateDecisionReplies(deps: ActivityDependencies) {
  return {
    /**
     * Sends an ephemeral message with the deletion's state to the person who pressed a button too late. Sends nothing an hour
     * after the press.
     * @throws ApplicationFailure (worth a retry) if the reply was not sent
     */
    async replyToLatePress(input: DeletionPress): Promise<void> {
      const { fleet: fleetId, deletionId, channelId, userId } = input;
      const { slack, name, timezone } = connectionsOf(deps, fleetId);
      if (!slack || channelId === undefined || userId === undefined) return;
      if (deps.now().getTime() - Date.parse(input.pressedAt) > WORTH_REPLYING_MS) return;
      const row = await getDeletion(deps.db, { fleetId, id: deletionId });
      if (!row) return;
      const deletion = await deletionOnMessage(deps, row);
      const instead = await requestInstead(deps.db, row);
      const { language } = settingsFrom(await publishedSettings(deps.db, fleetId));
      const fleet = { id: fleetId, name, timezone, language };
      const words = lateDecision({ deletion, fleet, ...(instead && { insteadId: instead.id }) });
      const result = await slack.sendEphemeral({ channelId, userId, ...words });
      if (result.kind === 'not_sent') retryLater('late_press_not_answered', result.reason, result.afterMs);
    },
  };
}
