import { expect, it } from 'vitest';
import { leafWords, tripPage } from '../../../messages/pages/index.ts';
import { exampleAlert } from '../exampleAlert.ts';

const page = tripPage({
  fleet: { ...exampleAlert.fleet, language: 'de' },
  driver: exampleAlert.driver,
  trip: exampleAlert.trip,
  state: 'decided',
  nonce: 'n0nce',
  decision: {
    ...{ fleet: 'north', driver_id: 'd-17', trip_id: '1', revision: 2 },
    decided_at: '2025-11-21T13:37:02Z',
    rules: [
      {
        ...{ rule: 'collision', name: 'Collision detected', version: 4 },
        ...{ severity: 'critical', mode: 'live', outcome: 'matched', reason: 'matched' },
        sentence: exampleAlert.sentence,
        trace: {
          ...{ fact: 'trip.distance_km', operator: 'greaterThan', value: 1.5, actual: 1234.5 },
          result: 'true',
        },
      },
    ],
    actions: [],
  },
  alerts: [{ rule: 'collision', state: 'stopped', reason: 'silenced', at: '2025-11-21T13:37:02Z' }],
  deliveries: [
    {
      ...{ rule: 'collision', action: 'delete_trip', receiver: 'trip', state: 'held' },
      ...{ reason: 'awaiting_approval', possibleRepeat: true, at: '2025-11-21T13:37:02Z' },
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
    'war mindestens 2; die Ereignisse von 1 Fahrt fehlen',
  );
  expect(leafWords({ ...least, trips_without_events: 2 }, 'de').found).toContain('von 2 Fahrten fehlen');
});
