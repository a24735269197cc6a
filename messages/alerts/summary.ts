import type { Severity } from '../../rules/evaluation/index.ts';
import {
  LONGEST_NAME,
  LONGEST_SENTENCE,
  driverLabel,
  formatSpan,
  oneLine,
  severityBadge,
  vehicleRow,
} from '../format/index.ts';
import type { AlertMessage, Card, CardItem, CardLink, MessageFleet, MessageTrip } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import { deletionWords } from './card.ts';

/** One alert of a message about several trips. */
export interface SummaryItem {
  readonly rule: { readonly id: string; readonly name: string; readonly severity: Severity };
  readonly driver: AlertMessage['driver'];
  readonly trip: Pick<MessageTrip, 'tripId' | 'startTime' | 'endTime'>;
  readonly sentence: string;
  /** Id of the trip's deletion that waits for approval, if this message is the approval request. */
  readonly pendingDeletion?: string;
  /** Absolute address of the trip's page. */
  readonly link: string;
}

/**
 * One message about several alerts that were held, grouped or over a rule's budget. Without items it consists of title and
 * introduction. Every text is plain and unescaped.
 */
export interface SummaryMessage {
  readonly fleet: MessageFleet;
  /** Severity of the most important alert. */
  readonly severity: Severity;
  readonly title: string;
  /** Topic of the message, in one or two sentences. */
  readonly intro: string;
  readonly items: readonly SummaryItem[];
  /** Number of alerts beyond `items`. */
  readonly more: number;
  /** Link to the page on which to act; absent: the page of the most important trip, if there is one. */
  readonly link?: CardLink;
  /** Reason that the recipient gets the message, e.g. `because the rule phone-use names this address`. */
  readonly why: string;
  readonly deliveryKey: string;
  readonly possibleRepeat: boolean;
}

/** Renders a message about several alerts as a card. */
export function summaryCard(message: SummaryMessage): Card {
  const { fleet, severity } = message;
  const title = oneLine(message.title, LONGEST_NAME);
  const intro = oneLine(message.intro, LONGEST_SENTENCE);
  const first = message.items.find(({ rule }) => rule.severity === severity) ?? message.items[0];
  return {
    language: fleet.language,
    fleetName: fleet.name,
    brand: fleet.brand,
    subject: title,
    preview: intro,
    notification: `${title} · ${intro}`,
    tone: severity,
    emoji: severityBadge(severity).emoji,
    title,
    isPossibleRepeat: message.possibleRepeat,
    status: [],
    lead: [
      { kind: 'text', text: intro },
      { kind: 'items', items: message.items.map((item) => itemOf(item, fleet)), more: message.more },
    ],
    details: [],
    ...(message.link ? { link: message.link } : first && { link: firstLink(first, fleet.language) }),
    footer: { because: message.why, ids: [] },
    deliveryKey: message.deliveryKey,
  };
}

/** Returns the card's link, which opens the trip with the most important alert. */
function firstLink(
  { driver, link }: SummaryItem,
  language: MessageFleet['language'],
): NonNullable<Card['link']> {
  const label = textsOf(language)('alerts.openTripOf', { driver: driverLabel(driver) });
  return { label, href: link, isOfItem: true };
}

function itemOf(item: SummaryItem, { timezone, language }: MessageFleet): CardItem {
  const { rule, driver, trip, sentence, link } = item;
  const say = textsOf(language);
  const deletion = deletionWords(item, say);
  const vehicle = vehicleRow(driver, language);
  const when =
    formatSpan(trip, timezone, language) ?? say('format.tripId', { id: oneLine(trip.tripId, LONGEST_NAME) });
  return {
    severity: rule.severity,
    title: `${oneLine(rule.name, LONGEST_NAME)} · ${driverLabel(driver)}`,
    lines: [sentence, ...(deletion ? [deletion] : [])],
    note: vehicle ? `${vehicle.label}: ${vehicle.value} · ${when}` : when,
    link: { label: say('alerts.openTripOfItem'), href: link },
  };
}
