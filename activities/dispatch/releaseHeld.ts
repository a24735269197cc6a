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

/** Number of ids that one query looks up. */
const A_PAGE = 20_000;
/**
 * Number of deliveries that one transaction checks. Between two transactions, the fleet's lock is free and heartbeats are sent.
 */
const A_STEP = 1_000;
/** Number of deliveries that one transaction groups into a message. */
const A_GATHERING = 5_000;

/** Release of a fleet's held deliveries up to a time. */
export interface Release extends HeldUntil {
  /** Last id that an interrupted attempt checked; `undefined` if there was none. */
  readonly after: string | undefined;
  readonly stopCheck: StopCheck;
  readonly keep: KeepPosition<string>;
}

type Deps = ActivityDependencies;

/**
 * Releases held deliveries in three steps. First, ends deliveries that must not be sent any more. Second, groups the deliveries
 * of one channel or mailbox into one message. Third, releases these messages.
 *
 * All progress is stored, and an interrupted attempt is continued. No message is sent before everything that belongs to it is
 * grouped. The cost is linear in the number of deliveries.
 */
export async function release(deps: Deps, it: Release): Promise<void> {
  await freshenGroups(deps, it);
  const upTo = await leaveOutResolved(deps, it);
  if (upTo === undefined) return;
  const scope = { ...it, upTo };
  // Repeats if another release of the fleet has meanwhile sent a message to which the remaining deliveries should have belonged.
  for (;;) {
    const summaries = await heldSummaries(deps.db, scope);
    if (summaries.length === 0) return;
    for (const summary of summaries) await gatherAll(deps, scope, summary);
    for (const ids of inSteps(summaries.map(({ id }) => id)))
      await withReleaseLock(deps.db, it.fleetId, (tx) => releaseDeliveries(tx, { fleetId: it.fleetId, ids }));
  }
}

/** Reads the groups that a silence needs, if they are not known, because rules may not have requested them at night. */
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

/**
 * Checks every held delivery once, and ends those that must not be sent any more.
 * @returns the highest id, or undefined if nothing is held
 */
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

/** Returns the higher of two ids, which was assigned later. */
function later(one: string, other: string): string {
  return BigInt(one) > BigInt(other) ? one : other;
}

/**
 * Ends deliveries that must not be sent any more, and releases those that are never grouped.
 * @returns the ids of deliveries that were grouped into an ended message; they are held again, and checked
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
  // Checks the deliveries that are held again. The recursion ends, because a message into which others are grouped is never
  // itself grouped.
  if (again.length > 0) await settleStep(tx, { fleetId, ids: again, at });
  return again;
}

/** Reason why a held delivery is not sent, with a detail. */
interface Ending {
  readonly reason: 'resolved' | 'silenced';
  readonly detail: string;
}

/** Returns the reason why a held alert must not be sent any more. Messages about a budget are always released. */
function reasonToLeaveOut(held: HeldDelivery, silences: readonly ActiveSilence[]): Ending | undefined {
  const { kind, tripState, latestOutcome, rule, severity, driverId, groups } = held;
  if (kind !== 'alert' && kind !== 'coaching') return undefined;
  if (tripState === 'deleted' || tripState === 'gone') return { reason: 'resolved', detail: tripState };
  // Only `not_matched` means that the alert is resolved. An evaluation that failed, is unknown or no longer concerns the driver
  // does not.
  if (latestOutcome === 'not_matched') return { reason: 'resolved', detail: latestOutcome };
  const silence = silenceFor(silences, {
    rule,
    severity: severity ?? undefined,
    driverId,
    groups: groups ?? undefined,
  });
  return silence && { reason: 'silenced', detail: silence.id };
}

/** Groups the held deliveries of a channel or mailbox into its message, unless that message was already released. */
async function gatherAll(
  deps: Deps,
  scope: Release & { readonly upTo: string },
  summary: HeldSummary,
): Promise<void> {
  let gathered: number;
  do {
    gathered = await withReleaseLock(deps.db, scope.fleetId, async (tx) => {
      // Checks that the message is still held. Deliveries grouped into a message that another release has sent would never be
      // sent.
      if (!(await lockHeld(tx, { fleetId: scope.fleetId, id: summary.id }))) return 0;
      return groupHeld(tx, { ...scope, summary, limit: A_GATHERING, at: deps.now() });
    });
    scope.stopCheck();
  } while (gathered === A_GATHERING);
}

function* inSteps(ids: readonly string[]): Generator<readonly string[]> {
  for (let first = 0; first < ids.length; first += A_STEP) yield ids.slice(first, first + A_STEP);
}

/** Number of messages that the workflow sends before it requests more, so that its history stays short. */
const BATCH = 50;
/**
 * Largest number of unfinished messages. Temporal allows 2,000 activities per workflow, and each may wait for an unavailable
 * receiver.
 */
const UNDER_WAY_AT_MOST = 500;

/** Request of a release's workflow for further deliveries, with the ids of the unfinished ones. */
type ReleaseQuestion = ReleaseInput & { readonly underWay?: readonly string[] };

/** Creates the activities that schedule the release of held deliveries, and release them. */
export function createReleases(deps: ActivityDependencies) {
  return {
    /**
     * Schedules a workflow for each of these times, which then releases held deliveries. Signals an existing workflow that there
     * are more deliveries. A repeated call starts no second workflow.
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
     * Releases deliveries that were held until the given time, as one message per channel or mailbox. Alerts that were resolved
     * meanwhile are not sent. Safe to repeat; an interrupted attempt is continued.
     * @returns released deliveries that are neither sent nor `underWay`, and whether there are more. People come before systems,
     * and no single recipient may delay all others
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
