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

it('does not call fired what is only on trial', () => {
  const rules = decision.rules.map((each) => ({ ...each, trial: true as const }));
  const line = (more: typeof decision.rules): string =>
    decisionLine(colors, { ...key, decision: { ...decision, rules: [...rules, ...more] } });
  expect(line([])).toBe('○ d-7 17: no rule matched');
  const counting = decision.rules.map((each) => ({ ...each, outcome: 'not_matched' as const }));
  expect(line(counting)).toBe('○ d-7 17: no rule of 1 matched');
});
