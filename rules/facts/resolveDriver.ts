import { DAY_SECONDS, dateMillis } from '../time/index.ts';
import { findFact } from '../vocabulary/index.ts';
import type { DriverReading, FactRequest, FactValue, Json } from '../vocabulary/index.ts';
import type { FactSources } from './factSources.ts';
import { baselineAcross, readingDate, scoreChange } from './scoreChange.ts';
import { known, sent, unknown, whyNoPlace } from './unknown.ts';

const DAY_MILLIS = DAY_SECONDS * 1000;

/** Returns a reading, or the reason why there is none. */
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

function tenureDays(reading: DriverReading, sources: FactSources): number | undefined {
  const started = dateMillis(reading.driverStartDate ?? '');
  const date = dateMillis(readingDate(sources.trip) ?? '');
  return started === undefined || date === undefined ? undefined : Math.round((date - started) / DAY_MILLIS);
}

type Read = (reading: DriverReading, sources: FactSources) => Json | undefined;

const READ: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['driver.score', (reading) => reading.score],
  ['driver.trip_count', (reading) => reading.tripCount],
  ['driver.distance_km', (reading) => reading.distanceKm],
  ['driver.duration_seconds', (reading) => reading.durationSeconds],
  ['driver.start_date', (reading) => reading.driverStartDate],
  ['driver.tenure_days', tenureDays],
  ['driver.highway_ratio', (reading) => reading.highwayRatio],
  ['driver.night_driving_fraction', (reading) => reading.nightDrivingFraction],
  ['driver.attributes', (reading) => reading.attributes],
  [
    'driver.devices_missing_data',
    (reading) => reading.devices && [...new Set(reading.devices.flatMap((device) => device.missingData))],
  ],
]);

/** Resolves a fact from the driver's reading; returns `undefined` for other facts. */
export function resolveReadingFact(request: FactRequest, sources: FactSources): FactValue | undefined {
  if (request.fact === 'driver.id') return known(sources.trip.driverId);
  if (request.fact === 'driver.score_change')
    return scoreChange(request, {
      trip: sources.trip,
      scoreAt: (daysEarlier) => driverScoreAt(sources, daysEarlier),
      baselineOver: (days) => baselineAcross(sources, days),
    });
  const field = findFact(request.fact)?.wire ?? request.fact;
  const rating = request.fact.endsWith('_rating');
  const read = READ.get(request.fact);
  if (!read && !rating) return undefined;
  const reading = readingOf(sources);
  if ('known' in reading) return reading;
  if (read) return sent(read(reading, sources), { problems: reading.problems, field });
  return sent(Object.hasOwn(reading.ratings, field) ? reading.ratings[field] : undefined, {
    ...reading,
    field,
  });
}

/** Returns whether a fact is read from the driver's reading at the trip's end. */
export function needsReading(request: FactRequest): boolean {
  if (!request.fact.startsWith('driver.')) return false;
  return READ.has(request.fact) || request.fact.endsWith('_rating') || request.fact === 'driver.score_change';
}
