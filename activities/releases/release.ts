import { Context } from '@temporalio/activity';
import { releasedInTurn, releasedPending } from '../../store/deliveries/index.ts';
import { RELEASE_SIGNAL, WORKFLOWS, releaseWorkflowId } from '../../workflows/contracts/index.ts';
import type { ReleaseInput } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../connections/index.ts';
import { release } from './releaseHeld.ts';
import type { DueDelivery } from '../trips/index.ts';
import { lastPosition, withSignOfLife } from '../resilience/index.ts';

/** Messages carried out before the workflow asks for more: its history stays short. */
const BATCH = 50;
/** Messages under way at once: Temporal keeps 2,000 activities of a workflow, and each may wait for a receiver that is away. */
const UNDER_WAY_AT_MOST = 500;

/** What a release asks for: what comes after a delivery, or, beside all that is under way, whatever has its turn. */
type ReleaseQuestion = ReleaseInput & { readonly after?: string; readonly underWay?: readonly string[] };

/** Activities around what is held: see that it is released in time, and release it. */
export function createReleases(deps: ActivityDependencies) {
  return {
    /**
     * Makes sure that a workflow wakes at each of these times and releases what is held. One that is there already is told
     * that there is more; asked twice, it starts once.
     */
    async scheduleReleases(input: { fleet: string; releases: readonly string[] }): Promise<void> {
      const { client, info } = Context.current();
      for (const releaseAt of input.releases) {
        const release: ReleaseInput = { fleet: input.fleet, releaseAt };
        await client.workflow.signalWithStart(WORKFLOWS.release, {
          workflowId: releaseWorkflowId(release),
          taskQueue: info.taskQueue,
          args: [release],
          signal: RELEASE_SIGNAL,
        });
      }
    },

    /**
     * Lets go what was held until then: one message a channel or mailbox, without what was resolved meanwhile. Safe to
     * repeat, and one that was interrupted goes on where it was: what was let go and is not carried out yet is answered
     * again, batch by batch, each `after` the one before; or, where the question names what is `underWay`, by turns: people
     * before systems, and no receiver with so many that nothing is left for others.
     */
    async releaseHeld(
      input: ReleaseQuestion,
    ): Promise<{ deliveries: readonly DueDelivery[]; more: boolean }> {
      const held = { fleetId: input.fleet, until: new Date(input.releaseAt) };
      await withSignOfLife<void, string>((stopCheck, keep) =>
        release(deps, { ...held, after: lastPosition(), stopCheck, keep }),
      );
      const { underWay, leftOut = [] } = input;
      if (underWay !== undefined) {
        const limit = Math.max(0, Math.min(BATCH, UNDER_WAY_AT_MOST - underWay.length));
        return releasedInTurn(deps.db, { ...held, limit, underWay, leftOut });
      }
      const pending = await releasedPending(deps.db, {
        ...{ ...held, limit: BATCH + 1 },
        ...(input.after !== undefined && { after: input.after }),
      });
      const deliveries = pending.slice(0, BATCH).map(({ id, action }) => ({ id, action }));
      return { deliveries, more: pending.length > BATCH };
    },
  };
}
