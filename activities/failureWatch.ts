import type { Info } from '@temporalio/activity';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import type { ActivityDependencies } from './dependencies.ts';
import { isUnforeseen, safeError } from './unforeseen.ts';

/** An attempt that fails may be a hiccup; from this one on it is work that fails each time, some ten seconds after the first. */
const ALARM_FROM_ATTEMPT = 4;

/**
 * Tells of work that fails in a way nobody foresaw. Temporal tries it again for as long as it takes, and by itself says so only
 * where somebody looks at that one workflow: here every failure is a line of the log, and work that fails each time raises
 * `work_failing` with the activity's name, until it is done again.
 */
export function failureWatch(
  deps: Pick<ActivityDependencies, 'alarms' | 'log'>,
): ActivityInterceptorsFactory {
  return ({ info, cancellationSignal }) => ({
    inbound: {
      async execute(input, next) {
        const about = namedIn(input.args[0]);
        try {
          const answer = await next(input);
          if (about.fleet !== undefined)
            await deps.alarms.clear(about.fleet, 'work_failing', info.activityType).catch(() => undefined);
          return answer;
        } catch (error) {
          if (!cancellationSignal.aborted && isUnforeseen(error)) await tell(deps, { info, about, error });
          throw error;
        }
      },
    },
  });
}

async function tell(
  { alarms, log }: Pick<ActivityDependencies, 'alarms' | 'log'>,
  met: { readonly info: Info; readonly about: Named; readonly error: unknown },
): Promise<void> {
  const { info, about } = met;
  const { activityType: activity, attempt } = info;
  const workflow = info.workflowExecution?.workflowId;
  log.error({ ...about, activity, attempt, workflow, error: safeError(met.error) }, 'work failed inside');
  if (about.fleet === undefined || info.isLocal || attempt < ALARM_FROM_ATTEMPT) return;
  await alarms.raise(about.fleet, 'work_failing', activity).catch(() => undefined);
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
