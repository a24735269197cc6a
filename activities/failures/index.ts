/** Errors named before, during and after a delivery, and whether Temporal retries them. */
export { isPermanent, namedWaitMs, retryLater } from './retry.ts';
export {
  isSlackLimit,
  isUnavailable,
  reasonOf,
  sortSlackError,
  sortSmtpStatus,
  sortSocketError,
  sortWebhookStatus,
} from './sendResult.ts';
export type { SendResult } from './sendResult.ts';
