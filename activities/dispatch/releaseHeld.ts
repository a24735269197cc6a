import { Context } from '@temporalio/activity';
import { groupKey, silenceFor } from '../../rules/admission/index.ts';
import type { ActiveSilence } from '../../rules/admission/index.ts';
import { silencesBetween } from '../../store/alerts/index.ts';
import type { Tx } from '../../store/db/index.ts';
import {
  groupHeld,
  heldAmong,
  heldIds,
  heldSummaries,
  heldWithoutGroups,
  holdGroupedAgain,
  leaveOut,
  releaseDeliveries,
  lockHeld,
  releasedInOrder,
  withReleaseLock,
} from '../../store/deliveries/index.ts';
import type { HeldDelivery, HeldSummary, HeldUntil } from '../../store/deliveries/index.ts';
import { RELEASE_SIGNAL, WORKFLOWS, releaseWorkflowId } from '../../workflows/contracts/index.ts';
import type { ReleaseInput } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { readGroups } from '../facts/index.ts';
import { lastPosition, withSignOfLife } from '../resilience/index.ts';
import type { KeepPosition, StopCheck } from '../resilience/index.ts';
import type { DueDelivery } from '../trips/index.ts';

/** Ids that are looked up at once. */
const A_PAGE = 20_000;
/** Deliveries settled in one transaction. The fleet's lock is free, and heartbeats are sent, in between. */
const A_STEP = 1_000;
/** Deliveries grouped into a message in one transaction. */
const A_GATHERING = 5_000;

/** A release of a fleet's held deliveries up to an instant. */
export interface Release extends HeldUntil {
  /** The last id that an interrupted attempt checked. */
  readonly after: string | undefined;
  readonly stopCheck: StopCheck;
  readonly keep: KeepPosition<string>;
}

type Deps = ActivityDependencies;

/**
 * Releases held deliveries in steps, each of which is stored. First it leaves out deliveries that are no longer reported. Then
 * it groups those of one channel or mailbox into one message, and last it releases these messages. The cost is linear, and an
 * interrupted attempt is continued: no message is sent before everything that belongs into it is grouped.
 */
export async function release(deps: Deps, it: Release): Promise<void> {
  await freshenGroups(deps, it);
  const upTo = await leaveOutResolved(deps, it);
  if (upTo === undefined) return;
  const scope = { ...it, upTo };
  // One round is enough, unless another release of the fleet has meanwhile sent a message that should have contained the rest.
  for (;;) {
    const summaries = await heldSummaries(deps.db, scope);
    if (summaries.length === 0) return;
    for (const summary of summaries) await gatherAll(deps, scope, summary);
    for (const ids of inSteps(summaries.map(({ id }) => id)))
      await withReleaseLock(deps.db, it.fleetId, (tx) => releaseDeliveries(tx, { fleetId: it.fleetId, ids }));
  }
}

/** Reads groups that a silence needs and that are not known, because rules may not have requested them at night. */
async function freshenGroups(deps: Deps, { fleetId, until }: Release): Promise<void> {
  const at = deps.now();
  const silences = await silencesBetween(deps.db, { fleetId, from: at, to: at });
  if (!silences.some(({ groups }) => groups)) return;
  const trip = await heldWithoutGroups(deps.db, { fleetId, until });
  if (!trip) return;
  const { driverId, tripId } = trip;
  await readGroups(deps, { fleet: fleetId, driverId, tripId }, 'now').catch((error: unknown) => {
    deps.log.warn(
      { fleet: fleetId, err: error },
      'groups could not be read: held alerts are released by the stored ones',
    );
  });
}

/** Checks every held delivery once. @returns the last id there was; undefined: nothing is held */
async function leaveOutResolved(deps: Deps, it: Release): Promise<string | undefined> {
  let after = it.after;
  let highest = after;
  for (;;) {
    const page = await heldIds(deps.db, { ...it, after, limit: A_PAGE });
    for (const ids of inSteps(page)) {
      const again = await withReleaseLock(deps.db, it.fleetId, (tx) =>
        settleStep(tx, { fleetId: it.fleetId, ids, at: deps.now() }),
      );
      after = ids.at(-1)!;
      highest = [...again, after].reduce(later, highest ?? after);
      it.keep(after);
      it.stopCheck();
    }
    if (page.length < A_PAGE) return highest;
  }
}

/** Returns the one of two ids that was assigned later. */
function later(one: string, other: string): string {
  return BigInt(one) > BigInt(other) ? one : other;
}

/**
 * Leaves out deliveries that are no longer reported, and releases those that are always sent alone.
 * @returns deliveries that were grouped into a message that was left out: they are held again, and checked
 */
async function settleStep(
  tx: Tx,
  { fleetId, ids, at }: { readonly fleetId: string; readonly ids: readonly string[]; readonly at: Date },
): Promise<readonly string[]> {
  const held = await heldAmong(tx, { fleetId, ids });
  const silences = await silencesBetween(tx, { fleetId, from: at, to: at });
  const left = new Map<string, Ending & { ids: string[] }>();
  const alone: string[] = [];
  for (const each of held) {
    const ending = reasonToLeaveOut(each, silences);
    if (ending) {
      const key = `${ending.reason} ${ending.detail}`;
      const same = left.get(key) ?? { ...ending, ids: [] };
      left.set(key, same);
      same.ids.push(each.id);
    } else if (each.kind !== 'alert' || groupKey(each.action, each.receiver) === undefined)
      alone.push(each.id);
  }
  await releaseDeliveries(tx, { fleetId, ids: alone });
  const endings = [...left.values()];
  const again = await holdGroupedAgain(tx, { fleetId, ids: endings.flatMap((ending) => ending.ids) });
  for (const ending of endings) await leaveOut(tx, { fleetId, ...ending, at });
  // The recursion ends, because a message that groups others is grouped into none.
  if (again.length > 0) await settleStep(tx, { fleetId, ids: again, at });
  return again;
}

/** Reason why a held delivery is no longer reported, with a detail. */
interface Ending {
  readonly reason: 'resolved' | 'silenced';
  readonly detail: string;
}

/** Returns the reason why a held alert is no longer reported. Messages about a budget are always released. */
function reasonToLeaveOut(held: HeldDelivery, silences: readonly ActiveSilence[]): Ending | undefined {
  const { kind, tripState, latestOutcome, rule, severity, driverId, groups } = held;
  if (kind !== 'alert' && kind !== 'coaching') return undefined;
  if (tripState === 'deleted' || tripState === 'gone') return { reason: 'resolved', detail: tripState };
  // An alert that can no longer be decided, fails, or is no longer about the driver, is not known to be resolved.
  if (latestOutcome === 'not_matched') return { reason: 'resolved', detail: latestOutcome };
  const silence = silenceFor(silences, {
    rule,
    severity: severity ?? undefined,
    driverId,
    groups: groups ?? undefined,
  });
  return silence && { reason: 'silenced', detail: silence.id };
}

/** Groups the held deliveries of a channel or mailbox into its message, unless that was released. */
async function gatherAll(
  deps: Deps,
  scope: Release & { readonly upTo: string },
  summary: HeldSummary,
): Promise<void> {
  let gathered: number;
  do {
    gathered = await withReleaseLock(deps.db, scope.fleetId, async (tx) => {
      // Another release may have sent it since, and deliveries that are grouped into it now would never be reported.
      if (!(await lockHeld(tx, { fleetId: scope.fleetId, id: summary.id }))) return 0;
      return groupHeld(tx, { ...scope, summary, limit: A_GATHERING, at: deps.now() });
    });
    scope.stopCheck();
  } while (gathered === A_GATHERING);
}

function* inSteps(ids: readonly string[]): Generator<readonly string[]> {
  for (let first = 0; first < ids.length; first += A_STEP) yield ids.slice(first, first + A_STEP);
}

/** Messages that are sent before the workflow requests more, so that its history stays short. */
const BATCH = 50;
/** Most messages under way: Temporal keeps 2,000 activities of a workflow, and each may wait for an unavailable receiver. */
const UNDER_WAY_AT_MOST = 500;

/** Request of a release for the deliveries to send beside all that are under way. */
type ReleaseQuestion = ReleaseInput & { readonly underWay?: readonly string[] };

/** Activities for held deliveries: schedule their release, and release them in time. */
export function createReleases(deps: ActivityDependencies) {
  return {
    /**
     * Schedules a workflow that wakes at each of these times and releases held deliveries. Signals an existing one that there
     * is more. A second call starts no other one.
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
     * Releases deliveries that were held until then: one message for each channel or mailbox, without those that were resolved
     * meanwhile. Safe to repeat, and an interrupted attempt is continued.
     * Returns released deliveries that are not yet sent and not `underWay`. People come before systems, and no receiver has so
     * many that none are left for others.
     */
    async releaseHeld(
      input: ReleaseQuestion,
    ): Promise<{ deliveries: readonly DueDelivery[]; more: boolean }> {
      const held = { fleetId: input.fleet, until: new Date(input.releaseAt) };
      await withSignOfLife<void, string>((stopCheck, keep) =>
        release(deps, { ...held, after: lastPosition(), stopCheck, keep }),
      );
      const { underWay = [], leftOut = [] } = input;
      const limit = Math.max(0, Math.min(BATCH, UNDER_WAY_AT_MOST - underWay.length));
      return releasedInOrder(deps.db, { ...held, limit, underWay, leftOut });
    },
  };
}
