import { expect, it } from 'vitest';
import { slackCard } from '../../../messages/channels/slack/index.ts';
import { emailCard } from '../../../messages/channels/email/index.ts';
import {
  doneWords,
  incidentCard,
  lateAnswer,
  messageReasonWords,
  timelineWords,
  tooLateWords,
} from '../../../messages/incidents/index.ts';
import type { IncidentMessage, TimelineEntry } from '../../../messages/incidents/index.ts';
import { exampleIncident } from '../exampleIncident.ts';

const german: IncidentMessage = {
  ...exampleIncident,
  fleet: { ...exampleIncident.fleet, language: 'de' },
  shownOccasion: messageReasonWords(
    { entry: { kind: 'paged', via: 'tripline', step: 2 }, cause: 'time', steps: 3, waitedSeconds: 600 },
    'de',
  ),
  paged: [{ name: 'Ann' }],
  nextStep: { at: '2025-11-21T14:10:00Z', notified: ['head@example.com'] },
  timeline: [],
  joined: [],
};

/** Words of the English texts that no German text contains. */
const ENGLISH =
  /\b(Open|Assigned|Not acknowledged|paged|Where|Speed|before|after|Timeline|Resolve|Snooze|Escalate|Acknowledge|The driver|since|near)\b/;

it('an incident’s card in German says how it stands, whom it pages next, and how to answer', () => {
  const text = JSON.stringify([slackCard(incidentCard(german)), emailCard(incidentCard(german))]);
  for (const words of [
    'Offen · Kritisch',
    'Stufe 2 von 3: seit 10 Min. nicht quittiert.',
    'head@example.com wird benachrichtigt (15:10, Europe/Berlin), wenn bis dahin niemand quittiert.',
    'Quittieren',
    '30 Min. aufschieben',
    'Jetzt eskalieren',
    'Lösen als …',
    'Fehlalarm',
    '62 km/h davor, 0 km/h danach',
    'Die letzten Fahrten des Fahrers',
    'Ebenfalls offen für diesen Fahrer',
    'weil der Eskalationsplan Collision (Version 2) Sie nennt',
  ])
    expect(text.replaceAll('\u00a0', ' ')).toContain(words);
  expect(JSON.stringify(slackCard(incidentCard(german)))).not.toMatch(ENGLISH);
});

it('a resolved incident in German says who resolved it, when and as what', () => {
  const { status, badge } = incidentCard({
    ...german,
    incident: {
      ...german.incident,
      state: 'resolved',
      resolvedBy: 'Ann',
      resolvedAt: '2025-11-21T14:00:00Z',
      disposition: 'false_alarm',
      note: 'Bordstein',
    },
  });
  expect(badge?.words).toBe('Gelöst: Fehlalarm · Kritisch');
  expect(status).toEqual(['Ann hat ihn gelöst (15:00): ein Fehlalarm.', '„Bordstein“']);
});

it('each entry of a timeline is said in German', () => {
  const entries: readonly (readonly [Partial<TimelineEntry> & { readonly kind: string }, string])[] = [
    [{ kind: 'opened' }, 'Eröffnet'],
    [{ kind: 'joined', rule: 'Hard brake' }, 'Ein weiterer Alarm kam dazu: Hard brake'],
    [
      {
        kind: 'paged',
        round: 2,
        step: 1,
        afterNobody: true,
        notified: [
          { name: 'Ann', outcome: 'sent' },
          { name: '#fleet', outcome: 'sent' },
        ],
      },
      'Stufe 1 der Runde 2: benachrichtigt Ann, #fleet sofort: Die vorige Stufe hat niemanden erreicht',
    ],
    [
      { kind: 'paged', step: 1, notified: [{ name: 'Ben', outcome: 'failed', reason: 'abgelehnt.' }] },
      'Stufe 1: nicht zugestellt an Ben (abgelehnt)',
    ],
    [
      { kind: 'step_skipped', step: 2, reason: 'no_recipients' },
      'Stufe 2 übersprungen: kein erreichbarer Empfänger',
    ],
    [{ kind: 'unanswered' }, 'Alle Stufen sind durchlaufen, ohne dass jemand quittiert hat'],
    [
      { kind: 'paging_resumed', isSnoozeOver: true, by: 'Ann' },
      'Der Aufschub von Ann ist vorbei: wieder offen',
    ],
    [{ kind: 'acknowledged', by: 'Ann', via: 'email' }, 'Ann hat quittiert (E-Mail)'],
    [{ kind: 'snoozed', by: 'Ann', via: 'slack', minutes: 30 }, 'Ann hat um 30 Min. aufgeschoben (Slack)'],
    [{ kind: 'reassigned', by: 'Ann', to: 'Bo' }, 'Ann hat an Bo übergeben'],
    [{ kind: 'noted', by: 'Ann', note: 'Rufe an' }, 'Ann hat etwas notiert: „Rufe an“'],
    [{ kind: 'resolved', by: 'Ann', disposition: 'not_driver' }, 'Ann hat gelöst: nicht dieser Fahrer'],
    [{ kind: 'late_answer', answer: 'escalate' }, 'Jemand wollte eskalieren; zu spät, nichts wurde geändert'],
  ];
  for (const [entry, words] of entries) expect(timelineWords({ via: 'api', ...entry }, 'de')).toBe(words);
});

it('what became of an answer is said in German', () => {
  const now = '2025-11-21T14:00:00Z';
  expect(doneWords('acknowledged', null, 'de')).toBe(
    'Sie sind jetzt zuständig. Sonst wird niemand benachrichtigt.',
  );
  expect(tooLateWords({ because: 'resolved', person: 'Ann', since: '2025-11-21T13:58:00Z' }, now, 'de')).toBe(
    'Ann hat ihn vor 2 Min. schon gelöst.',
  );
  expect(JSON.stringify(lateAnswer({ because: 'escalated', person: 'Ann' }, german))).toContain(
    'Ann hat ihn schon eskaliert. Ihre Antwort hat nichts geändert.',
  );
});

it('why a message is sent is said in German for each cause', () => {
  const entry: TimelineEntry = { kind: 'paged', via: 'tripline', round: 2, step: 1 };
  const said = (cause: 'escalated' | 'snooze_over' | 'joined' | 'undelivered', by?: string): string =>
    messageReasonWords({ entry, cause, steps: 3, waitedSeconds: 60, ...(by && { by }) }, 'de');
  expect(said('escalated', 'Ann')).toBe('Ann hat ihn eskaliert (Runde 2, Stufe 1 von 3): Bitte quittieren.');
  expect(said('snooze_over')).toBe(
    'Der Aufschub ist vorbei, deshalb ist er wieder offen (Runde 2, Stufe 1 von 3): Bitte quittieren.',
  );
  expect(said('joined')).toBe('Ein weiterer Alarm kam dazu (Runde 2, Stufe 1 von 3): Bitte quittieren.');
  expect(said('undelivered')).toBe(
    'Runde 2, Stufe 1 von 3: Die vorige Stufe hat niemanden erreicht. Bitte quittieren.',
  );
});
