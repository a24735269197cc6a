/** Errors named before, during and after a delivery, and whether Temporal retries them. */
export {
  isUnavailable,
  isPermanent,
  isSlackLimit,
  namedWaitMs,
  reasonOf,
  retryLater,
  sortSlackError,
  sortSmtpStatus,
  sortSocketError,
  sortWebhookStatus,
} from './failure.ts';
export type { SendResult } from './failure.ts';
