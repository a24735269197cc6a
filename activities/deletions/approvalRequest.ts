import { Context } from '@temporalio/activity';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { askedWays, deletionAsks as asksOf } from '../../rules/lint/index.ts';
import type { NamesReceivers } from '../../rules/recipients/index.ts';
import { inTransaction } from '../../store/db/index.ts';
import {
  dayStopped,
  deletionAsks,
  expireDeletions,
  getDeletion,
  planDeletionAsk,
  settleDeletionAsks,
} from '../../store/deletions/index.ts';
import type { Deletion } from '../../store/deletions/index.ts';
import { getTrip } from '../../store/trips/index.ts';
import { WORKFLOWS, deletionExpiryWorkflowId } from '../../workflows/contracts/index.ts';
import type { DeletionInput, TripKey } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { DriverNeededError, alarmUnreached, keepForRecipients, resolverFor } from '../facts/index.ts';
import { retryLater } from '../failures/index.ts';
import type { DueDelivery } from '../trips/index.ts';
import { rowOf } from './end.ts';
import { deletingRuleOf } from './request.ts';

/** Creates the activities of approval requests for deletions. */
export function createDeletionAsks(deps: ActivityDependencies) {
  return {
    /**
     * Expires an approval request that was not decided in time.
     * @returns `asked`: whether messages requested the approval, which must then be updated to show that it expired
     * @throws ApplicationFailure (worth a retry at the expiry) while the request is still open
     */
    async expireDeletion(input: DeletionInput): Promise<{ readonly asked: boolean }> {
      const key = { fleetId: input.fleet, id: input.deletionId };
      const at = deps.now();
      await expireDeletions(deps.db, { fleetId: input.fleet, at });
      const deletion = await getDeletion(deps.db, key);
      if (deletion?.state === 'requested')
        return retryLater(
          'not_expired',
          'Waiting for approval.',
          deletion.expiresAt.getTime() - at.getTime(),
        );
      return {
        asked:
          deletion?.state === 'expired' &&
          (await settleDeletionAsks(deps.db, { fleetId: input.fleet, deletionId: input.deletionId, at })),
      };
    },
  };
}

/**
 * Plans the messages that request approval of a deletion, and schedules the request's expiry. When a rule's automatic deletions
 * have stopped, it sends one message a day, however many trips wait.
 */
export async function ask(deps: ActivityDependencies, deletion: Deletion): Promise<readonly DueDelivery[]> {
  const { fleetId, id: deletionId, rule: ruleId, version } = deletion;
  const at = deps.now();
  const { rule, action } = await deletingRuleOf(deps, deletion);
  const trip = await getTrip(deps.db, rowOf(deletion));
  // Uses the day on which the rule's deletions stopped, not today, because this attempt may come late or be repeated. The code
  // that ends another request finds this message by that day.
  const day = await dayStopped(deps.db, deletion);
  const key = { fleet: fleetId, driverId: deletion.driverId, tripId: deletion.tripId };
  const recipients = await recipientsOf(deps, { key, notify: askedWays(rule, action), at });
  const { asks: named, unreachable } = asksOf(rule, action, { at, recipients });
  await inTransaction(deps.db, async (tx) => {
    // Returns without planning, because an earlier attempt planned all messages: recipients are resolved only once.
    if ((await deletionAsks(tx, { fleetId, deletionId })).length > 0) return;
    for (const { action: way, receiver, releaseAt, because } of named)
      await planDeletionAsk(tx, {
        ...rowOf(deletion),
        deletionId,
        rule: ruleId,
        version,
        revision: trip?.revision ?? 0,
        action: way,
        receiver,
        releaseAt,
        at,
        recipientReason: because,
        ...(day !== undefined && { once: ['stopped', ruleId, day] }),
      });
    const subject = `rule:${ruleId}`;
    if (unreachable.length > 0) await alarmUnreached(tx, deps, { fleetId, subject, names: unreachable, at });
  });
  await scheduleExpiry(deletion);
  const asks = await deletionAsks(deps.db, { fleetId, deletionId });
  return asks.filter(({ state }) => state === 'pending').map(({ id, action: way }) => ({ id, action: way }));
}

/**
 * Resolves the recipients of an approval request. If the driver's facts are needed but not stored, reads them from the service
 * first.
 */
async function recipientsOf(
  deps: ActivityDependencies,
  args: { readonly key: TripKey; readonly notify: readonly NamesReceivers[]; readonly at: Date },
): ReturnType<typeof resolverFor> {
  try {
    return await resolverFor(deps.db, { ...args, isDriverRead: false });
  } catch (error) {
    if (!(error instanceof DriverNeededError)) throw error;
    await keepForRecipients(deps, { key: args.key, needs: error.needs, endedAt: args.at });
    return resolverFor(deps.db, { ...args, isDriverRead: true });
  }
}

/** Starts a workflow that expires the request when its time is over. A repeated call starts no second workflow. */
async function scheduleExpiry(deletion: Deletion): Promise<void> {
  const { client, info } = Context.current();
  const input: DeletionInput = { fleet: deletion.fleetId, deletionId: deletion.id };
  try {
    await client.workflow.start(WORKFLOWS.deletionExpiry, {
      workflowId: deletionExpiryWorkflowId(input),
      taskQueue: info.taskQueue,
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      startDelay: Math.max(0, deletion.expiresAt.getTime() - Date.now()),
      args: [input],
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
