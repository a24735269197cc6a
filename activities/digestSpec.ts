import { isDeepStrictEqual } from 'node:util';
import type { DayOfWeek, ScheduleDescription, ScheduleOptions } from '@temporalio/client';
import type { Digest } from '../rules/digest.ts';
import type { WEEKDAYS } from '../rules/instant.ts';
import { catchUpMillis, oneOffs } from '../rules/digestTimes.ts';
import { minutesOfTime } from '../rules/zonedTime.ts';
import { digestTickWorkflowId, WORKFLOWS } from '../workflows/contract.ts';
import type { DigestKey, DigestTickInput } from '../workflows/contract.ts';

const WEEKDAY_NAMES: Readonly<Record<(typeof WEEKDAYS)[number], DayOfWeek>> = {
  ...{ mon: 'MONDAY', tue: 'TUESDAY', wed: 'WEDNESDAY', thu: 'THURSDAY', fri: 'FRIDAY' },
  ...{ sat: 'SATURDAY', sun: 'SUNDAY' },
};

const DAY_MILLIS = 86_400_000;
const ONE_OFF_YEARS = 2;
/** Longer than any catch-up: one that is still to be caught up stays. */
const KEPT_MILLIS = 4 * DAY_MILLIS;
/**
 * An interval of twenty years meets an instant, and nothing near it. Counted from 1970 on, it has to begin in the past:
 * Temporal does not find the first time of one that begins in the future.
 */
const ONCE_MILLIS = 7_305 * DAY_MILLIS;

/** What a schedule is to be; everything else of one is Temporal's own. */
export interface WantedSchedule {
  readonly key: DigestKey;
  readonly digest: Digest;
  readonly version: number;
  readonly taskQueue: string;
}

type Desired = Pick<ScheduleOptions, 'spec' | 'policies' | 'state'> & {
  readonly action: Extract<ScheduleOptions['action'], { readonly type: 'startWorkflow' }>;
};

/**
 * The schedule of a digest: its local time as a calendar, and each time of the next two years that a clock leaves out or
 * shows twice as an instant by itself, since calendars miss the first and may name only the second showing of the other.
 */
export function scheduleOf({ key, digest, version, taskQueue }: WantedSchedule, now: Date): Desired {
  const { weekday, day, at, timezone } = digest.send;
  const minutes = minutesOfTime(at);
  const once = oneOffs(digest, new Date(now.getTime() - KEPT_MILLIS), ONE_OFF_YEARS);
  const input: DigestTickInput = key;
  return {
    spec: {
      timezone,
      calendars: [
        {
          ...{ hour: Math.floor(minutes / 60), minute: minutes % 60, second: 0 },
          ...(weekday && { dayOfWeek: WEEKDAY_NAMES[weekday] }),
          ...(day !== undefined && { dayOfMonth: day }),
        },
      ],
      intervals: once.map(({ at: instant }) => ({
        every: ONCE_MILLIS,
        offset: instant.getTime() % ONCE_MILLIS,
      })),
    },
    action: {
      ...{ type: 'startWorkflow', workflowType: WORKFLOWS.digestTick, taskQueue },
      ...{ workflowId: digestTickWorkflowId(key), args: [input] },
    },
    policies: { overlap: 'SKIP', catchupWindow: catchUpMillis(digest), pauseOnFailure: false },
    state: { paused: digest.paused, note: `Version ${version} of the digest "${key.digest}".` },
  };
}

/** Whether a schedule, as Temporal tells of it, is the one that is wanted. */
export function isAsWanted(found: ScheduleDescription, wanted: Desired): boolean {
  return isDeepStrictEqual(tidy(factsOf(found)), tidy(factsWanted(wanted)));
}

function tidy(facts: object): unknown {
  return JSON.parse(JSON.stringify(facts));
}

function factsOf({ spec, action, policies, state }: ScheduleDescription): object {
  const { calendars = [], intervals = [], skip = [], startAt, endAt, jitter, timezone } = spec;
  return {
    ...{ skip, startAt, endAt, jitter, timezone, policies },
    calendars: calendars.map(({ comment: _comment, ...ranges }) => ranges),
    intervals: intervals.map(({ every, offset }) => [every, offset] as const).toSorted(byOffset),
    ...{ workflowType: action.workflowType, taskQueue: action.taskQueue },
    ...{ workflowId: action.workflowId, args: action.args },
    ...{ paused: state.paused, note: state.note, remainingActions: state.remainingActions },
  };
}

function byOffset(a: readonly [unknown, unknown], b: readonly [unknown, unknown]): number {
  return Number(a[1] ?? 0) - Number(b[1] ?? 0);
}

/** The same facts as Temporal tells them: single values as ranges, and what is not said as everything. */
function factsWanted({ spec, action, policies, state }: Desired): object {
  const only = <T>(value: T): readonly object[] => [{ start: value, end: value, step: 1 }];
  const all = <T>(start: T, end: T): readonly object[] => [{ start, end, step: 1 }];
  return {
    ...{ skip: [], timezone: spec.timezone, policies },
    calendars: spec.calendars?.map(({ hour, minute, second, dayOfMonth, dayOfWeek }) => ({
      ...{ second: only(second), minute: only(minute), hour: only(hour), year: [] },
      dayOfMonth: dayOfMonth === undefined ? all(1, 31) : only(dayOfMonth),
      month: all('JANUARY', 'DECEMBER'),
      dayOfWeek: dayOfWeek === undefined ? all('SUNDAY', 'SATURDAY') : only(dayOfWeek),
    })),
    intervals: spec.intervals?.map(({ every, offset }) => [every, offset] as const).toSorted(byOffset),
    ...{ workflowType: action.workflowType, taskQueue: action.taskQueue },
    ...{ workflowId: action.workflowId, args: action.args },
    ...{ paused: state?.paused, note: state?.note },
  };
}
