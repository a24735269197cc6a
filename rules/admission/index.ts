/**
 * The checks between a match and a message: trigger, shadow, silence, suppression, throttle, budget, quiet hours, batch,
 * grouping.
 */
export { admit, inSendingOrder } from './admission.ts';
export type { ResolveRecipients } from './resolved.ts';
export type {
  AdmissionHistory,
  AdmissionInput,
  AdmittedAlert,
  AdmittedDelivery,
  Match,
  StopReason,
} from './admission.ts';
export { batchEnd } from './batch.ts';
export { budgetMessagesOf } from './budget.ts';
export { deliveriesOf, groupKey, planDeliveries } from './grouping.ts';
export { MOST_IN_A_ROW, isAlwaysQuiet, isQuietAt, quietSpans, quietUntil } from './quietHours.ts';
export type { QuietSpan } from './quietHours.ts';
export { silenceFor } from './silence.ts';
export type { ActiveSilence } from './silence.ts';
export { storedSuppression, suppressors } from './suppression.ts';
export type {
  EarlierAlert,
  StoredAlert,
  StoredSuppression,
  Suppressible,
  Unsuppressed,
} from './suppression.ts';
export { holderOf, isThrottled, throttleKeys, throttleScopes, throttleSeconds } from './throttle.ts';
export type { PassedAlert, Throttle, ThrottleScope, ThrottleSubject } from './throttle.ts';
