import type { IncidentPlace } from '../../rules/escalation/index.ts';
import type { AlertMessage, NamedPerson } from '../format/index.ts';

export type { NamedPerson } from '../format/index.ts';

/** An incident as the people who are notified see it. Every text is plain and unescaped. */
export interface IncidentMessage {
  readonly kind: 'incident';
  readonly fleet: AlertMessage['fleet'];
  readonly incident: {
    readonly id: string;
    readonly state: 'open' | 'acknowledged' | 'resolved';
    /** ISO 8601, UTC. */
    readonly openedAt: string;
    /** Number of changes so far. Of two messages of one incident, the one with more changes is newer. */
    readonly changes: number;
    /** Display name of the assignee. */
    readonly assignee?: string;
    readonly acknowledgedAt?: string;
    /** Time at which it was reassigned to the assignee, after it had been acknowledged. */
    readonly givenAt?: string;
    readonly resolvedAt?: string;
    readonly resolvedBy?: string;
    readonly disposition?: 'confirmed' | 'false_alarm' | 'not_driver' | 'other';
    readonly note?: string;
    /** Time until which the assignee wants no page, and after which paging resumes, ISO 8601. */
    readonly snoozedUntil?: string;
    /** Time at which paging resumes, unless the assignee updates the incident, ISO 8601. */
    readonly repageAt?: string;
    /** True if all steps ran without an answer. */
    readonly isUnanswered: boolean;
    /** Age of the trip when it arrived, in seconds, if it arrived late. */
    readonly ageSeconds?: number;
    /** Error of the device's clock, because of which the trip's end is not known. */
    readonly clock?: 'ahead' | 'behind';
  };
  readonly policy: { readonly id: string; readonly name: string; readonly version: number };
  /** Reason for this message. `page`: a person has to answer. `note`: it reports a change. */
  readonly reason: 'page' | 'note';
  /** The entry of the timeline that this message reports. */
  readonly event: {
    readonly seq: number;
    readonly kind: string;
    /** ISO 8601, UTC. */
    readonly at: string;
    /** Display name of the person behind it. */
    readonly by?: string;
    readonly note?: string;
  };
  /** Occasion in one sentence in English, e.g. `Step 2 of 3: not acknowledged for 10 minutes.` */
  readonly occasion: string;
  /** The same in the fleet's language; absent: it is English. */
  readonly shownOccasion?: string;
  /** People of rotations whom this message's entry paged, while the incident is open. */
  readonly paged?: readonly NamedPerson[];
  /** Time and recipients of the next page unless someone answers, while the incident is open. */
  readonly nextStep?: { readonly at: string; readonly notified: readonly string[] };
  /** The alert that opened the incident, as an alert's message shows it. */
  readonly alert: Omit<AlertMessage, 'possibleRepeat' | 'deliveryKey'>;
  /** Alerts that joined, oldest first. */
  readonly joined: readonly {
    readonly rule: AlertMessage['rule'];
    readonly tripId: string;
    readonly sentence: string;
    /** The same in the fleet's language; absent: it is English. */
    readonly shownSentence?: string;
  }[];
  /** Place and circumstances of the event, as far as known from the trip. */
  readonly place?: IncidentPlace;
  /** The driver's last trips without this one, newest first. */
  readonly lastTrips: readonly {
    readonly tripId: string;
    readonly endTime?: string;
    readonly distanceKm?: number;
    readonly score?: number | null;
    readonly alerts: number;
  }[];
  /** Other incidents of this driver that are not resolved. */
  readonly openIncidents: readonly {
    readonly id: string;
    readonly ruleName: string;
    readonly openedAt: string;
  }[];
  /** The newest entries of the timeline, oldest first, in words. */
  readonly timeline: readonly { readonly at: string; readonly text: string }[];
  /** The page behind an e-mail's answer link; absent where the recipient answers otherwise. */
  readonly answerLink?: string;
  readonly deliveryKey: string;
  readonly possibleRepeat: boolean;
}
