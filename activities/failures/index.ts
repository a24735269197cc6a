/** Errors named before, during and after a delivery, and whether Temporal retries them. */
export {
  isPermanent,
  isSlackLimit,
  isUnavailable,
  namedWaitMs,
  reasonOf,
  retryLater,
  sortSlackError,
  sortSmtpStatus,
  sortSocketError,
  sortWebhookStatus,
} from './sendResult.ts';
export type { SendResult } from './sendResult.ts';
