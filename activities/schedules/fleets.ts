import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { activityInfo } from '@temporalio/activity';
import { ScheduleAlreadyRunning, ScheduleNotFoundError } from '@temporalio/client';
import type { ScheduleDescription, ScheduleHandle, ScheduleOptions } from '@temporalio/client';
import {
  WORKFLOWS,
  notificationGapScheduleId,
  notificationGapWorkflowId,
  reconcileScheduleId,
  reconcileWorkflowId,
  retentionScheduleId,
  retentionWorkflowId,
  workflowSummary,
} from '../../workflows/contracts/index.ts';
import type { FleetSchedulesInput } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';

/** Milliseconds between two checks whether notifications have stopped. */
const QUIET_EVERY_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;
/**
 * Milliseconds for which Temporal makes up for a missed start, for example after an outage. Later starts would only repeat the
 * work.
 */
const CATCH_UP_MS = 60_000;

interface Wanted {
  readonly isWanted: boolean;
  readonly scheduleId: string;
  readonly everyMs: number;
  readonly kind: 'reconcile' | 'notificationGap' | 'retention';
  readonly workflowId: string;
}

/** Creates the activity that keeps a fleet's schedules in Temporal up to date. */
export function createFleetSchedules(deps: ActivityDependencies) {
  const { schedules, log } = deps;

  async function put(wanted: Wanted, options: Desired): Promise<void> {
    const handle = schedules.getHandle(wanted.scheduleId);
    const found = await unlessMissing(handle.describe());
    if (!found) return create(wanted, options);
    const note = found.state.paused ? found.state.note : options.action.staticSummary;
    const isRight = isDeepStrictEqual(factsOf(found), factsWanted(options)) && found.state.note === note;
    if (isRight && isSealedAsNew(found, deps)) return;
    // Keeps a paused schedule paused, because a person had a reason, which the schedule's note contains.
    await handle.update((previous) => ({
      ...options,
      state: { ...previous.state, note, remainingActions: undefined },
      searchAttributes: previous.searchAttributes,
    }));
    log.info({ schedule: wanted.scheduleId }, 'schedule corrected');
  }

  async function create({ scheduleId }: Wanted, options: Desired): Promise<void> {
    try {
      const { staticSummary: note } = options.action;
      await schedules.create({ scheduleId, ...options, state: { triggerImmediately: true, note } });
      log.info({ schedule: scheduleId }, 'schedule created');
    } catch (error) {
      // Another worker created the same schedule at the same time.
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    }
  }

  return {
    /**
     * Updates the schedules of a fleet's reconciliation, notification check and retention. Creates missing schedules, corrects
     * altered ones, and removes those that are switched off or have nothing to do.
     */
    async syncFleetSchedules({ fleet }: FleetSchedulesInput): Promise<void> {
      const { taskQueue } = activityInfo();
      const { analytics, retention } = deps.fleets.get(fleet) ?? {};
      const isReconciled = deps.reconcileEveryMs !== undefined && analytics !== undefined;
      const all: readonly Wanted[] = [
        {
          isWanted: isReconciled,
          scheduleId: reconcileScheduleId({ fleet }),
          everyMs: deps.reconcileEveryMs ?? 0,
          kind: 'reconcile',
          workflowId: reconcileWorkflowId({ fleet }),
        },
        {
          isWanted: isReconciled,
          scheduleId: notificationGapScheduleId({ fleet }),
          everyMs: QUIET_EVERY_MS,
          kind: 'notificationGap',
          workflowId: notificationGapWorkflowId({ fleet }),
        },
        {
          isWanted: retention?.positionsDays !== undefined || retention?.tripsDays !== undefined,
          scheduleId: retentionScheduleId({ fleet }),
          everyMs: DAY_MS,
          kind: 'retention',
          workflowId: retentionWorkflowId({ fleet }),
        },
      ];
      for (const wanted of all)
        if (wanted.isWanted) await put(wanted, optionsOf(wanted, { fleet, taskQueue }));
        else await remove(schedules.getHandle(wanted.scheduleId));
    },
  };
}

type Desired = Pick<ScheduleOptions, 'spec' | 'policies'> & {
  readonly action: Extract<ScheduleOptions['action'], { readonly type: 'startWorkflow' }> & {
    readonly staticSummary: string;
  };
};

/**
 * Returns the options of a schedule. Each fleet has a different offset, so that fleets with a shared service do not all use it at
 * the full hour.
 */
function optionsOf(
  { scheduleId, everyMs, kind, workflowId }: Wanted,
  { fleet, taskQueue }: { readonly fleet: string; readonly taskQueue: string },
): Desired {
  const share = createHash('sha256').update(scheduleId).digest().readUInt32BE(0) / 2 ** 32;
  const offset = Math.floor((share * everyMs) / 1_000) * 1_000;
  return {
    spec: { intervals: [{ every: everyMs, offset }] },
    action: {
      type: 'startWorkflow',
      workflowType: WORKFLOWS[kind],
      taskQueue,
      workflowId,
      args: [{ fleet }],
      staticSummary: workflowSummary(kind, { fleet }),
    },
    policies: { overlap: 'SKIP', catchupWindow: CATCH_UP_MS, pauseOnFailure: false },
  };
}

function factsOf({ spec, action, policies }: ScheduleDescription): object {
  return tidy({
    intervals: spec.intervals?.map(({ every, offset }): readonly unknown[] => [every, offset]),
    calendars: spec.calendars ?? [],
    workflowType: action.workflowType,
    taskQueue: action.taskQueue,
    workflowId: action.workflowId,
    args: action.args,
    policies,
    staticSummary: action.staticSummary,
  });
}

function factsWanted({ spec, action, policies }: Desired): object {
  return tidy({
    intervals: spec.intervals?.map(({ every, offset }): readonly unknown[] => [every, offset ?? 0]),
    calendars: [],
    workflowType: action.workflowType,
    taskQueue: action.taskQueue,
    workflowId: action.workflowId,
    args: action.args,
    policies,
    staticSummary: action.staticSummary,
  });
}

function tidy(facts: object): object {
  return JSON.parse(JSON.stringify(facts)) as object;
}

async function remove(handle: ScheduleHandle): Promise<void> {
  await unlessMissing(handle.delete());
}

/** Returns Temporal's answer about a schedule, or `undefined` when the schedule does not exist. */
export async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return undefined;
    throw error;
  }
}

/**
 * Returns whether the input that a schedule stores for its workflows is encrypted as new input would be: with the newest key, or
 * not at all.
 */
export function isSealedAsNew(
  found: ScheduleDescription,
  deps: Pick<ActivityDependencies, 'isSealedAsNew'>,
): boolean {
  return deps.isSealedAsNew(found.raw.schedule?.action?.startWorkflow?.input?.payloads ?? []);
}
