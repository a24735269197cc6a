import { expect, it } from 'vitest';
import { answerOnWire, decisionOnWire } from '../../../../server/api/http/index.ts';

it('a decision shows of a webhook its host alone', () => {
  const decision = {
    ...{
      fleet: 'f',
      driver_id: 'd',
      trip_id: 't',
      revision: 1,
      decided_at: '2026-03-10T12:00:00Z',
      rules: [],
    },
    actions: [
      { rule: 'r', action: 'webhook', receiver: 'https://hooks.example.com/planted?key=planted' },
      { rule: 'r', action: 'slack', receiver: '#fleet' },
    ],
  };
  expect(decisionOnWire(decision).actions.map(({ receiver }) => receiver)).toEqual([
    'hooks.example.com',
    '#fleet',
  ]);
  expect(JSON.stringify(answerOnWire(decision))).not.toContain('planted');
  expect(answerOnWire({ outcome: 'no_such_trip' })).toEqual({ outcome: 'no_such_trip' });
});
