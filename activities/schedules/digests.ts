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

/** Result of comparing a schedule with its document. */
export type ScheduleChange = 'created' | 'updated' | 'removed' | 'unchanged';

/** Number of a fleet's digest schedules by result. */
export type ScheduleChanges = Readonly<Record<ScheduleChange, number>>;

/** Error when some schedules of a fleet could not be compared or changed. The other schedules were changed. Safe to repeat. */
class DigestSchedulesError extends Error {
  constructor(fleet: string, failures: readonly string[]) {
    super(
      `Schedules of digests of fleet "${fleet}" do not follow their documents yet: ${failures.join('; ')}`,
    );
    this.name = 'DigestSchedulesError';
  }
}

/** Creates the activity that keeps the schedules in Temporal equal to the digest documents. */
export function createDigestSchedules(deps: ActivityDependencies) {
  const { db, schedules, log } = deps;

  async function follow(fleet: string, known: KnownDigest, taskQueue: string): Promise<ScheduleChange> {
    const key = { fleet, digest: known.id };
    const handle = schedules.getHandle(digestScheduleId(key));
    if (known.published === null) return remove(handle);
    // Parses without linting, because the published version applies even if newer time-zone data would make the linter refuse it.
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
     * Makes the schedules of a fleet's digests equal to their documents: creates, changes, pauses or removes schedules, even if a
     * person altered them in Temporal.
     * @throws DigestSchedulesError when some schedules could not be changed
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
    // Another worker created the schedule at the same time. The next comparison finds it.
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

/** Settings from which a digest's schedule is made. Temporal manages all other properties. */
interface WantedSchedule {
  readonly key: DigestKey;
  readonly digest: Digest;
  readonly version: number;
  readonly taskQueue: string;
}

type Desired = Pick<ScheduleOptions, 'spec' | 'policies' | 'state'> & {
  readonly action: Extract<ScheduleOptions['action'], { readonly type: 'startWorkflow' }>;
};

/** Returns the schedule of a digest: its day and time in its time zone. */
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

/** Returns whether a schedule, as Temporal describes it, has the wanted settings. */
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

/**
 * Returns the wanted settings in the form in which Temporal describes them: single values as ranges, and absent values as the
 * full range.
 */
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
