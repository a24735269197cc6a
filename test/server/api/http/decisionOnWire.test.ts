import { expect, it } from 'vitest';
import { actionOnWire, decisionOnWire } from '../../../../server/api/http/index.ts';

it('a decision shows of a webhook its host alone', () => {
  const decision = {
    fleet: 'f',
    driver_id: 'd',
    trip_id: 't',
    revision: 1,
    decided_at: '2026-03-10T12:00:00Z',
    rules: [],
    actions: [
      { rule: 'r', action: 'webhook', receiver: 'https://hooks.example.com/planted?key=planted' },
      { rule: 'r', action: 'slack', receiver: '#fleet' },
    ],
  };
  expect(decisionOnWire(decision, 'en').actions.map(({ receiver }) => receiver)).toEqual([
    'hooks.example.com',
    '#fleet',
  ]);
  expect(JSON.stringify(decisionOnWire(decision, 'en'))).not.toContain('planted');
});

it('an action says why it goes to its receiver, in the language asked for; one of an older decision as it was stored', () => {
  const action = { rule: 'r', action: 'slack', receiver: '#north' };
  const because = { named: 'route:lead', route: 'lead', entry: 'north' };
  expect(actionOnWire({ ...action, because }).because).toBe(
    'Route lead, entry north: the driver is in the group north',
  );
  expect(actionOnWire({ ...action, because }, 'de').because).toBe(
    'Empfängerroute lead, Eintrag north: Der Fahrer gehört zur Gruppe north',
  );
  expect(actionOnWire({ ...action, because: 'Route lead' }, 'de').because).toBe('Route lead');
  expect(actionOnWire(action, 'de')).toEqual(action);
});
