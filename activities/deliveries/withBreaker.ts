import { asyncLocalStorage } from '@temporalio/activity';
import type { RetryPolicy } from '@temporalio/common';
import { msToNumber } from '@temporalio/common/lib/time.js';
import type { ChannelService } from '../../rules/channels/index.ts';
import { BREAKER_TIMES } from '../dependencies/index.ts';
import type {
  ActivityDependencies,
  AlarmKind,
  Asking,
  BreakerKey,
  DeliveryChannel,
  Met,
} from '../dependencies/index.ts';
import { isUnavailable, retryLater } from '../failures/index.ts';
import type { SendResult } from '../failures/index.ts';
import { hostOf } from './outcome.ts';

/** An alarm is raised once a receiver has been unavailable for this long; shorter outages raise none. */
export const ALARM_AFTER_MS = 120_000;

/** Who is asked, by whom. */
interface About extends BreakerKey {
  readonly kind: ChannelService;
  /** What the breaker has to know of the attempt. Asked only while the receiver is unavailable. */
  readonly how?: () => Promise<Asking>;
}

/** An attempt that was let through. */
export interface Attempt {
  /** It finds out whether the receiver is back: nothing more than needed should depend on it. */
  readonly isProbe: boolean;
  /** Says what the receiver answered; what is said last counts, unless it answered before. */
  heard(result: SendResult): void;
}

/**
 * Makes an attempt at a receiver, unless it is known to be unavailable: then nothing is asked, claimed or sent, and the attempt
 * is retried as its own profile says. One at a time is let through to find out; a page always is. That nobody answers for
 * minutes raises the fleet's alarm, and the first answer clears it.
 * @throws ApplicationFailure (worth a retry) while the receiver is unavailable
 */
export async function unlessUnavailable<T>(
  deps: ActivityDependencies,
  about: About,
  work: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const breaker = deps.breakers.of(about);
  const passage = breaker.enter(breaker.unavailableForMs() === undefined ? {} : await about.how?.());
  if (!passage) return retryLater(`${about.kind}_unavailable`, UNAVAILABLE, ownRetryDelayMs());
  let met: Met = 'nothing';
  let alarm: AlarmKind = `${about.kind}_unavailable`;
  try {
    return await work({
      isProbe: passage.isProbe,
      heard(result) {
        met = metIn(result);
        // A receiver that answers with errors is reported as one that refuses.
        if (result.kind === 'not_sent' && result.refusal) alarm = result.refusal.alarm;
        // After a lookup without an answer, the message itself may still be sent.
        if (met === 'there') passage.end(met);
      },
    });
  } finally {
    passage.end(met);
    // The attempt stands in the ledger by now; an alarm that cannot be stored is raised by the next one.
    await noteOutcome(deps, about, { met, alarm }).catch(() => undefined);
  }
}

function metIn(result: SendResult): Met {
  if (result.kind !== 'sent' && result.unasked) return 'nothing';
  return isUnavailable(result) ? 'unavailable' : 'there';
}

const UNAVAILABLE =
  'The circuit breaker is open: the receiver does not answer. It is probed regularly, and delivery continues once it answers.';

async function noteOutcome(
  deps: ActivityDependencies,
  about: About,
  { met, alarm }: { readonly met: Met; readonly alarm: AlarmKind },
): Promise<void> {
  const { fleet, kind, receiver } = about;
  const subject = receiver === undefined ? '' : hostOf(receiver);
  if (met === 'there') await deps.alarms.clear(fleet, `${kind}_unavailable`, subject);
  const unavailableForMs = deps.breakers.of(about).unavailableForMs() ?? 0;
  if (met === 'unavailable' && unavailableForMs >= (deps.alarmAfterMs ?? ALARM_AFTER_MS))
    await deps.alarms.raise(fleet, alarm, subject);
}

/** Sends a message and reports the receiver's answer to the attempt. */
export function heardBy(attempt: Pick<Attempt, 'heard'>, channel: DeliveryChannel): DeliveryChannel {
  return {
    ...channel,
    ...(channel.lookUp && {
      async lookUp() {
        const found = (await channel.lookUp?.()) ?? 'unknown';
        if (found === 'unavailable')
          attempt.heard({ kind: 'unknown_outcome', reason: UNAVAILABLE, unavailable: true });
        if (found === 'later')
          attempt.heard({ kind: 'not_sent', reason: 'The receiver asked to retry later.' });
        return found;
      },
    }),
    async send(possibleRepeat, hold) {
      const result = await channel.send(possibleRepeat, hold);
      attempt.heard(result);
      return result;
    },
  };
}

/** Changes a message that was sent, unless its receiver is known to be unavailable: then it is retried. */
export async function updateUnlessUnavailable(
  deps: Pick<ActivityDependencies, 'breakers'>,
  key: BreakerKey,
  update: () => Promise<SendResult>,
): Promise<SendResult> {
  const passage = deps.breakers.of(key).enter();
  if (!passage)
    return {
      kind: 'not_sent',
      reason: UNAVAILABLE,
      afterMs: ownRetryDelayMs() ?? BREAKER_TIMES.slowestProbeMs,
    };
  try {
    const result = await update();
    passage.end(metIn(result));
    return result;
  } finally {
    passage.end('nothing');
  }
}

/**
 * When this attempt would be retried by its own profile, give or take a quarter, so that those who wait do not all come at
 * once; undefined outside of an activity, or where the server does not report the profile.
 */
export function ownRetryDelayMs(random: () => number = Math.random): number | undefined {
  const { attempt, retryPolicy } = asyncLocalStorage.getStore()?.info ?? {};
  if (attempt === undefined || !retryPolicy) return undefined;
  return breakerTimesOf(retryPolicy, attempt) * (0.75 + random() / 4);
}

/** The wait after an attempt, as Temporal counts it from a retry policy. */
export function breakerTimesOf(
  policy: Pick<RetryPolicy, 'initialInterval' | 'backoffCoefficient' | 'maximumInterval'>,
  attempt: number,
): number {
  const first = msToNumber(policy.initialInterval ?? 1_000);
  const longest = policy.maximumInterval === undefined ? first * 100 : msToNumber(policy.maximumInterval);
  return Math.min(first * (policy.backoffCoefficient ?? 2) ** Math.min(attempt - 1, 60), longest);
}
