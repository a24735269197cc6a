import { expect, it } from 'vitest';
import { normaliseTrip } from '../../../analytics/index.ts';

const RATINGS = { hard_brake_rating: 4, phone_use_rating: -1 };

it.each<[string, object]>([
  [
    'score within driving_behavior',
    { driving_behavior: { score: { service_score: 71 }, event_rating: RATINGS } },
  ],
  ['beside the ratings in driving_behavior', { driving_behavior: { service_score: 71, ...RATINGS } }],
  ['score alone', { score: { service_score: 71, event_rating: RATINGS } }],
  [
    'score in the shape of driving_behavior',
    { score: { score: { service_score: 71 }, event_rating: RATINGS } },
  ],
  [
    'score in the shape of driving_behavior, within it',
    { driving_behavior: { score: { score: { service_score: 71 }, event_rating: RATINGS } } },
  ],
])('a trip is scored when the score comes as %s', (_shape, body) => {
  expect(normaliseTrip('d', 't', body)).toMatchObject({
    score: 71,
    ratings: { hard_brake_rating: 4, phone_use_rating: null },
    problems: [],
  });
});
