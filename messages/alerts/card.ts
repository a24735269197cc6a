import {
  LONGEST_NAME,
  LONGEST_SENTENCE,
  SEVERITIES,
  driverLabel,
  eventRow,
  eventsTitle,
  factRows,
  oneLine,
  tripRows,
} from '../format/index.ts';
import type { AlertMessage, Card, CardItem } from '../format/index.ts';
import { pictureAltText } from '../picture/index.ts';

/** Alerts of one trip shown beside the first; a trip hardly ever has more. */
const ALSO_SHOWN = 10;
/** Characters of a subject that says how many more alerts there are. */
const LONGEST_TITLE = 180;

/** An alert, with others of its trip, as a card. */
export function alertCard(message: AlertMessage): Card {
  const { fleet, rule, driver, trip, also = [] } = message;
  const { word, emoji, symbol } = SEVERITIES[rule.severity];
  const shown = also.slice(0, ALSO_SHOWN);
  const rules = [rule, ...shown.map((each) => each.rule)];
  const names = rules.map(({ name }) => oneLine(name, LONGEST_NAME)).join(', ');
  const sentence = oneLine(message.sentence, LONGEST_SENTENCE);
  return {
    fleetName: fleet.name,
    brand: fleet.brand,
    subject: subjectOf(message),
    preview: `${driverLabel(driver)}: ${sentence}`,
    notification: `${word}: ${names} · ${driverLabel(driver)} · ${sentence}`,
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
      { kind: 'items', items: shown.map(itemOf), more: also.length - shown.length, elsewhere: ON_PAGE },
    ],
    pictureAltText: pictureAltText(message.events),
    details: [
      { kind: 'rows', title: 'The trip', isTitleSpare: true, rows: tripRows(message) },
      { kind: 'rows', title: 'Facts', rows: factRows(message), elsewhere: ON_PAGE },
      {
        kind: 'list',
        title: eventsTitle(fleet.timezone),
        lines: message.events.map((event) => eventRow(event, fleet.timezone)),
        elsewhere: ON_PAGE,
      },
    ],
    link: { label: 'Open the trip and its explanation', href: message.link },
    footer: {
      because: `because ${rules.length > 1 ? 'the rules' : 'the rule'} ${rules.map(ruleWords).join(', ')} ${rules.length > 1 ? 'name' : 'names'} this address`,
      ids: [
        ...rules.map(({ id, version }) => `rule ${oneLine(id, LONGEST_NAME)} v${version}`),
        `trip ${oneLine(trip.tripId, LONGEST_NAME)}`,
      ],
    },
    deliveryKey: message.deliveryKey,
  };
}

const ON_PAGE = 'on the trip’s page';

function ruleWords({ id, version }: AlertMessage['rule']): string {
  return `${oneLine(id, LONGEST_NAME)} (version ${version})`;
}

function itemOf({ rule, sentence, text }: NonNullable<AlertMessage['also']>[number]): CardItem {
  return {
    severity: rule.severity,
    title: oneLine(rule.name, LONGEST_NAME),
    lines: [...(text ? [text] : []), sentence],
  };
}

/** The rule's own subject, or severity, rule and driver. */
function subjectOf({ subject = '', rule, driver, also = [] }: AlertMessage): string {
  const own = oneLine(subject, LONGEST_TITLE);
  const name = oneLine(rule.name, LONGEST_NAME);
  const title = own || `${SEVERITIES[rule.severity].word}: ${name} · ${driverLabel(driver)}`;
  return also.length === 0 ? title : `${oneLine(title, LONGEST_TITLE)} (+${also.length} more)`;
}
