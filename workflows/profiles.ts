import { ActivityCancellationType } from '@temporalio/workflow';
import type { ActivityOptions, ContinueAsNewOptions, LocalActivityOptions } from '@temporalio/workflow';
import { UNREADABLE } from './missingKey.ts';

/**
 * Options of the first read of a trip, a local activity. It runs inside the workflow task, so that a trip without deliveries
 * costs only six history events. After its only attempt fails, `RETRIED_READ` is used, whose retries add nothing to the history.
 */
export const QUICK_READ: LocalActivityOptions = {
  startToCloseTimeout: '8 seconds',
  retry: { maximumAttempts: 1 },
};

/** Options of reads that are retried without limit during an outage, at most five minutes apart. */
export const RETRIED_READ: ActivityOptions = {
  startToCloseTimeout: '60 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
};

/**
 * Options of the release of held messages, of which there may be very many. The activity sends its progress in heartbeats every
 * few seconds, so that another worker continues soon after a worker dies.
 */
export const RELEASE: ActivityOptions = {
  ...RETRIED_READ,
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '15 seconds',
};

/**
 * Does not retry input that a worker cannot decrypt, because these options allow few attempts. The workflow itself retries it:
 * see `whereItCanBeRead`.
 */
const NOT_HERE = { nonRetryableErrorTypes: [UNREADABLE] };

/** Options of reads for which a person waits: a few attempts, then the error. */
export const ASKED_READ: ActivityOptions = {
  startToCloseTimeout: '30 seconds',
  scheduleToCloseTimeout: '60 seconds',
  retry: { initialInterval: '500 milliseconds', backoffCoefficient: 2, maximumAttempts: 4, ...NOT_HERE },
};

/** Options of sending a message, which is retried for as long as the receiver is unavailable. */
export const SEND: ActivityOptions = {
  startToCloseTimeout: '45 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
};

/**
 * Options of sending through a service that takes minutes to answer; a mail server may take ten. The attempt sends heartbeats, so
 * that a dead worker is noticed after 40 seconds, not after those minutes.
 */
export const SEND_SLOWLY: ActivityOptions = {
  ...SEND,
  startToCloseTimeout: '12 minutes',
  heartbeatTimeout: '40 seconds',
};

/**
 * Options of deciding about pages, which is short work on the store. People wait for help, so a dead worker is noticed soon, and
 * retries are frequent.
 */
export const PAGE: ActivityOptions = {
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', backoffCoefficient: 2, maximumInterval: '15 seconds' },
};

const ASK_AGAIN_SOON = { ...SEND.retry, maximumInterval: '30 seconds' } as const;

/**
 * Options of sending a page. Compared with an alert, an unavailable receiver is retried more often, and a dead worker is noticed
 * sooner.
 */
export const SEND_PAGE: ActivityOptions = { ...SEND, heartbeatTimeout: '15 seconds', retry: ASK_AGAIN_SOON };

/** Options of sending a page through a service that takes minutes to answer. */
export const PAGE_SLOWLY: ActivityOptions = { ...SEND_SLOWLY, retry: ASK_AGAIN_SOON };

/**
 * Options of deletions. Retries are slower, because each attempt first reads the trip again. The time limit gives a slow service
 * minutes to answer. The attempt sends heartbeats, so that a dead worker is noticed after 40 seconds, when its claim expires.
 */
export const DESTROY: ActivityOptions = {
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '40 seconds',
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '15 minutes' },
};

/**
 * Options of long work on stored data, in slices. The activity sends heartbeats every few seconds, so that another worker
 * continues soon after a worker dies. After ten failures, the caller gets the error.
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
 * Options of gathering and composing a digest, page by page, for as long as a large fleet takes. The activity itself stops
 * waiting for an unavailable service.
 */
export const GATHER: ActivityOptions = {
  startToCloseTimeout: '2 hours',
  heartbeatTimeout: '15 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
};

/**
 * Options of fetching a fleet's past data, in slices, for as long as it takes. The activity sends heartbeats every few seconds,
 * so that another worker continues soon after a worker dies. A cancelled workflow waits until the activity has stopped.
 */
export const BACKFILL: ActivityOptions = {
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  startToCloseTimeout: '2 hours',
  heartbeatTimeout: '15 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
};

/** Options for the next run of a pinned workflow. It starts on the workers' current build, so that old builds become unused. */
export const ON_CURRENT: ContinueAsNewOptions = { initialVersioningBehavior: 'AUTO_UPGRADE' };

/** Milliseconds before a trip that is not readable yet is read again for the first time. */
const FIRST_WAIT_MS = 5_000;
/** Longest wait in milliseconds between two reads of a trip that is not readable yet. */
const LONGEST_WAIT_MS = 15 * 60_000;

/**
 * Returns the wait in milliseconds after read number `round` + 1 of a trip that is not readable yet: 5 seconds, doubling up to 15
 * minutes.
 */
export function readableWaitMs(round: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(round, 20), LONGEST_WAIT_MS);
}
