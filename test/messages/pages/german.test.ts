import { expect, it } from 'vitest';
import { becauseWords } from '../../../messages/decisions/index.ts';
import { tripReasonWords } from '../../../messages/format/index.ts';
import { answerPage, leafWords, tripPage } from '../../../messages/pages/index.ts';
import { VANISHED } from '../../../store/trips/index.ts';
import { exampleAlert } from '../exampleAlert.ts';

const page = tripPage({
  fleet: { ...exampleAlert.fleet, language: 'de' },
  driver: exampleAlert.driver,
  trip: exampleAlert.trip,
  state: 'decided',
  nonce: 'n0nce',
  decision: {
    fleet: 'north',
    driver_id: 'd-17',
    trip_id: '1',
    revision: 2,
    decided_at: '2025-11-21T13:37:02Z',
    rules: [
      {
        rule: 'collision',
        name: 'Collision detected',
        version: 4,
        severity: 'critical',
        mode: 'live',
        outcome: 'matched',
        reason: 'matched',
        trace: {
          fact: 'trip.distance_km',
          operator: 'greaterThan',
          value: 1.5,
          actual: 1234.5,
          result: 'true',
        },
      },
    ],
    actions: [],
  },
  alerts: [{ rule: 'collision', state: 'stopped', reason: 'silenced', at: '2025-11-21T13:37:02Z' }],
  deliveries: [
    {
      rule: 'collision',
      action: 'delete_trip',
      receiver: 'trip',
      state: 'held',
      reason: 'awaiting_approval',
      possibleRepeat: true,
      at: '2025-11-21T13:37:02Z',
      deletion: { id: '7', decideUntil: '2025-12-05T13:37:02Z', scoreBefore: 71.5 },
    },
  ],
  revisions: [],
  audit: [{ at: '2025-11-21T13:37:02Z', who: 'tripline', what: 'decision.recorded' }],
});

it('a trip’s page in German names its language and says everything in it', () => {
  expect(page).toContain('<html lang="de">');
  for (const words of [
    'Die Fahrt wurde gelesen, und die Regeln wurden ausgewertet. Eine Regel trifft zu.',
    'Revision 2, ausgewertet Fr, 21. Nov. 2025, 14:37 (Europe/Berlin, UTC+1)',
    'ist größer als 1,5',
    'war 1.234,5',
    'Nicht gesendete Alarme',
    'Wartet auf Freigabe',
    'Wird nicht gelöscht, wenn niemand die Löschung bis 5. Dez. 2025, 14:37:02 freigibt.',
    'Der Wert des Fahrers war davor 71,5 und danach nicht bekannt.',
    'Entscheidung verzeichnet',
    'Die Zeiten gelten in Europe/Berlin.',
  ])
    expect(page).toContain(words);
  expect(page).not.toMatch(/\b(The|Rules|Deliveries|Audit|Matched)\b/);
});

it('a condition in German counts trips whose events are missing as German counts', () => {
  const leaf = { fact: 'driver.events.count', operator: 'greaterThan', value: 3, result: 'unknown' } as const;
  const least = { ...leaf, actual: 2, at_least: true } as const;
  expect(leafWords({ ...least, trips_without_events: 1 }, 'de').found).toBe(
    'war mindestens 2; Ereignisse von 1 Fahrt fehlen oder sind nicht lesbar',
  );
  expect(leafWords({ ...least, trips_without_events: 2 }, 'de').found).toContain('von 2 Fahrten fehlen');
});

it('the page that answers an incident is in German', () => {
  const html = answerPage({
    fleet: { ...exampleAlert.fleet, language: 'de' },
    incident: {
      id: '42',
      state: 'acknowledged',
      openedAt: '2026-03-10T01:53:10Z',
      isUnanswered: false,
      assignee: 'Ann',
      acknowledgedAt: '2026-03-10T01:59:20Z',
      repageAt: '2026-03-10T04:00:00Z',
      ageSeconds: 7_200,
    },
    rule: { id: 'collision', name: 'Aufprall', severity: 'critical' },
    driver: { id: 'd-17', name: 'Mia' },
    trip: { tripId: '1000' },
    timeline: [],
    answerer: { name: 'Ann', address: 'ann@example.com', hasIt: true },
    result: { counts: false, words: 'Zuständig ist Bob.' },
    formKey: 'k',
    now: '2026-03-10T02:03:20Z',
    nonce: 'n',
  });
  expect(html).toContain('<html lang="de">');
  for (const words of [
    'Zuständig ist Bob. Ihre Antwort hat nichts geändert.',
    'Zuständig ist <strong><bdi>Ann</bdi></strong> (quittiert vor 4 Min.). Ab 05:00 wird wieder benachrichtigt, wenn Sie den Vorfall nicht aktualisieren.',
    'Vorfall 42, eröffnet vor 10 Min.',
    'Ich bin noch dran',
    'Weitergeben: Die nächste Stufe läuft jetzt.',
    'Fehlalarm',
    'Sie antworten als <strong><bdi>Ann</bdi></strong> (<bdi>ann@example.com</bdi>).',
    'Verspätet',
  ])
    expect(html).toContain(words);
  expect(html).not.toMatch(/\b(The|Acknowledge|Resolve|Timeline|Opening|Nobody|You)\b/);
  // An id does not break at its hyphen.
  expect(html).toContain('<bdi>Mia <span class="nowrap">(d-17)</span></bdi>');
});

it('stored reasons are read in German, and one without a text stays as it was stored', () => {
  expect(tripReasonWords(VANISHED, 'de')).toBe('Der Analysedienst hat sie nicht mehr.');
  expect(
    tripReasonWords(
      'The answer of the analytics service cannot be read: HTTP 200 with a body that is not JSON.',
      'de',
    ),
  ).toBe('Die Antwort des Analysedienstes ist nicht lesbar: HTTP 200 with a body that is not JSON.');
  expect(tripReasonWords('Processing failed repeatedly.', 'de')).toBe('Processing failed repeatedly.');
  expect(becauseWords({ code: 'noGroup' }, 'de')).toBe('der Fahrer ist in keiner Gruppe');
});
