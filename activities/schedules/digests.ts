import { isDeepStrictEqual } from 'node:util';
import { activityInfo } from '@temporalio/activity';
import { ScheduleAlreadyRunning } from '@temporalio/client';
import type {
  DayOfWeek,
  ScheduleClient,
  ScheduleDescription,
  ScheduleHandle,
  ScheduleOptions,
} from '@temporalio/client';
import { catchUpMillis } from '../../rules/digests/index.ts';
import { digestSchema } from '../../rules/documents/index.ts';
import type { Digest } from '../../rules/documents/index.ts';
import { minutesOfTime } from '../../rules/time/index.ts';
import type { WEEKDAYS } from '../../rules/time/index.ts';
import { knownDigests } from '../../store/documents/index.ts';
import type { KnownDigest } from '../../store/documents/index.ts';
import {
  WORKFLOWS,
  digestScheduleId,
  digestTickWorkflowId,
  workflowSummary,
} from '../../workflows/contracts/index.ts';
import type { DigestKey, DigestSyncInput, DigestTickInput } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { isSealedAsNew, unlessMissing } from './fleets.ts';

/** Change of a schedule by a comparison with its document. */
export type ScheduleChange = 'created' | 'updated' | 'removed' | 'unchanged';

/** Number of schedules of a fleet's digests by their change. */
export type ScheduleChanges = Readonly<Record<ScheduleChange, number>>;

/** Error when schedules of a fleet could not be compared or changed; the others were. Safe to repeat. */
class DigestSchedulesError extends Error {
  constructor(fleet: string, failures: readonly string[]) {
    super(
      `Schedules of digests of fleet "${fleet}" do not follow their documents yet: ${failures.join('; ')}`,
    );
    this.name = 'DigestSchedulesError';
  }
}

/** Creates the activity that keeps schedules in step with documents. */
export function createDigestSchedules(deps: ActivityDependencies) {
  const { db, schedules, log } = deps;

  async function follow(fleet: string, known: KnownDigest, taskQueue: string): Promise<ScheduleChange> {
    const key = { fleet, digest: known.id };
    const handle = schedules.getHandle(digestScheduleId(key));
    if (known.published === null) return remove(handle);
    // Not linted again: the published version applies, also where newer data of time zones would have it refused.
    const digest = digestSchema.parse(known.published.body);
    return put(handle, { key, digest, version: known.published.version, taskQueue });
  }

  async function put(handle: ScheduleHandle, wanted: WantedSchedule): Promise<ScheduleChange> {
    const desired = scheduleOf(wanted);
    const found = await unlessMissing(handle.describe());
    if (!found) return create(schedules, wanted, desired);
    if (isAsWanted(found, desired) && isSealedAsNew(found, deps)) return 'unchanged';
    await handle.update((previous) => ({
      ...desired,
      state: { ...desired.state, remainingActions: undefined },
      searchAttributes: previous.searchAttributes,
    }));
    return 'updated';
  }

  return {
    /**
     * Brings the schedules of a fleet's digests in line with their documents: creates, changes, pauses or removes them, also
     * when someone altered them in Temporal.
     * @throws DigestSchedulesError
     */
    async syncDigestSchedules({ fleet }: DigestSyncInput): Promise<ScheduleChanges> {
      const { taskQueue } = activityInfo();
      const changes = { created: 0, updated: 0, removed: 0, unchanged: 0 };
      const failures: string[] = [];
      for (const known of await knownDigests(db, fleet))
        try {
          changes[await follow(fleet, known, taskQueue)] += 1;
        } catch (error) {
          failures.push(`"${known.id}" (${error instanceof Error ? error.message : String(error)})`);
        }
      const { unchanged, ...changed } = changes;
      if (unchanged < Object.values(changes).reduce((sum, each) => sum + each, 0))
        log.info({ fleet, ...changed }, 'schedules of digests changed');
      if (failures.length > 0) throw new DigestSchedulesError(fleet, failures);
      return changes;
    },
  };
}

async function create(
  schedules: Pick<ScheduleClient, 'create'>,
  { key }: WantedSchedule,
  desired: ReturnType<typeof scheduleOf>,
): Promise<ScheduleChange> {
  try {
    await schedules.create({ scheduleId: digestScheduleId(key), ...desired });
    return 'created';
  } catch (error) {
    // Another worker created it at the same moment; the next comparison sees the result.
    if (error instanceof ScheduleAlreadyRunning) throw new Error('it was made just now', { cause: error });
    throw error;
  }
}

async function remove(handle: ScheduleHandle): Promise<ScheduleChange> {
  const found = await unlessMissing(handle.describe());
  if (!found) return 'unchanged';
  await unlessMissing(handle.delete());
  return 'removed';
}

const WEEKDAY_NAMES: Readonly<Record<(typeof WEEKDAYS)[number], DayOfWeek>> = {
  mon: 'MONDAY',
  tue: 'TUESDAY',
  wed: 'WEDNESDAY',
  thu: 'THURSDAY',
  fri: 'FRIDAY',
  sat: 'SATURDAY',
  sun: 'SUNDAY',
};

/** Wanted settings of a schedule; everything else of one is Temporal's own. */
interface WantedSchedule {
  readonly key: DigestKey;
  readonly digest: Digest;
  readonly version: number;
  readonly taskQueue: string;
}

type Desired = Pick<ScheduleOptions, 'spec' | 'policies' | 'state'> & {
  readonly action: Extract<ScheduleOptions['action'], { readonly type: 'startWorkflow' }>;
};

/** Returns the schedule of a digest: its day and time on the calendar of its time zone. */
function scheduleOf({ key, digest, version, taskQueue }: WantedSchedule): Desired {
  const { weekday, day, at, timezone } = digest.send;
  const minutes = minutesOfTime(at);
  const input: DigestTickInput = key;
  return {
    spec: {
      timezone,
      calendars: [
        {
          hour: Math.floor(minutes / 60),
          minute: minutes % 60,
          second: 0,
          ...(weekday && { dayOfWeek: WEEKDAY_NAMES[weekday] }),
          ...(day !== undefined && { dayOfMonth: day }),
        },
      ],
    },
    action: {
      type: 'startWorkflow',
      workflowType: WORKFLOWS.digestTick,
      taskQueue,
      workflowId: digestTickWorkflowId(key),
      args: [input],
      staticSummary: workflowSummary('digestTick', input),
    },
    policies: { overlap: 'SKIP', catchupWindow: catchUpMillis(digest), pauseOnFailure: false },
    state: { paused: digest.paused, note: `Version ${version} of the digest "${key.digest}".` },
  };
}

/** Returns whether a schedule, as Temporal describes it, is the wanted one. */
function isAsWanted(found: ScheduleDescription, wanted: Desired): boolean {
  return isDeepStrictEqual(tidy(factsOf(found)), tidy(factsWanted(wanted)));
}

function tidy(facts: object): unknown {
  return JSON.parse(JSON.stringify(facts));
}

function factsOf({ spec, action, policies, state }: ScheduleDescription): object {
  const { calendars = [], intervals = [], skip = [], startAt, endAt, jitter, timezone } = spec;
  return {
    calendars: calendars.map(({ comment: _comment, ...ranges }) => ranges),
    intervals,
    skip,
    startAt,
    endAt,
    jitter,
    timezone,
    policies,
    workflowType: action.workflowType,
    taskQueue: action.taskQueue,
    workflowId: action.workflowId,
    args: action.args,
    staticSummary: action.staticSummary,
    paused: state.paused,
    note: state.note,
    remainingActions: state.remainingActions,
  };
}

/** Returns the same values as Temporal describes them: single values as ranges, and absent ones as everything. */
function factsWanted({ spec, action, policies, state }: Desired): object {
  const only = <T>(value: T): readonly object[] => [{ start: value, end: value, step: 1 }];
  const all = <T>(start: T, end: T): readonly object[] => [{ start, end, step: 1 }];
  return {
    intervals: [],
    skip: [],
    timezone: spec.timezone,
    policies,
    calendars: spec.calendars?.map(({ hour, minute, second, dayOfMonth, dayOfWeek }) => ({
      second: only(second),
      minute: only(minute),
      hour: only(hour),
      year: [],
      dayOfMonth: dayOfMonth === undefined ? all(1, 31) : only(dayOfMonth),
      month: all('JANUARY', 'DECEMBER'),
      dayOfWeek: dayOfWeek === undefined ? all('SUNDAY', 'SATURDAY') : only(dayOfWeek),
    })),
    workflowType: action.workflowType,
    taskQueue: action.taskQueue,
    workflowId: action.workflowId,
    args: action.args,
    staticSummary: action.staticSummary,
    paused: state?.paused,
    note: state?.note,
  };
}
