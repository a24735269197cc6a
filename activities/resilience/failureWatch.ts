import type { Info } from '@temporalio/activity';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { NoAnalyticsError, UnknownFleetError } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { isUnforeseen, safeError } from './unexpectedErrors.ts';

/** Number of consecutive failures of the same activity that raise an alarm, because fewer may be temporary. */
const ALARM_FROM = 4;
/** Largest number of failing activities that are counted. Above it, the oldest count is dropped and starts again. */
const MOST_COUNTED = 10_000;

/**
 * Reports activities that fail with an unexpected error, because Temporal retries them forever and shows that only in their
 * workflow. Logs every failure. Repeated failures raise the alarm `work_failing` with the activity's name, until it succeeds.
 */
export function failureWatch(
  deps: Pick<ActivityDependencies, 'alarms' | 'log'>,
): ActivityInterceptorsFactory {
  const failures = createCounts();
  return ({ info, cancellationSignal }) => ({
    inbound: {
      async execute(input, next) {
        const about = namedIn(input.args[0]);
        try {
          const answer = await next(input);
          failures.drop(info);
          // Does not wait for the alarm, so that a slow database does not delay the activity's result.
          if (about.fleet !== undefined)
            void deps.alarms.clear(about.fleet, 'work_failing', info.activityType).catch(() => undefined);
          return answer;
        } catch (error) {
          if (cancellationSignal.aborted || !isUnforeseen(error)) failures.drop(info);
          else await report(deps, { info, about, error, times: failures.count(info) });
          throw error;
        }
      },
    },
  });
}

async function report(
  { alarms, log }: Pick<ActivityDependencies, 'alarms' | 'log'>,
  met: { readonly info: Info; readonly about: Named; readonly error: unknown; readonly times: number },
): Promise<void> {
  const { info, about, times } = met;
  const { activityType: activity, attempt } = info;
  const workflow = info.workflowExecution?.workflowId;
  log.error(
    { ...about, activity, attempt, workflow, error: safeError(met.error) },
    'internal error in an activity',
  );
  // Raises no alarm for a fleet that is not configured. Such a fleet has no recipients, and its work waits for it or ends with
  // that reason.
  const isNobodys = met.error instanceof UnknownFleetError || met.error instanceof NoAnalyticsError;
  if (about.fleet === undefined || info.isLocal || isNobodys || times < ALARM_FROM) return;
  await alarms.raise(about.fleet, 'work_failing', activity).catch(() => undefined);
}

/** Counts consecutive internal errors of each activity in this process. */
function createCounts() {
  const counts = new Map<string, number>();
  const keyOf = ({ workflowExecution, activityId }: Info): string =>
    `${workflowExecution?.runId ?? ''}/${activityId}`;
  return {
    drop: (info: Info): void => void counts.delete(keyOf(info)),
    count(info: Info): number {
      const key = keyOf(info);
      const times = (counts.get(key) ?? 0) + 1;
      counts.delete(key);
      counts.set(key, times);
      const [oldest] = counts.keys();
      if (counts.size > MOST_COUNTED && oldest !== undefined) counts.delete(oldest);
      return times;
    },
  };
}

/** Fleet, driver, trip and delivery that an activity's input names. */
interface Named {
  readonly fleet?: string;
  readonly driver?: string;
  readonly trip?: string;
  readonly delivery?: string;
}

function namedIn(input: unknown): Named {
  const given = (input ?? {}) as Readonly<Record<string, unknown>>;
  const text = (name: string, value: unknown) => (typeof value === 'string' ? { [name]: value } : {});
  return {
    ...text('fleet', given['fleet']),
    ...text('driver', given['driverId']),
    ...text('trip', given['tripId']),
    ...text('delivery', given['deliveryId']),
  };
}
