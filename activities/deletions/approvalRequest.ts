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

/** Activities of approval requests for deletions. */
export function createDeletionAsks(deps: ActivityDependencies) {
  return {
    /**
     * Expires a request that was not decided in its time.
     * @returns whether messages were sent about it, which then have to show that it expired
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
 * Plans the messages that request approval of a deletion, and schedules the request's expiry. A rule that stopped by itself
 * sends one message a day, however many trips wait.
 */
export async function ask(deps: ActivityDependencies, deletion: Deletion): Promise<readonly DueDelivery[]> {
  const { fleetId, id: deletionId, rule: ruleId, version } = deletion;
  const at = deps.now();
  const { rule, action } = await deletingRuleOf(deps, deletion);
  const trip = await getTrip(deps.db, rowOf(deletion));
  // Uses the day of the stop. This attempt may come late, or again, and the code that ends another request finds this one by
  // its day.
  const day = await dayStopped(deps.db, deletion);
  const key = { fleet: fleetId, driverId: deletion.driverId, tripId: deletion.tripId };
  const recipients = await recipientsOf(deps, { key, notify: askedWays(rule, action), at });
  const { asks: named, unreachable } = asksOf(rule, action, { at, recipients });
  await inTransaction(deps.db, async (tx) => {
    // An earlier attempt planned all of them, because recipients are resolved once.
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

/** Resolves the recipients of an approval request. Reads the driver's facts first when they are needed and not stored. */
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

/** Starts a workflow that wakes when a request expires. A second call starts no other one. */
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
