import picocolors from 'picocolors';
import { expect, it } from 'vitest';
import { decisionLine } from '../../cli/activityLines.ts';
import { decisionOf } from '../server/records.ts';

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

it('neither calls fired nor counts what is only on trial', () => {
  const [rule] = decision.rules;
  const rules = [
    { ...rule!, outcome: 'not_matched' as const },
    { ...rule!, trial: true as const },
  ];
  expect(decisionLine(colors, { ...key, decision: { ...decision, rules } })).toBe(
    '○ d-7 17: no rule of 1 fired',
  );
});
