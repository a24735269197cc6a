import type { Severity } from '../../rules/evaluation/index.ts';
import type { Language } from '../language/index.ts';
import type { Brand } from './card.ts';
import type { MessageDriver } from './driver.ts';

/** The fleet in whose name a message is sent. */
export interface MessageFleet {
  /** Look of its e-mails. */
  readonly brand?: Brand;
  readonly id: string;
  readonly name: string;
  /** IANA zone in which times are shown, e.g. `Europe/Berlin`. */
  readonly timezone: string;
  /** The language of its messages. */
  readonly language: Language;
}

/** Trip data in a message, without positions. Absent fields were not sent or are not known. */
export interface MessageTrip {
  readonly tripId: string;
  /** ISO 8601 with the trip's own UTC offset. */
  readonly startTime?: string;
  /** ISO 8601 with the trip's own UTC offset. */
  readonly endTime?: string;
  readonly distanceKm?: number;
  readonly durationSeconds?: number;
  readonly maxSpeedKmph?: number;
  /** 0 to 100, higher is better; `null`: cannot be rated. */
  readonly score?: number | null;
}

/** One fact behind an alert, as a person reads it. */
export interface AlertFact {
  /** The fact's name in the catalogue, e.g. `driver.events.count`. */
  readonly name?: string;
  /** `not_notified`: no notification of the trip arrived. Messages say so in their language. */
  readonly kind?: 'not_notified';
  /** In English words, e.g. `phone events in 7 days`. */
  readonly label: string;
  /** The same in the fleet's language; absent: it is English. */
  readonly shownLabel?: string;
  readonly value: string | number | boolean;
  /** True for a lower bound: some of what is counted did not arrive. */
  readonly atLeast?: true;
  /** The catalogue's unit, e.g. `km`; `seconds` are shown as a duration. */
  readonly unit?: string;
}

/** An event that caused the alert, or that is worth showing beside it. */
export interface AlertEvent {
  /** Name on the wire, e.g. `HARD_BRAKE`. */
  readonly typeName: string;
  /** ISO 8601. */
  readonly startTime?: string;
  readonly durationSeconds?: number;
  /** The highest or only known speed. */
  readonly speedKmph?: number;
  readonly speedLimitKmph?: number;
}

/** Another alert of the same trip, grouped into the same message. */
export interface AlsoAlert {
  readonly rule: AlertMessage['rule'];
  readonly sentence: string;
  readonly shownSentence?: string;
  /** The rule's own text, rendered, as plain text. */
  readonly text?: string;
  /** Id of the trip's deletion that waits for approval, if this message is the approval request. */
  readonly pendingDeletion?: string;
}

/** One alert as it is sent to one recipient. Every text is plain and unescaped, because each channel escapes in its own way. */
export interface AlertMessage {
  readonly fleet: MessageFleet;
  readonly rule: {
    readonly id: string;
    readonly name: string;
    readonly version: number;
    readonly severity: Severity;
  };
  readonly driver: MessageDriver;
  readonly trip: MessageTrip;
  /** ISO 8601: when the decision was made. */
  readonly decidedAt: string;
  /** Reason that the rule fired, in one sentence in English, as webhooks say it. */
  readonly sentence: string;
  /** The same in the fleet's language, as people read it; absent: it is English. */
  readonly shownSentence?: string;
  readonly facts: readonly AlertFact[];
  /** Only the important events; messages show the first few. */
  readonly events: readonly AlertEvent[];
  /** Absolute address of the page that explains the decision. */
  readonly link: string;
  /** Key of the delivery. Messages show only its hash. */
  readonly deliveryKey: string;
  /** True when an earlier attempt's outcome is unknown, so that this may be the second copy. */
  readonly possibleRepeat: boolean;
  /** The rule's own subject, rendered, as plain text. */
  readonly subject?: string;
  /** The rule's own text, rendered, as plain text; shown above the sentence. */
  readonly text?: string;
  /** Id of the trip's deletion that waits for approval, if this message is the approval request. */
  readonly pendingDeletion?: string;
  /** Other alerts of this trip for the same recipient. */
  readonly also?: readonly AlsoAlert[];
}

/** Content id of the trip's picture inside an e-mail. */
export const TRIP_PICTURE_CONTENT_ID = 'trip-path';
