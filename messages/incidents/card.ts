import {
  LONGEST_NAME,
  LONGEST_SENTENCE,
  driverLabel,
  manyLines,
  oneLine,
  severityBadge,
} from '../format/index.ts';
import type { Card, CardAnswers, CardButton } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import { pictureAltText } from '../picture/index.ts';
import type { IncidentMessage } from './message.ts';
import { incidentLists, incidentRows, incidentTripRows, labelsOfPeople, lateWords } from './rows.ts';
import { DISPOSITIONS, dispositionWords, incidentHeader, incidentStatusLines } from './state.ts';

/** Longest text of a rule in a page, in characters. It is short because a page is read on a phone, at night. */
const LONGEST_TEXT = 1_200;

/**
 * Renders an incident as a card, in the order of need: state, answers, known facts. A note is a reply below the page that said
 * the rest.
 */
export function incidentCard(message: IncidentMessage): Card {
  const { fleet, incident, policy, alert, reason } = message;
  const { language } = fleet;
  const say = textsOf(language);
  const { tone, symbol, emoji, words } = incidentHeader(message);
  const { rule, driver, trip } = alert;
  const name = oneLine(rule.name, LONGEST_NAME);
  const badge = { symbol, words: `${words} · ${severityBadge(rule.severity, language).word}` };
  const status = incidentStatusLines(message);
  const aboutPeople = labelsOfPeople(language);
  const [first, second] = incidentRows(message).filter(({ label }) => !aboutPeople.has(label));
  const seen = [...status, driverLabel(driver), first?.value, second?.value];
  return {
    language,
    fleetName: fleet.name,
    brand: fleet.brand,
    subject: `${badge.words}: ${name} · ${driverLabel(driver)}`,
    preview: seen.filter((part) => part !== undefined).join(' · '),
    notification: `${badge.words}: ${name} · ${driverLabel(driver)} · ${status[0] ?? ''}`,
    tone,
    emoji,
    badge,
    status,
    title: name,
    subtitle: driverLabel(driver),
    isPossibleRepeat: message.possibleRepeat,
    warning: lateWords(message),
    lead: [
      { kind: 'rows', title: say('incidents.known'), isTitleSpare: true, rows: incidentRows(message) },
      { kind: 'text', text: manyLines(alert.text ?? '', LONGEST_TEXT) },
      { kind: 'text', text: oneLine(alert.shownSentence ?? alert.sentence, LONGEST_SENTENCE) },
    ],
    answers: answersOf(message),
    pictureAltText: pictureAltText(alert.events, language),
    details: [
      ...incidentLists(message),
      { kind: 'rows', title: say('format.trip'), isTitleSpare: true, rows: incidentTripRows(message) },
    ],
    link: { label: say('format.openTrip'), href: alert.link, isQuiet: true },
    footer: {
      because: say('incidents.because', {
        policy: oneLine(policy.name, LONGEST_NAME),
        version: policy.version,
      }),
      ids: [
        say('incidents.incidentId', { id: oneLine(incident.id, 40) }),
        say('incidents.policyId', { id: oneLine(policy.id, LONGEST_NAME), version: policy.version }),
        say('format.ruleId', { id: oneLine(rule.id, LONGEST_NAME), version: rule.version }),
        say('format.tripId', { id: oneLine(trip.tripId, LONGEST_NAME) }),
      ],
    },
    deliveryKey: message.deliveryKey,
    ...(reason === 'note' && {
      reply: oneLine(message.shownOccasion ?? message.occasion, LONGEST_SENTENCE),
    }),
  };
}

/** Returns the answers that an incident's state allows: none once it is resolved. */
function answersOf({ incident, alert, answerLink, fleet }: IncidentMessage): CardAnswers | undefined {
  const { id, state, repageAt, snoozedUntil } = incident;
  if (state === 'resolved') return undefined;
  const { language } = fleet;
  const say = textsOf(language);
  const rule = oneLine(alert.rule.name, LONGEST_NAME);
  const press = (action: string, label: string): Extract<CardButton, { kind: 'press' }> => ({
    kind: 'press',
    action,
    label,
    value: id,
    spoken: say('incidents.spoken', { answer: label, id, rule }),
  });
  const isFree = state === 'open' || snoozedUntil !== undefined;
  const take = (label: string) => ({ ...press('incident_acknowledge', label), style: 'primary' }) as const;
  return {
    buttons: [
      ...(isFree
        ? [take(say('incidents.acknowledge')), press('incident_snooze', say('incidents.snooze'))]
        : []),
      ...(state === 'acknowledged' && repageAt !== undefined ? [take(say('incidents.stillWorking'))] : []),
      press('incident_escalate', say('incidents.escalateNow')),
      {
        kind: 'choice',
        action: 'incident_resolve',
        label: say('incidents.resolveAs'),
        options: DISPOSITIONS.map((disposition) => ({
          label: dispositionWords(disposition, language),
          value: `${id} ${disposition}`,
        })),
      },
    ],
    ...(answerLink !== undefined && {
      page: {
        label: say('incidents.answerPage'),
        href: answerLink,
        // Says that opening changes nothing, because mail scanners open links and people hesitate to.
        hint: say('incidents.answerPageHint'),
      },
    }),
  };
}
