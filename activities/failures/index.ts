/** What failed attempts are called, and which of them are retried. */
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
  titled,
} from './retry.ts';
export type { SendResult } from './retry.ts';
