import type { DailyReading, Ratings } from '../rules/trip.ts';
import { FieldReader } from './fieldReader.ts';
import { present } from './present.ts';
import type { ProblemList } from './problems.ts';

/** A score with its ratings. */
export interface DrivingBehavior {
  readonly score?: number | null;
  readonly ratings: Ratings;
}

/**
 * Score and ratings of a trip, driver, fleet or day. They come as `driving_behavior.score.service_score`, as
 * `driving_behavior.service_score`, and in notifications and daily elements without `driving_behavior` around them;
 * ratings stand in `event_rating` or beside the score. The first place that holds a usable value counts.
 */
export function readDrivingBehavior(holder: FieldReader): DrivingBehavior {
  const places = [holder.object('driving_behavior'), holder].flatMap((place) => {
    if (!place) return [];
    const score = place.object('score');
    return score ? [score, place] : [place];
  });
  const score = places.map((place) => place.rating('service_score')).find((value) => value !== undefined);
  const ratings = new Map<string, number | null>();
  for (const place of places) {
    const rated = place.object('event_rating');
    if (rated) collect(rated, rated.names(), ratings);
    collect(place, place.names().filter(isRatingName), ratings);
  }
  return { ...present({ score }), ratings: Object.fromEntries(ratings) };
}

/** The daily series; undefined when the section did not arrive. A day without a date cannot be placed and is left out. */
export function readDaily(holder: FieldReader, problems: ProblemList): readonly DailyReading[] | undefined {
  return holder.list('daily_driving_behavior')?.flatMap(({ item, pointer }) => {
    const day = new FieldReader(item, pointer, problems);
    const date = day.date('date');
    if (date === undefined) problems.add(`${pointer}/date`, 'no date, so the day is left out');
    return date === undefined ? [] : [{ date, ...readDrivingBehavior(day) }];
  });
}

function isRatingName(name: string): boolean {
  return name.endsWith('_rating') && name !== 'event_rating';
}

function collect(reader: FieldReader, names: readonly string[], into: Map<string, number | null>): void {
  for (const name of names) {
    if (name === '__proto__' || into.has(name)) continue;
    const value = reader.rating(name);
    if (value !== undefined) into.set(name, value);
  }
}
