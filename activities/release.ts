import { Context } from '@temporalio/activity';
import type { Severity } from '../rules/decision.ts';
import { carriers } from '../rules/grouping.ts';
import { silenceFor } from '../rules/silence.ts';
import type { SilenceInForce } from '../rules/silence.ts';
import type { Tx } from '../store/database.ts';
import { withFleetLock } from '../store/locks.ts';
import { heldUntil, letGo, releasedPending, settleHeldAlerts, skipHeld } from '../store/releases.ts';
import type { HeldDelivery } from '../store/releases.ts';
import { silencesBetween } from '../store/silences.ts';
import { RELEASE_SIGNAL, releaseWorkflowId, WORKFLOWS } from '../workflows/contract.ts';
import type { ReleaseInput } from '../workflows/contract.ts';
import type { ActivityDependencies } from './dependencies.ts';
import type { DueDelivery } from './settled.ts';

/** Messages carried out before the workflow asks for more: its history stays short. */
const BATCH = 50;

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
     * repeat: what was let go and is not carried out yet is answered again, batch by batch, each `after` the one before.
     */
    async releaseHeld(
      input: ReleaseInput & { readonly after?: string },
    ): Promise<{ deliveries: readonly DueDelivery[]; more: boolean }> {
      const until = new Date(input.releaseAt);
      const fleetId = input.fleet;
      await withFleetLock(deps.db, { fleetId, purpose: 'release' }, (tx) =>
        releaseUnderLock(tx, { fleetId, until, at: deps.now() }),
      );
      const pending = await releasedPending(deps.db, {
        ...{ fleetId, until, limit: BATCH + 1 },
        ...(input.after !== undefined && { after: input.after }),
      });
      const deliveries = pending.slice(0, BATCH).map(({ id, action }) => ({ id, action }));
      return { deliveries, more: pending.length > BATCH };
    },
  };
}

async function releaseUnderLock(
  tx: Tx,
  args: { readonly fleetId: string; readonly until: Date; readonly at: Date },
): Promise<void> {
  const { fleetId, at } = args;
  const held = await heldUntil(tx, args);
  const silences = await silencesBetween(tx, { fleetId, from: at, to: at });
  const reasons = new Map(held.map((each) => [each, reasonToLeaveOut(each, silences)]));
  const going = held.filter((each) => reasons.get(each) === undefined);
  await letGoTogether(tx, { fleetId, going, at });
  await settleHeldAlerts(tx, { fleetId, ids: alertsOf(going) });
  for (const reason of ['resolved', 'silenced'] as const) {
    const left = held.filter((each) => reasons.get(each) === reason);
    await skipHeld(tx, { fleetId, ids: left.map(({ id }) => id), reason, at });
    await settleHeldAlerts(tx, { fleetId, ids: alertsOf(left), stopped: reason });
  }
}

/** Why a held alert is not told any more; messages about a budget always go. */
function reasonToLeaveOut(
  held: HeldDelivery,
  silences: readonly SilenceInForce[],
): 'resolved' | 'silenced' | undefined {
  if (held.kind !== 'alert') return undefined;
  if (held.tripState === 'deleted' || held.tripState === 'gone') return 'resolved';
  // What can no longer be decided, or fails, or is no longer about the driver, is not known to be resolved.
  if (held.latestOutcome === 'not_matched') return 'resolved';
  const { rule, driverId, alertGroups } = held;
  const silence = silenceFor(silences, { rule, driverId, groups: alertGroups ?? undefined });
  return silence ? 'silenced' : undefined;
}

async function letGoTogether(
  tx: Tx,
  args: { readonly fleetId: string; readonly going: readonly HeldDelivery[]; readonly at: Date },
): Promise<void> {
  const { fleetId, going, at } = args;
  const alerts = going.filter(({ kind }) => kind === 'alert');
  const carriedBy = carriers(alerts.map((each) => ({ ...each, severity: each.severity ?? LOWEST })));
  const alone = going.filter(({ kind }) => kind !== 'alert');
  await letGo(tx, {
    fleetId,
    ids: [...alone, ...alerts.filter((_, index) => carriedBy[index] === index)].map(({ id }) => id),
  });
  for (const [index, carrier] of alerts.entries()) {
    const ids = alerts
      .filter((_, other) => other !== index && carriedBy[other] === index)
      .map(({ id }) => id);
    await skipHeld(tx, { fleetId, ids, reason: 'grouped', carriedBy: carrier.id, at });
  }
}

const LOWEST: Severity = 'info';

function alertsOf(held: readonly HeldDelivery[]): string[] {
  return [...new Set(held.flatMap(({ alertId }) => alertId ?? []))];
}
