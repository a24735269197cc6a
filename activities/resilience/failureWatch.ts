import type { Info } from '@temporalio/activity';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { NoAnalyticsError, UnknownFleetError } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { isUnforeseen, safeError } from './unexpectedErrors.ts';

/** One failure may be a hiccup; so many of the same work, with nothing else between them, are no hiccup. */
const ALARM_FROM = 4;
/** Of more work that fails at once the oldest is removed: it begins to count again. */
const MOST_COUNTED = 10_000;

/**
 * Reports work that fails with an unexpected error. Temporal retries it for as long as it takes, and by itself shows that only
 * where someone reads that one workflow: here every failure is a line of the log, and work that fails each time raises
 * `work_failing` with the activity's name, until it is done again.
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
          // Nobody waits for it: what was done is done, however slow the database is.
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
  // A fleet that is not configured has no recipients, and its work waits for it, or ends and says so.
  const isNobodys = met.error instanceof UnknownFleetError || met.error instanceof NoAnalyticsError;
  if (about.fleet === undefined || info.isLocal || isNobodys || times < ALARM_FROM) return;
  await alarms.raise(about.fleet, 'work_failing', activity).catch(() => undefined);
}

/** How often the same internal error in an activity in this process, with nothing else between. */
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

/** What the work is about, as far as its input says it. */
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
