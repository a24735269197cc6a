import type { Explanation, RuleDecision } from '../../rules/evaluation/index.ts';
import type { AlertToDescribe, DeliveryState, TripState } from '../format/index.ts';
import type { Language } from '../language/index.ts';

/** One trip of a day, with the stored data about it and one rule. */
export interface TripToExplain {
  readonly tripId: string;
  readonly state: TripState;
  /** Reason for its state. */
  readonly reason?: string;
  /** Revision of the newest decision; 0: none was made. */
  readonly revision: number;
  /** Source that reported the trip; absent: a backfill. */
  readonly receivedFrom?: 'webhook' | 'replay' | 'reconciler';
  /** The rule's part of the newest decision; absent: none was made, or the rule was not part of it. */
  readonly decision?: Explanation & Pick<RuleDecision, 'outcome'>;
  /** The rule's alert, whichever decision raised it. */
  readonly alert?: AlertToDescribe;
  /** The alert's messages. */
  readonly deliveries: readonly DeliveryToExplain[];
}

/** One message of an alert and its outcome. */
export interface DeliveryToExplain {
  readonly action: string;
  /** Receiver as people may see it. */
  readonly receiver: string;
  readonly state: DeliveryState;
  readonly reason?: string;
  readonly inOutbox?: boolean;
  /** End of the hold, past or future, ISO 8601. */
  readonly releaseAt?: string;
}

/** The rule's current mode and publication. */
export interface RuleToExplain {
  readonly mode?: 'off' | 'shadow' | 'live';
  /** ISO 8601; absent: it is not published. */
  readonly publishedAt?: string;
}

/** Language and time zone of the person who reads an explanation. */
export interface Reader {
  readonly language: Language;
  /** Zone in which times are shown. */
  readonly zone: string;
}
