import type { AlertMessage } from '../../messages/format/index.ts';

/** An ordinary alert. Tests change its subject. */
export const exampleAlert: AlertMessage = {
  fleet: { id: 'north', name: 'Northwind Delivery', timezone: 'Europe/Berlin', language: 'en' },
  rule: { id: 'collision', name: 'Collision detected', version: 4, severity: 'critical' },
  driver: { id: 'd-17', name: 'Ann Meyer' },
  trip: {
    tripId: '1763733780000',
    startTime: '2025-11-21T14:03:00+01:00',
    endTime: '2025-11-21T14:36:05+01:00',
    distanceKm: 41.27,
    durationSeconds: 1985,
    maxSpeedKmph: 131.4,
    score: 54,
  },
  decidedAt: '2025-11-21T13:37:02Z',
  sentence: '1 collision in this trip detected (threshold: 1 or more).',
  facts: [
    { name: 'trip.events.count', label: 'collisions in this trip', value: 1 },
    { name: 'driver.score_change', label: 'driver score change over 7 days', value: -12.5 },
  ],
  events: [{ typeName: 'COLLISION', startTime: '2025-11-21T14:32:10+01:00', speedKmph: 62 }],
  link: 'https://tripline.example/fleets/north/trips/d-17/1763733780000?a=1&b=2',
  deliveryKey: 'north|d-17|1763733780000|collision|slack|#safety',
  possibleRepeat: false,
};

/** Texts that try to become something else than text. */
export const HOSTILE_TEXTS: readonly string[] = [
  '<!channel> everyone look',
  '<!here|here> <@U012AB3CD> <#C012AB3CD>',
  '<https://evil.example|click me>',
  '&lt;!channel&gt; &amp;',
  '</title></style><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  'Subject\r\nBcc: victim@example.com\r\n\r\nbody',
  'line\u2028separator\u0085next\vtab',
  '\u202Egnp.exe\u202C \u2066isolated\u2069 \u200Fright\u200E',
  'nul\u0000bell\u0007escape\u001b[31m',
  'lone \ud83d surrogate',
  'tags \u{E0041}\u{E0042}',
];

/** Makes an alert with the given text as every text from outside. */
export function alertFullOf(text: string): AlertMessage {
  return {
    ...exampleAlert,
    fleet: { ...exampleAlert.fleet, name: text },
    rule: { ...exampleAlert.rule, id: text, name: text },
    driver: { id: text, name: `${text}!` },
    trip: { ...exampleAlert.trip, tripId: text },
    sentence: text,
    facts: Array.from({ length: 40 }, () => ({ label: text, value: text, unit: text })),
    events: Array.from({ length: 40 }, () => ({ typeName: text, startTime: '2025-11-21T14:32:10+01:00' })),
    text,
    subject: text,
    possibleRepeat: true,
  };
}

/** Controls, direction marks and half surrogates: none may be in anything that is sent. Line feeds and tabs may. */
export const UNWANTED =
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]|\p{Cs}/u;
