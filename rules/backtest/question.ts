import type { PublishedRule } from '../evaluation/index.ts';
import type { PublishedCondition } from '../documents/index.ts';

/** Position of the tested rule in a back-test's list of rules. */
export const TESTED = 0;

/** Why another rule takes part in a back-test. */
export type RivalReason = 'suppresses' | 'shares_receiver';

/** Another rule that counts at the time of the question and can change what becomes of an alert. */
export interface Rival extends PublishedRule {
  readonly because: RivalReason;
}

/** What a back-test answers: fixed when it is asked, so that a rule published meanwhile changes nothing. */
export interface BacktestQuestion {
  /** The rule to try; version 0 is a draft. */
  readonly tested: PublishedRule;
  /** The version that counts, when there is one and it is not the tested one. */
  readonly published?: PublishedRule;
  readonly rivals: readonly Rival[];
  /** The shared conditions that these rules may name; absent: none was published. */
  readonly conditions?: readonly PublishedCondition[];
  /** First and last day, `YYYY-MM-DD`, both included, on the fleet's calendar. */
  readonly from: string;
  readonly to: string;
  /** The fleet's time zone, an IANA name. */
  readonly timezone: string;
}
