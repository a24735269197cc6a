import type { ActivityDependencies } from '../dependencies/index.ts';
import { retryLater } from '../failures/index.ts';
import type { Refusal, SendResult } from '../failures/index.ts';
import { reportToLedger } from './outcome.ts';
import { alarmSubject } from '../resilience/index.ts';
import type { Attempt } from './outcome.ts';

type NotSent = Extract<SendResult, { kind: 'not_sent' }>;

/** First pause in milliseconds after a refusal. Each further pause is twice as long. */
const FIRST_PAUSE_MS = 5_000;
/** Longest pause in milliseconds between attempts at a page. It is short, because a page is urgent. */
const LONGEST_PAGE_PAUSE_MS = 30_000;

/**
 * Retries a delivery that its receiver refused for a temporary reason, and raises an alarm after several refusals. After
 * `endsAfterMs` of refusals, the delivery fails, or ends as `unconfirmed` if an earlier attempt may have sent it.
 * @returns the final state of the delivery
 * @throws ApplicationFailure (worth a retry) while the delivery has not ended
 */
export async function retryRefused(
  deps: ActivityDependencies,
  { input, claim }: Pick<Attempt, 'input' | 'claim'>,
  result: NotSent & { readonly refusal: Refusal },
): Promise<string> {
  const { reason, refusal, mayHaveArrived } = result;
  const { action, receiver, kind, refusals, refusedSince } = claim.delivery;
  const at = deps.now();
  const mine = { fleetId: input.fleet, id: input.deliveryId, attempt: claim.attempt, at };
  const refused = { count: refusals + 1, since: refusedSince ?? at };
  const leftMs = refused.since.getTime() + (refusal.endsAfterMs ?? Infinity) - at.getTime();
  const isOver = leftMs <= 0;
  if (isOver) {
    const ended = { ...mine, reason: `refused for 24 hours (the last answer: ${reason})` };
    await reportToLedger(() => deps.ledger[claim.afterUnclear ? 'endUnconfirmed' : 'fail'](ended));
    deps.log.warn({ fleet: input.fleet, delivery: input.deliveryId, action, reason }, 'delivery refused');
  } else {
    if (mayHaveArrived) await reportToLedger(() => deps.ledger.markPossibleRepeat(mine));
    await reportToLedger(() => deps.ledger.release({ ...mine, error: reason, refused }));
  }
  if (refused.count >= refusal.alarmFrom)
    await deps.alarms.raise(input.fleet, refusal.alarm, alarmSubject(action, receiver));
  if (isOver) return claim.afterUnclear ? 'unconfirmed' : 'failed';
  const longestMs = kind === 'incident_page' ? LONGEST_PAGE_PAUSE_MS : refusal.longestPauseMs;
  const growsTo = refusal.longestPauseMs === undefined ? undefined : longestMs;
  const pauseMs = pauseAfter({ count: refused.count, askedMs: result.afterMs, growsTo });
  return retryLater(
    `${action}_not_sent`,
    reason,
    pauseMs === undefined ? undefined : Math.min(pauseMs, leftMs),
  );
}

/**
 * Returns the pause after consecutive refusals, varied by up to a quarter, so that not all retries come at once. The pause is
 * never shorter than the receiver requested. `undefined` means the pause of the activity's retry policy.
 * @param args.growsTo the longest pause; if absent, only the receiver's requested pause is used
 */
export function pauseAfter(
  args: {
    readonly count: number;
    readonly askedMs: number | undefined;
    readonly growsTo: number | undefined;
  },
  random: () => number = Math.random,
): number | undefined {
  const { count, askedMs, growsTo } = args;
  if (growsTo === undefined) return askedMs;
  const grownMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(count - 1, 30), growsTo);
  return Math.max(grownMs * (0.75 + random() / 2), (askedMs ?? 0) * (1 + random() / 10));
}
