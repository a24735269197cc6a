import { ActivityCancellationType } from '@temporalio/workflow';
import type { ActivityOptions, ContinueAsNewOptions, LocalActivityOptions } from '@temporalio/workflow';
import { UNREADABLE } from './missingKey.ts';

/**
 * The first reading of a trip runs inside the workflow task: six history events for a trip nobody needs to hear of.
 * One attempt only. When it fails, the patient profile takes over, whose retries add nothing to the history.
 */
export const QUICK_READ: LocalActivityOptions = {
  startToCloseTimeout: '8 seconds',
  retry: { maximumAttempts: 1 },
};

/** Reading while something is unavailable: for as long as it takes, at most five minutes apart. */
export const RETRIED_READ: ActivityOptions = {
  startToCloseTimeout: '60 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
};

/**
 * Putting together what was held, of which there may be very much. It gives a sign of life every few seconds and notes how
 * far it is, so that another worker soon goes on there after one has died.
 */
export const RELEASE: ActivityOptions = {
  ...RETRIED_READ,
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '15 seconds',
};

/** What a worker cannot read is given out again by the workflow, where few tries are all there are: see `whereItCanBeRead`. */
const NOT_HERE = { nonRetryableErrorTypes: [UNREADABLE] };

/** Reading for a person who waits for the answer: a few tries, then the plain truth. */
export const ASKED_READ: ActivityOptions = {
  startToCloseTimeout: '30 seconds',
  scheduleToCloseTimeout: '60 seconds',
  retry: { initialInterval: '500 milliseconds', backoffCoefficient: 2, maximumAttempts: 4, ...NOT_HERE },
};

/** Telling someone: work waits for as long as the receiver is unavailable. */
export const SEND: ActivityOptions = {
  startToCloseTimeout: '45 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
};

/**
 * Sending where an answer takes minutes: a mail server may take ten. The attempt sends heartbeats, so that one whose
 * worker died is noticed within the heartbeat's time and not after those minutes.
 */
export const SEND_SLOWLY: ActivityOptions = {
  ...SEND,
  startToCloseTimeout: '12 minutes',
  heartbeatTimeout: '40 seconds',
};

/**
 * Seeing that people are paged: short work on the store. Someone waits for help, so a worker that died is not waited for,
 * and whatever is unavailable is asked again soon.
 */
export const PAGE: ActivityOptions = {
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', backoffCoefficient: 2, maximumInterval: '15 seconds' },
};

const ASK_AGAIN_SOON = { ...SEND.retry, maximumInterval: '30 seconds' } as const;

/** Sending a page: who is unavailable for long is asked again more often than for an alert, and a dead worker is noticed sooner. */
export const SEND_PAGE: ActivityOptions = { ...SEND, heartbeatTimeout: '15 seconds', retry: ASK_AGAIN_SOON };

/** Sending a page where an answer takes minutes. */
export const PAGE_SLOWLY: ActivityOptions = { ...SEND_SLOWLY, retry: ASK_AGAIN_SOON };

/**
 * Deleting: slower between tries, because every try reads the trip again first. A slow service is waited for; the attempt
 * sends heartbeats, so that one whose worker died is noticed within the heartbeat's time, when its lease is over.
 */
export const DESTROY: ActivityOptions = {
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '40 seconds',
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '15 minutes' },
};

/**
 * Long work on stored data, in slices. It gives a sign of life every few seconds, so that another worker goes on soon after
 * one has died; what keeps failing is reported to the caller.
 */
export const COMPUTE: ActivityOptions = {
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '15 seconds',
  retry: {
    initialInterval: '1 second',
    backoffCoefficient: 2,
    maximumInterval: '1 minute',
    maximumAttempts: 10,
    ...NOT_HERE,
  },
};

/**
 * Reading a digest's drivers and putting it together, page by page for as long as a large fleet takes. The activity itself
 * ends when a service that is unavailable was waited for long enough.
 */
export const GATHER: ActivityOptions = {
  startToCloseTimeout: '2 hours',
  heartbeatTimeout: '15 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
};

/**
 * Fetching a fleet's history, in slices, for as long as it takes. It gives a sign of life every few seconds, so that another
 * worker goes on soon after one has died. Cancelled, it is over once its worker has stopped.
 */
export const BACKFILL: ActivityOptions = {
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  startToCloseTimeout: '2 hours',
  heartbeatTimeout: '15 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
};

/** The new run of a workflow that stays on its build of workers begins on the one that is current then, so that old ones end. */
export const ON_CURRENT: ContinueAsNewOptions = { initialVersioningBehavior: 'AUTO_UPGRADE' };

/** First wait for a trip that is not readable yet. */
const FIRST_WAIT_MS = 5_000;
/** Longest wait between two reads a trip that is not readable yet. */
const LONGEST_WAIT_MS = 15 * 60_000;

/** How long to wait before read number `round` + 2 of a trip that is not readable yet: 5 s, doubling to 15 min. */
export function readableWaitMs(round: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(round, 20), LONGEST_WAIT_MS);
}
