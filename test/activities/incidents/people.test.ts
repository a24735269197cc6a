import { expect, it } from 'vitest';
import { entryOf, peopleOf } from '../../../activities/incidents/index.ts';
import type { IncidentEvent } from '../../../store/incidents/index.ts';

const event = {
  kind: 'step_notified',
  who: 'tripline',
  by: null,
  via: 'policy',
  note: null,
  details: {
    notified: [
      {
        action: 'email',
        receiver: 'boss@example.com',
        because: { named: 'driver:manager', origin: 'directory' },
      },
      { action: 'slack', receiver: '#safety' },
    ],
  },
} as unknown as IncidentEvent;

it.each([
  ['en', 'the driver’s manager'],
  ['de', 'Vorgesetzte des Fahrers'],
] as const)('shows whom the driver record names without the address, in %s', (language, words) => {
  const people = peopleOf([event], new Map(), language);
  expect(entryOf(event, { people, ruleNames: new Map() }).notified).toEqual([
    { name: words },
    { name: '#safety' },
  ]);
});
