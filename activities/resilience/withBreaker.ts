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
import { hostOf } from './alarmSubject.ts';

/** Milliseconds for which a receiver must be unavailable before an alarm is raised. */
export const ALARM_AFTER_MS = 120_000;

/** Receiver of an attempt, with data about the attempt. */
interface About extends BreakerKey {
  readonly kind: ChannelService;
  /** Returns the data about the attempt that the circuit breaker needs. Called only while the receiver is unavailable. */
  readonly how?: () => Promise<Asking>;
}

/** An attempt that the circuit breaker allows. */
export interface Attempt {
  /**
   * Whether this attempt is a probe, which tests if the receiver is available again. As little as possible should depend on a
   * probe.
   */
  readonly isProbe: boolean;
  /** Reports the receiver's answer. The last report decides, unless an earlier one was an answer. */
  heard(result: SendResult): void;
}

/**
 * Makes an attempt at a receiver. While its circuit breaker is open, claims and sends nothing, and throws so that Temporal
 * retries. The breaker allows one probe at a time, and every page. An outage of minutes raises the fleet's alarm; the next answer
 * clears it.
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
        // Raises the alarm for refusals, not the alarm for an outage, if the receiver answers with errors.
        if (result.kind === 'not_sent' && result.refusal) alarm = result.refusal.alarm;
        // Ends only after an answer. After a lookup without an answer, the message itself may still be sent.
        if (met === 'there') passage.end(met);
      },
    });
  } finally {
    passage.end(met);
    // Ignores an error: the ledger already has the attempt, and the next attempt raises an alarm that could not be stored.
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

/** Returns the channel, with every answer of its receiver reported to the attempt. */
export function reportAnswers(attempt: Pick<Attempt, 'heard'>, channel: DeliveryChannel): DeliveryChannel {
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

/**
 * Updates a sent message. While the receiver's circuit breaker is open, sends nothing and returns a result that leads to a retry.
 */
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
 * Returns the wait until Temporal retries this attempt by its own retry policy. The wait is up to a quarter shorter, so that not
 * all retries come at once. Returns `undefined` outside of an activity, or if Temporal's server does not report the policy.
 */
export function ownRetryDelayMs(random: () => number = Math.random): number | undefined {
  const { attempt, retryPolicy } = asyncLocalStorage.getStore()?.info ?? {};
  if (attempt === undefined || !retryPolicy) return undefined;
  return retryWaitMs(retryPolicy, attempt) * (0.75 + random() / 4);
}

/** Returns the wait in milliseconds after an attempt, as Temporal computes it from a retry policy. */
export function retryWaitMs(
  policy: Pick<RetryPolicy, 'initialInterval' | 'backoffCoefficient' | 'maximumInterval'>,
  attempt: number,
): number {
  const first = msToNumber(policy.initialInterval ?? 1_000);
  const longest = policy.maximumInterval === undefined ? first * 100 : msToNumber(policy.maximumInterval);
  return Math.min(first * (policy.backoffCoefficient ?? 2) ** Math.min(attempt - 1, 60), longest);
}
