import { expect, it } from 'vitest';
import { goalsOf } from '../../bench/noise/goals.ts';
import type { NoiseFigures } from '../../bench/noise/measure.ts';

const RULE = { matches: 9, alerts: 4, messages: 4, runStarts: 4, sentWithinADay: 4 };
const figures = (more: Partial<NoiseFigures> = {}): NoiseFigures => ({
  trips: 1_000,
  days: { '#fleet-safety': [1, 2, 5, 5, 5, 5, 5, 5, 5, 9], 'lead@example.com': [0, 0, 1] },
  rules: { 'hard-braking': RULE },
  collisions: { trips: 2, atOnce: 2 },
  ...more,
});
const missed = (...all: NoiseFigures[]): readonly string[] =>
  goalsOf(all)
    .filter(({ isMet }) => !isMet)
    .map(({ name, measured }) => `${name}: ${measured}`);

it('are met by few messages, collisions sent at once, and runs that are sent within a day', () => {
  expect(goalsOf([figures()])).toHaveLength(4);
  expect(missed(figures(), figures())).toEqual([]);
});

it.each<[string, Partial<NoiseFigures>, string]>([
  [
    'one recipient gets more on one day in ten',
    { days: { '#fleet-safety': [1], 'lead@example.com': [1, 6] } },
    'at most 5 messages a day for lead@example.com at the 90th percentile: 6',
  ],
  ['a collision waits', { collisions: { trips: 2, atOnce: 1 } }, 'each collision is sent at once: 3 of 4'],
  [
    'a run is not sent',
    { rules: { 'hard-braking': { ...RULE, sentWithinADay: 3 } } },
    'the start of each run stands in a message within 24 hours: 7 of 8',
  ],
])('are missed where %s', (_case, more, goal) => {
  expect(missed(figures({ days: {} }), figures({ days: {}, ...more }))).toEqual([goal]);
});

it('are all missed by a fleet without trips', () => {
  const none = { trips: 0, rules: {}, collisions: { trips: 0, atOnce: 0 }, days: { '#fleet-safety': [0] } };
  expect(missed(figures(none))).toHaveLength(3);
});
