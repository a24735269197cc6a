/** Classifies the results of failed attempts: not sent, unknown outcome or refused; and decides which of them are retried. */
export { isRefused, isTooLong, isUnavailable, titled } from './result.ts';
export type { Refusal, SendResult } from './result.ts';
export { isPermanent, namedWaitMs, reasonOf, retryLater } from './applicationFailures.ts';
export {
  UnreadableSlackAnswerError,
  isSlackWord,
  sortSlackError,
  sortSlackLookupError,
} from './slackAnswers.ts';
export { sortSmtpAnswer } from './smtpAnswers.ts';
export { sortSocketError } from './sockets.ts';
export { sortWebhookStatus } from './webhookAnswers.ts';
