import {
  LONGEST_NAME,
  LONGEST_SENTENCE,
  driverLabel,
  eventRow,
  eventsTitle,
  factRows,
  oneLine,
  severityBadge,
  tripRows,
} from '../format/index.ts';
import type { AlertMessage, Card, CardItem } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language, Say } from '../language/index.ts';
import { pictureAltText } from '../picture/index.ts';

/** Alerts of one trip shown beside the first; a trip hardly ever has more. */
const ALSO_SHOWN = 10;
/** Longest title in a subject line, in characters. The number of further alerts may follow it. */
const LONGEST_TITLE = 180;

/** Renders an alert, with others of its trip, as a card. */
export function alertCard(message: AlertMessage): Card {
  const { fleet, rule, driver, trip, also = [] } = message;
  const { language } = fleet;
  const say = textsOf(language);
  const elsewhere = say('format.onTripPage');
  const { word, emoji, symbol } = severityBadge(rule.severity, language);
  const shown = also.slice(0, ALSO_SHOWN);
  const rules = [rule, ...shown.map((each) => each.rule)];
  const names = rules.map(({ name }) => oneLine(name, LONGEST_NAME)).join(', ');
  const sentence = oneLine(message.shownSentence ?? message.sentence, LONGEST_SENTENCE);
  return {
    language,
    fleetName: fleet.name,
    brand: fleet.brand,
    subject: subjectOf(message, say),
    preview: `${driverLabel(driver)}: ${sentence}`,
    notification: `${say('alerts.subject', { severity: word, rule: names, driver: driverLabel(driver) })} · ${sentence}`,
    tone: rule.severity,
    emoji,
    badge: { symbol, words: word },
    title: oneLine(rule.name, LONGEST_NAME),
    subtitle: driverLabel(driver),
    isPossibleRepeat: message.possibleRepeat,
    status: [],
    lead: [
      { kind: 'text', text: message.text ?? '' },
      { kind: 'text', text: sentence },
      { kind: 'text', text: deletionWords(message, say) },
      {
        kind: 'items',
        items: shown.map((each) => itemOf(each, say)),
        more: also.length - shown.length,
        elsewhere,
      },
    ],
    pictureAltText: pictureAltText(message.events, language),
    details: [
      { kind: 'rows', title: say('format.trip'), isTitleSpare: true, rows: tripRows(message) },
      { kind: 'rows', title: say('alerts.facts'), rows: factRows(message), elsewhere },
      {
        kind: 'list',
        title: eventsTitle(fleet),
        lines: message.events.map((event) => eventRow(event, fleet)),
        elsewhere,
      },
    ],
    link: { label: say('format.openTrip'), href: message.link },
    footer: {
      because: say('alerts.because', {
        count: rules.length,
        rules: rules.map((each) => ruleWords(each, language)).join(', '),
      }),
      ids: [
        ...rules.map(({ id, version }) => say('format.ruleId', { id: oneLine(id, LONGEST_NAME), version })),
        say('format.tripId', { id: oneLine(trip.tripId, LONGEST_NAME) }),
      ],
    },
    deliveryKey: message.deliveryKey,
  };
}

function ruleWords({ id, version }: AlertMessage['rule'], language: Language): string {
  return textsOf(language)('format.ruleVersion', { id: oneLine(id, LONGEST_NAME), version });
}

function itemOf(alert: NonNullable<AlertMessage['also']>[number], say: Say): CardItem {
  const { rule, sentence, shownSentence = sentence, text } = alert;
  const deletion = deletionWords(alert, say);
  return {
    severity: rule.severity,
    title: oneLine(rule.name, LONGEST_NAME),
    lines: [...(text ? [text] : []), shownSentence, ...(deletion ? [deletion] : [])],
  };
}

/** Says that the trip's deletion waits for approval, and how to decide; empty if no deletion waits. */
export function deletionWords({ pendingDeletion }: Pick<AlertMessage, 'pendingDeletion'>, say: Say): string {
  return pendingDeletion === undefined
    ? ''
    : say('alerts.deletionWaits', { id: oneLine(pendingDeletion, 40) });
}

/** Returns the rule's own subject, or else severity, rule and driver. */
function subjectOf(message: AlertMessage, say: Say): string {
  const { fleet, subject = '', rule, driver, also = [] } = message;
  const own = oneLine(subject, LONGEST_TITLE);
  const name = oneLine(rule.name, LONGEST_NAME);
  const severity = severityBadge(rule.severity, fleet.language).word;
  const title = own || say('alerts.subject', { severity, rule: name, driver: driverLabel(driver) });
  return also.length === 0
    ? title
    : say('alerts.subjectMore', { title: oneLine(title, LONGEST_TITLE), more: `${also.length}` });
}
