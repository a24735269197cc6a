import { findFact } from '../vocabulary/index.ts';
import type { DriverReading, FactRequest, FactValue } from '../vocabulary/index.ts';
import type { FactSources } from './factSources.ts';
import { baselineAcross, readingDate, scoreChange } from './scoreChange.ts';
import { known, sent, unknown, whyNoPlace } from './unknown.ts';

/** Returns the driver's score reading of a date, or an unknown fact with the reason why there is none. */
function readingOf(sources: FactSources, daysEarlier = 0): DriverReading | FactValue {
  const date = readingDate(sources.trip, daysEarlier);
  if (date === undefined) return unknown(whyNoPlace(sources.trip));
  return sources.readings.get(date) ?? unknown('noScores', { of: 'driver', date });
}

function scoreOf(reading: DriverReading): FactValue {
  return sent(reading.score, { problems: reading.problems, field: 'service_score' });
}

function driverScoreAt(sources: FactSources, daysEarlier: number): FactValue {
  const reading = readingOf(sources, daysEarlier);
  return 'known' in reading ? reading : scoreOf(reading);
}

/** Resolves a fact that is read from the driver's score reading. Returns `undefined` for other facts. */
export function resolveReadingFact(request: FactRequest, sources: FactSources): FactValue | undefined {
  if (request.fact === 'driver.id') return known(sources.trip.driverId);
  if (request.fact === 'driver.score_change')
    return scoreChange(request, {
      trip: sources.trip,
      scoreAt: (daysEarlier) => driverScoreAt(sources, daysEarlier),
      baselineOver: (days) => baselineAcross(sources, days),
    });
  const definition = findFact(request.fact);
  const field = definition?.wire ?? request.fact;
  const read = definition?.fromReading;
  if (!read && !request.fact.endsWith('_rating')) return undefined;
  const reading = readingOf(sources);
  if ('known' in reading) return reading;
  if (read) return sent(read(reading, readingDate(sources.trip)), { problems: reading.problems, field });
  return sent(Object.hasOwn(reading.ratings, field) ? reading.ratings[field] : undefined, {
    ...reading,
    field,
  });
}

/** Returns whether a fact needs the driver's score reading on the date of the trip's end. */
export function needsReading(request: FactRequest): boolean {
  if (!request.fact.startsWith('driver.')) return false;
  if (request.fact.endsWith('_rating') || request.fact === 'driver.score_change') return true;
  return findFact(request.fact)?.fromReading !== undefined;
}
