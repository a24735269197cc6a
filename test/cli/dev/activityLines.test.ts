import picocolors from 'picocolors';
import { expect, it } from 'vitest';
import { decisionLine } from '../../../cli/dev/index.ts';
import { decisionOf } from '../../server/records.ts';

const colors = picocolors.createColors(false);
const key = { driverId: 'd-7', tripId: '17' };
const decision = decisionOf({ fleet: 'north', ...key });

it('names the rules that fired, and what stopped an alert', () => {
  expect(decisionLine(colors, { ...key, decision })).toBe('● d-7 17: Collision');
  const actions = decision.actions.map((each) => ({ ...each, reason: 'silenced' }));
  expect(decisionLine(colors, { ...key, decision: { ...decision, actions } })).toBe(
    '● d-7 17: Collision (silenced)',
  );
});

it('says how many rules did not match', () => {
  const rules = decision.rules.map((each) => ({ ...each, outcome: 'not_matched' as const }));
  expect(decisionLine(colors, { ...key, decision: { ...decision, rules } })).toBe(
    '○ d-7 17: no rule of 1 matched',
  );
});
