import type { Explanation, RuleDecision } from '../../rules/evaluation/index.ts';
import type { AlertToDescribe, DeliveryState, TripState } from '../format/index.ts';
import type { Language } from '../language/index.ts';

/** One trip of a day, with what is stored about it and one rule. */
export interface TripToExplain {
  readonly tripId: string;
  readonly state: TripState;
  /** Why it stands so. */
  readonly reason?: string;
  /** Of the newest decision; 0: none was made. */
  readonly revision: number;
  /** What made it known; absent: a backfill. */
  readonly receivedFrom?: 'webhook' | 'replay' | 'reconciler';
  /** The rule's part of the newest decision; absent: the rule was not part of it, or there is none. */
  readonly decision?: Explanation & Pick<RuleDecision, 'outcome'>;
  /** The rule's alert, whichever decision raised it. */
  readonly alert?: AlertToDescribe;
  /** The alert's messages. */
  readonly deliveries: readonly DeliveryToExplain[];
}

/** One message of an alert and what became of it. */
export interface DeliveryToExplain {
  readonly action: string;
  /** As people may see it. */
  readonly receiver: string;
  readonly state: DeliveryState;
  readonly reason?: string;
  readonly inOutbox?: boolean;
  /** ISO 8601: until when it is, or was, held. */
  readonly releaseAt?: string;
}

/** How the rule stands now. */
export interface RuleToExplain {
  readonly mode?: 'off' | 'shadow' | 'live';
  /** ISO 8601; absent: it is not published. */
  readonly publishedAt?: string;
}

/** For whom a trip is explained. */
export interface Reader {
  readonly language: Language;
  /** The zone on whose clock times are shown. */
  readonly zone: string;
}
