import { messageReasonWords, timelineWords } from '../../messages/incidents/index.ts';
import type { IncidentMessage, TimelineEntry } from '../../messages/incidents/index.ts';
import type { Language } from '../../messages/language/index.ts';
import type { AnswerPageInput } from '../../messages/pages/index.ts';
import { exampleIncident } from '../messages/exampleIncident.ts';
import { BASE, collisionAlert, driver, fleetOf, saidIn } from './alerts.ts';

/** Timeline of the incident in the pictures, oldest first. */
const STORY = [
  ['2025-11-21T13:37:03Z', { kind: 'opened', via: 'tripline' }],
  [
    '2025-11-21T13:37:03Z',
    {
      kind: 'paged',
      via: 'tripline',
      round: 1,
      step: 1,
      notified: [
        { name: '#safety-urgent', outcome: 'sent' },
        { name: 'Ann', outcome: 'sent' },
      ],
    },
  ],
  [
    '2025-11-21T13:47:03Z',
    { kind: 'paged', via: 'tripline', round: 1, step: 2, notified: [{ name: 'Ben', outcome: 'sent' }] },
  ],
  [
    '2025-11-21T14:02:03Z',
    {
      kind: 'paged',
      via: 'tripline',
      round: 1,
      step: 3,
      notified: [{ name: 'head@example.com', outcome: 'sent' }],
    },
  ],
  ['2025-11-21T14:17:03Z', { kind: 'unanswered', via: 'tripline' }],
] as const satisfies readonly (readonly [string, TimelineEntry])[];

const ANSWERS = {
  acknowledged: { kind: 'acknowledged', via: 'slack', by: 'Ben' },
  snoozed: { kind: 'snoozed', via: 'slack', by: 'Ben', minutes: 30 },
  resolved: { kind: 'resolved', via: 'slack', by: 'Ben', disposition: 'confirmed' },
} as const satisfies Readonly<Record<string, TimelineEntry>>;

const NOTE = 'Ann is unhurt. Van 12 is being towed; the police have the other driver’s details.';

type Timeline = IncidentMessage['timeline'];

function timelineOf(entries: readonly (readonly [string, TimelineEntry])[], language: Language): Timeline {
  return entries.map(([at, entry]) => ({ at, text: timelineWords(entry, language) }));
}

/** Returns a page of the incident after its second step, with the paged people, the next step and the place. */
export function incident(language: Language): IncidentMessage {
  const occasion = { entry: STORY[2][1], cause: 'time', steps: 3, waitedSeconds: 600 } as const;
  const { possibleRepeat: _mark, deliveryKey: _key, ...alert } = collisionAlert(language);
  return {
    ...exampleIncident,
    fleet: fleetOf(language),
    alert,
    answerLink: `${BASE}/a/x.y`,
    occasion: messageReasonWords(occasion, 'en'),
    ...(language !== 'en' && { shownOccasion: messageReasonWords(occasion, language) }),
    paged: [{ name: 'Ben', slackId: 'U02BEN' }],
    nextStep: { at: '2025-11-21T14:02:03Z', notified: ['head@example.com'] },
    joined: exampleIncident.joined.map((each) => ({
      ...each,
      ...saidIn(language, 'twoHardBrakes'),
      rule: { ...each.rule, name: language === 'de' ? 'Starkes Bremsen' : 'Hard braking' },
    })),
    openIncidents: exampleIncident.openIncidents.map((each) => ({
      ...each,
      ruleName: language === 'de' ? 'Wiederholte Handynutzung' : each.ruleName,
    })),
    timeline: timelineOf(STORY.slice(0, 3), language),
  };
}

/** Returns the message after the last step, when everyone was paged and no one answered. */
export function unanswered(language: Language): IncidentMessage {
  const { nextStep: _next, paged: _paged, ...message } = incident(language);
  const occasion = { entry: STORY[4][1], cause: 'time', steps: 3, waitedSeconds: 2_400 } as const;
  return {
    ...message,
    incident: { ...message.incident, isUnanswered: true, changes: 5 },
    event: { seq: 5, kind: 'unanswered', at: STORY[4][0] },
    occasion: messageReasonWords(occasion, 'en'),
    timeline: timelineOf(STORY, language),
  };
}

/** Returns the Slack page after the incident was acknowledged. */
export function acknowledged(language: Language): IncidentMessage {
  const { nextStep: _next, paged: _paged, ...message } = incident(language);
  const at = '2025-11-21T13:49:20Z';
  return {
    ...message,
    incident: { ...message.incident, state: 'acknowledged', assignee: 'Ben', acknowledgedAt: at, changes: 4 },
    timeline: timelineOf([...STORY.slice(0, 3), [at, ANSWERS.acknowledged]], language),
  };
}

/** Returns the page behind an e-mail's answer link for a state of the incident. */
export function answered(
  state: 'open' | keyof typeof ANSWERS,
  language: Language,
): Omit<AnswerPageInput, 'nonce' | 'pictureSource'> {
  const { incident: it, place, alert, lastTrips, openIncidents, nextStep } = incident(language);
  const at = '2025-11-21T13:49:20Z';
  const { joined: _none, ...known } = exampleIncident;
  const base = {
    fleet: fleetOf(language),
    driver,
    trip: known.alert.trip,
    rule: alert.rule,
    sentence: alert.shownSentence ?? alert.sentence,
    history: { lastTrips, openIncidents },
    ...(place && { place }),
    answerer: { name: 'Ann', address: 'ann@example.com', hasIt: false },
    formKey: 'k',
    now: '2025-11-21T13:52:03Z',
    tripLink: '/t/x.y',
  };
  if (state === 'open')
    return {
      ...base,
      incident: it,
      timeline: timelineOf(STORY.slice(0, 3), language),
      ...(nextStep && { nextStep }),
    };
  const timeline = timelineOf([...STORY.slice(0, 3), [at, ANSWERS[state]]], language);
  const taken = { ...it, state: 'acknowledged', assignee: 'Ben', acknowledgedAt: at } as const;
  switch (state) {
    case 'acknowledged':
      return { ...base, timeline, incident: taken };
    case 'snoozed':
      return { ...base, timeline, incident: { ...taken, snoozedUntil: '2025-11-21T14:19:20Z' } };
    case 'resolved':
      return {
        ...base,
        timeline,
        incident: {
          ...taken,
          state,
          resolvedAt: at,
          resolvedBy: 'Ben',
          disposition: 'confirmed',
          note: NOTE,
        },
      };
  }
}
