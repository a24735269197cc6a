import { expect, it } from 'vitest';
import { stopOf } from '../../messages/stopWords.ts';

const rule = { rule: 'night-braking', version: 2, outcome: 'matched' } as const;
const stopped = (reason?: string, trial?: true) => ({
  actions: [
    {
      ...{ rule: 'night-braking', action: 'slack', receiver: '#night-shift' },
      ...(reason === undefined ? {} : { reason }),
      ...(trial && { trial }),
    },
  ],
});
const alert = (reason: string, detail: string) => [{ rule: 'night-braking', version: 2, reason, detail }];

it.each([
  ['silenced', 'holiday', 'Nobody is told: silenced by “holiday”.'],
  ['suppressed', 'collision', 'Nobody is told: collision suppresses it for the same trip.'],
  [
    'throttled',
    '2026-11-21T10:17:55.000Z',
    'Nobody is told: throttled, for the alert of 2026-11-21 10:17 UTC told already.',
  ],
  ['over_budget', '40 a day', "Told in the day's summary only: the budget of 40 a day is used up."],
  ['shadow', '', 'Nobody is told: the rule is in shadow.'],
  ['shadow', 'throttled', 'Nobody is told: the rule is in shadow, and would have been throttled.'],
  ['quiet_hours', '', 'Held until the quiet hours end.'],
])('says of %s (%s) what stopped it', (reason, detail, sentence) => {
  expect(stopOf(stopped(reason), rule, alert(reason, detail))?.sentence).toBe(sentence);
});

it('says the stop without the alert too, as of a replay that wrote none', () => {
  expect(stopOf(stopped('throttled'), rule)).toEqual({
    word: 'throttled',
    sentence: 'Nobody is told: throttled.',
  });
});

it('says nothing where somebody is told, where one of several is, and of what is on trial or did not match', () => {
  expect(stopOf(stopped(), rule)).toBeUndefined();
  expect(stopOf(stopped('grouped'), rule)).toBeUndefined();
  const one = { actions: [...stopped('quiet_hours').actions, ...stopped().actions] };
  expect(stopOf(one, rule)).toBeUndefined();
  expect(stopOf(stopped('throttled', true), rule)).toBeUndefined();
  expect(stopOf(stopped('throttled'), { ...rule, outcome: 'not_matched' })).toBeUndefined();
  expect(stopOf(stopped('throttled'), { ...rule, rule: 'other' })).toBeUndefined();
});

it('calls nothing held that has left since', () => {
  const left = [{ rule: 'night-braking', version: 2 }];
  expect(stopOf(stopped('quiet_hours'), rule, left)).toBeUndefined();
});
