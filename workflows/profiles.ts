import { ActivityCancellationType } from '@temporalio/workflow';
import type { ActivityOptions, ContinueAsNewOptions, LocalActivityOptions } from '@temporalio/workflow';
import { UNREADABLE } from './missingKey.ts';

/**
 * The first read of a trip, inside the workflow task: it costs six history events for a trip without deliveries. It has one
 * attempt. When that fails, `RETRIED_READ` takes over, whose retries add nothing to the history.
 */
export const QUICK_READ: LocalActivityOptions = {
  startToCloseTimeout: '8 seconds',
  retry: { maximumAttempts: 1 },
};

/** Reads that are retried without limit during an outage, at most five minutes apart. */
export const RETRIED_READ: ActivityOptions = {
  startToCloseTimeout: '60 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
};

/**
 * Composing held messages, of which there may be very many. The activity sends heartbeats every few seconds with its progress,
 * so that another worker soon continues after one has died.
 */
export const RELEASE: ActivityOptions = {
  ...RETRIED_READ,
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '15 seconds',
};

/**
 * The workflow itself retries input that a worker cannot decrypt, because these profiles allow few attempts: see
 * `whereItCanBeRead`.
 */
const NOT_HERE = { nonRetryableErrorTypes: [UNREADABLE] };

/** Reads for a person who waits for the answer: a few attempts, then the error. */
export const ASKED_READ: ActivityOptions = {
  startToCloseTimeout: '30 seconds',
  scheduleToCloseTimeout: '60 seconds',
  retry: { initialInterval: '500 milliseconds', backoffCoefficient: 2, maximumAttempts: 4, ...NOT_HERE },
};

/** Sending a message: it is retried for as long as the receiver is unavailable. */
export const SEND: ActivityOptions = {
  startToCloseTimeout: '45 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
};

/**
 * Sending through a service that takes minutes to answer: a mail server may take ten. The attempt sends heartbeats, so that a
 * dead worker is noticed within the heartbeat's time and not after those minutes.
 */
export const SEND_SLOWLY: ActivityOptions = {
  ...SEND,
  startToCloseTimeout: '12 minutes',
  heartbeatTimeout: '40 seconds',
};

/**
 * Paging people: short work on the store. People wait for help, so a dead worker is noticed soon, and unavailable services are
 * retried soon.
 */
export const PAGE: ActivityOptions = {
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', backoffCoefficient: 2, maximumInterval: '15 seconds' },
};

const ASK_AGAIN_SOON = { ...SEND.retry, maximumInterval: '30 seconds' } as const;

/**
 * Sending a page: retries of an unavailable receiver are more frequent than for an alert, and a dead worker is noticed sooner.
 */
export const SEND_PAGE: ActivityOptions = { ...SEND, heartbeatTimeout: '15 seconds', retry: ASK_AGAIN_SOON };

/** Sending a page through a service that takes minutes to answer. */
export const PAGE_SLOWLY: ActivityOptions = { ...SEND_SLOWLY, retry: ASK_AGAIN_SOON };

/**
 * Deleting: retries are slower, because each attempt reads the trip again first. A slow service has minutes to answer. The
 * attempt sends heartbeats, so that a dead worker is noticed within the heartbeat's time, when its lease is over.
 */
export const DESTROY: ActivityOptions = {
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '40 seconds',
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '15 minutes' },
};

/**
 * Long work on stored data, in slices. The activity sends heartbeats every few seconds, so that another worker continues soon
 * after one has died. Repeated failures are reported to the caller.
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
 * Reading a digest's drivers and composing the digest, page by page for as long as a large fleet takes. The activity itself
 * ends after waiting long enough for an unavailable service.
 */
export const GATHER: ActivityOptions = {
  startToCloseTimeout: '2 hours',
  heartbeatTimeout: '15 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
};

/**
 * Fetching a fleet's history, in slices, for as long as it takes. The activity sends heartbeats every few seconds, so that
 * another worker continues soon after one has died. A cancelled activity ends once its worker has stopped.
 */
export const BACKFILL: ActivityOptions = {
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  startToCloseTimeout: '2 hours',
  heartbeatTimeout: '15 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
};

/** Options for a pinned workflow's next run. It starts on the current build of workers, so that old builds become unused. */
export const ON_CURRENT: ContinueAsNewOptions = { initialVersioningBehavior: 'AUTO_UPGRADE' };

/** First wait for a trip that is not readable yet. */
const FIRST_WAIT_MS = 5_000;
/** Longest wait between two reads of a trip that is not readable yet. */
const LONGEST_WAIT_MS = 15 * 60_000;

/** Returns the wait before read number `round` + 2 of a trip that is not readable yet: 5 s, doubling to 15 min. */
export function readableWaitMs(round: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(round, 20), LONGEST_WAIT_MS);
}
