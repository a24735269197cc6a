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
    /** Grows with every change: of two messages of one incident the one with more changes is the newer truth. */
    readonly changes: number;
    /** The assignee, as people call them. */
    readonly assignee?: string;
    readonly acknowledgedAt?: string;
    /** When it was reassigned to the assignee, after it had been acknowledged. */
    readonly givenAt?: string;
    readonly resolvedAt?: string;
    readonly resolvedBy?: string;
    readonly disposition?: 'confirmed' | 'false_alarm' | 'not_driver' | 'other';
    readonly note?: string;
    /** ISO 8601: until then the assignee wants no page, and then people are paged again. */
    readonly snoozedUntil?: string;
    /** ISO 8601: when paging resumes, unless the assignee updates the incident. */
    readonly repageAt?: string;
    /** The chain ended, and nobody had answered. */
    readonly isUnanswered: boolean;
    /** How old the trip was when it came, in seconds, where it came late. */
    readonly ageSeconds?: number;
    /** How the clock of the trip's device was wrong, so that nobody knows when the trip ended. */
    readonly clock?: 'ahead' | 'behind';
  };
  readonly policy: { readonly id: string; readonly name: string; readonly version: number };
  /** Why this message goes out now. `page`: someone has to answer. `note`: what became of it. */
  readonly reason: 'page' | 'note';
  /** The entry of the timeline that this message reports. */
  readonly event: {
    readonly seq: number;
    readonly kind: string;
    /** ISO 8601, UTC. */
    readonly at: string;
    /** The person behind it, as people call them. */
    readonly by?: string;
    readonly note?: string;
  };
  /** In one sentence in English, e.g. `Step 2 of 3: not acknowledged for 10 minutes.` */
  readonly occasion: string;
  /** The same in the fleet's language; absent: it is English. */
  readonly shownOccasion?: string;
  /** Of an open one: the people of rotations whom this message's entry paged. */
  readonly paged?: readonly NamedPerson[];
  /** Of an open one: when people are paged next, and who, unless someone answers. */
  readonly nextStep?: { readonly at: string; readonly notified: readonly string[] };
  /** The alert that opened it, as an alert's message shows it. */
  readonly alert: Omit<AlertMessage, 'possibleRepeat' | 'deliveryKey'>;
  /** Alerts that joined, oldest first. */
  readonly joined: readonly {
    readonly rule: AlertMessage['rule'];
    readonly tripId: string;
    readonly sentence: string;
    /** The same in the fleet's language; absent: it is English. */
    readonly shownSentence?: string;
  }[];
  /** Where and how it happened, as far as known from the trip. */
  readonly place?: IncidentPlace;
  /** The driver's last trips, newest first, this one left out. */
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
  /** The page behind an e-mail's answer link; absent where the receiver answers otherwise. */
  readonly answerLink?: string;
  readonly deliveryKey: string;
  readonly possibleRepeat: boolean;
}
