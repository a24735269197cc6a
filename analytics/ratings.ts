import type { Ratings } from '../rules/vocabulary/index.ts';
import { isLacking } from './fieldReader.ts';
import type { FieldReader } from './fieldReader.ts';
import { LONGEST_NAME, present } from './jsonValue.ts';

/** A score with its ratings. */
interface DrivingBehavior {
  readonly score?: number | null;
  readonly ratings: Ratings;
}

/** A score with its ratings, of a driver or a fleet. */
interface DeliveredBehavior extends DrivingBehavior {
  /** Names of the `null` values that the service sent as `NA`; absent when there are none. */
  readonly notGiven?: readonly string[];
}

/**
 * Reads score and ratings of a trip, driver, fleet or day. The service sends them in several places:
 * - the score in `driving_behavior.score.service_score` or `driving_behavior.service_score`
 * - in notifications and daily elements, without `driving_behavior`, or with `score` in its place
 * - ratings in `event_rating` or next to the score
 *
 * The first place with a usable value applies.
 */
export function readDrivingBehavior(holder: FieldReader): DrivingBehavior {
  const { score, ratings } = readBehavior(holder);
  return { ...present({ score }), ratings };
}

/**
 * Reads score and ratings like `readDrivingBehavior`, and also the names of values sent as `NA`, so that digests can distinguish
 * them from negative values ("cannot be rated").
 */
export function readBehavior(holder: FieldReader): DeliveredBehavior {
  const places = [holder.object('driving_behavior'), holder].flatMap((place) => {
    if (!place) return [];
    const score = place.object('score');
    const within = score?.object('score');
    return [within, score, place].filter((each) => each !== undefined);
  });
  const found = new Map<string, number | null>();
  const notGiven: string[] = [];
  const into = { found, notGiven };
  for (const place of places) collect(place, ['service_score'], into);
  const score = found.get('service_score');
  found.delete('service_score');
  for (const place of places) {
    const rated = place.object('event_rating');
    if (rated) collect(rated, rated.names(), into);
    collect(place, place.names().filter(isRatingName), into);
  }
  return {
    ...present({ score }),
    ratings: Object.fromEntries(found),
    ...(notGiven.length === 0 ? {} : { notGiven }),
  };
}

/**
 * Reads a score or rating. Returns `null` if it is negative (the service's "cannot be rated") or `NA`. Rules treat `null` as
 * unknown.
 */
function readRating(reader: FieldReader, name: string): number | null | undefined {
  const value = reader.value(name);
  if (value === undefined || value === null) return undefined;
  if (isLacking(value)) return null;
  const rated = reader.number(name, { min: -Number.MAX_VALUE, max: Number.MAX_VALUE });
  return rated !== undefined && rated < 0 ? null : rated;
}

function isRatingName(name: string): boolean {
  return name.endsWith('_rating') && name !== 'event_rating';
}

function collect(
  reader: FieldReader,
  names: readonly string[],
  into: { readonly found: Map<string, number | null>; readonly notGiven: string[] },
): void {
  for (const name of names) {
    if (name === '__proto__' || into.found.has(name)) continue;
    if (name.length > LONGEST_NAME) {
      reader.note(name, `a field name of more than ${LONGEST_NAME} characters, left out`);
      continue;
    }
    const value = readRating(reader, name);
    if (value === undefined) continue;
    into.found.set(name, value);
    if (value === null && isLacking(reader.value(name))) into.notGiven.push(name);
  }
}
