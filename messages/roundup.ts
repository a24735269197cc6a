import type { Severity } from '../rules/decision.ts';
import type { AlertMessage, MessageFleet, MessageTrip } from './alert.ts';

/** One alert of a message that tells of several trips. */
export interface RoundupItem {
  readonly rule: { readonly id: string; readonly name: string; readonly severity: Severity };
  readonly driver: AlertMessage['driver'];
  readonly trip: Pick<MessageTrip, 'tripId' | 'startTime' | 'endTime'>;
  readonly sentence: string;
  /** Absolute address of the trip's page. */
  readonly link: string;
}

/**
 * One message about several alerts: what quiet hours held, or what a rule's budget kept back; without items it says only
 * its words. Every text in it is plain and unescaped.
 */
export interface RoundupMessage {
  readonly fleet: MessageFleet;
  /** Of the alert that matters most. */
  readonly severity: Severity;
  readonly title: string;
  /** What it is about, in one or two sentences. */
  readonly intro: string;
  readonly items: readonly RoundupItem[];
  /** How many more there are than items. */
  readonly more: number;
  /** Why the receiver gets it, e.g. `because the rule phone-use names this address`. */
  readonly why: string;
  readonly deliveryKey: string;
  readonly possibleRepeat: boolean;
}
