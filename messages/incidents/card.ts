import {
  LONGEST_NAME,
  LONGEST_SENTENCE,
  SEVERITIES,
  driverLabel,
  manyLines,
  oneLine,
} from '../format/index.ts';
import type { Card, CardAnswers, CardButton } from '../format/index.ts';
import { pictureAltText } from '../picture/index.ts';
import type { IncidentMessage } from './message.ts';
import { incidentLists, incidentRows, incidentTripRows, lateWords } from './rows.ts';
import { DISPOSITIONS, incidentHeader, incidentStatusLines } from './state.ts';

/** Longest text of a rule in a page: it is read on a phone, at night. */
const LONGEST_TEXT = 1_200;

/** Rows that say who drove what, and who is called: a preview says when and where. */
const ABOUT_PEOPLE: ReadonlySet<string> = new Set(['Paged', 'Driver', 'Driver’s phone', 'Vehicle']);

/**
 * An incident as a card, in the order in which it is needed: how it stands, how to answer, what is known. A note is a reply
 * below the page that said the rest.
 */
export function incidentCard(message: IncidentMessage): Card {
  const { fleet, incident, policy, alert, reason } = message;
  const { tone, symbol, emoji, words } = incidentHeader(message);
  const { rule, driver, trip } = alert;
  const name = oneLine(rule.name, LONGEST_NAME);
  const badge = { symbol, words: `${words} · ${SEVERITIES[rule.severity].word}` };
  const status = incidentStatusLines(message);
  const [first, second] = incidentRows(message).filter(({ label }) => !ABOUT_PEOPLE.has(label));
  const seen = [...status, driverLabel(driver), first?.value, second?.value];
  return {
    fleetName: fleet.name,
    brand: fleet.brand,
    subject: `${badge.words}: ${name} · ${driverLabel(driver)}`,
    preview: seen.filter((part) => part !== undefined).join(' · '),
    notification: `${badge.words}: ${name} · ${driverLabel(driver)} · ${status[0] ?? ''}`,
    ...{ tone, emoji, badge, status },
    title: name,
    subtitle: driverLabel(driver),
    isPossibleRepeat: message.possibleRepeat,
    warning: lateWords(message),
    lead: [
      { kind: 'rows', title: 'What is known', isTitleSpare: true, rows: incidentRows(message) },
      { kind: 'text', text: manyLines(alert.text ?? '', LONGEST_TEXT) },
      { kind: 'text', text: oneLine(alert.sentence, LONGEST_SENTENCE) },
    ],
    answers: answersOf(message),
    pictureAltText: pictureAltText(alert.events),
    details: [
      ...incidentLists(message),
      { kind: 'rows', title: 'The trip', isTitleSpare: true, rows: incidentTripRows(message) },
    ],
    link: { label: 'Open the trip and its explanation', href: alert.link, isQuiet: true },
    footer: {
      because: `because the escalation policy ${oneLine(policy.name, LONGEST_NAME)} (version ${policy.version}) names you`,
      ids: [
        `incident ${oneLine(incident.id, 40)}`,
        `policy ${oneLine(policy.id, LONGEST_NAME)} v${policy.version}`,
        `rule ${oneLine(rule.id, LONGEST_NAME)} v${rule.version}`,
        `trip ${oneLine(trip.tripId, LONGEST_NAME)}`,
      ],
    },
    deliveryKey: message.deliveryKey,
    ...(reason === 'note' && { reply: oneLine(message.occasion, LONGEST_SENTENCE) }),
  };
}

/** How long a press snoozes: the usual time of `rules/escalation`. */
export const SNOOZE_LABEL = 'Snooze 30 min';

/** The answers that an incident's state allows: none once it is resolved. */
function answersOf({ incident, alert, answerLink }: IncidentMessage): CardAnswers | undefined {
  const { id, state, repageAt, snoozedUntil } = incident;
  if (state === 'resolved') return undefined;
  const press = (action: string, label: string): Extract<CardButton, { kind: 'press' }> => ({
    ...{ kind: 'press', action, label, value: id },
    spoken: `${label}: incident ${id}, ${oneLine(alert.rule.name, LONGEST_NAME)}`,
  });
  const isFree = state === 'open' || snoozedUntil !== undefined;
  const take = (label: string) => ({ ...press('incident_acknowledge', label), style: 'primary' }) as const;
  return {
    buttons: [
      ...(isFree ? [take('Acknowledge'), press('incident_snooze', SNOOZE_LABEL)] : []),
      ...(state === 'acknowledged' && repageAt !== undefined ? [take('Still working on it')] : []),
      press('incident_escalate', 'Escalate now'),
      {
        kind: 'choice',
        action: 'incident_resolve',
        label: 'Resolve as…',
        options: Object.entries(DISPOSITIONS).map(([disposition, { words }]) => ({
          label: words,
          value: `${id} ${disposition}`,
        })),
      },
    ],
    ...(answerLink !== undefined && {
      page: {
        label: 'Answer this incident',
        href: answerLink,
        // Mail scanners open links, and people fear to.
        hint: 'Opens a page where you can acknowledge, snooze, escalate or resolve it. Opening the page changes nothing.',
      },
    }),
  };
}
