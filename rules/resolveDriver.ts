import { findFact } from './catalogue.ts';
import { DAY_SECONDS, parseDuration } from './duration.ts';
import { textParam } from './factRequest.ts';
import type { FactRequest, FactValue } from './factRequest.ts';
import { BECAUSE, known, sent, unknown } from './factSources.ts';
import type { FactSources } from './factSources.ts';
import { dateMillis, instantMillis, utcDate } from './instant.ts';
import type { DriverReading, Json, Trip } from './trip.ts';

const DAY_MILLIS = DAY_SECONDS * 1000;

/** The UTC date of the trip's end, some days earlier when asked; undefined when the end was not sent. */
export function readingDate(trip: Trip, daysEarlier = 0): string | undefined {
  const end = instantMillis(trip.endTime ?? '');
  return end === undefined ? undefined : utcDate(end - daysEarlier * DAY_MILLIS);
}

/** How many whole days a `days` parameter spans. */
export function spanDays(request: FactRequest): number {
  return parseDuration(textParam(request, 'over')) / DAY_SECONDS;
}

/** A reading, or why there is none. */
function readingOf(sources: FactSources, daysEarlier = 0): DriverReading | string {
  const date = readingDate(sources.trip, daysEarlier);
  if (date === undefined) return BECAUSE.noEnd;
  return sources.readings.get(date) ?? `there is no driver reading for ${date}`;
}

function scoreOf(reading: DriverReading): FactValue {
  return sent(reading.score, { problems: reading.problems, field: 'service_score' });
}

/** The score's change between two readings; unknown when either is missing or cannot be rated. */
function scoreChange(request: FactRequest, sources: FactSources): FactValue {
  const [now, before] = [readingOf(sources), readingOf(sources, spanDays(request))];
  if (typeof now === 'string') return unknown(now);
  if (typeof before === 'string') return unknown(before);
  const [scoreNow, scoreBefore] = [scoreOf(now), scoreOf(before)];
  if (!scoreNow.known) return scoreNow;
  if (!scoreBefore.known)
    return unknown(`${scoreBefore.because} on ${readingDate(sources.trip, spanDays(request))}`);
  // Scores are sent with few decimals: rounding takes out what binary subtraction adds.
  return known(Math.round((Number(scoreNow.value) - Number(scoreBefore.value)) * 1e6) / 1e6);
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

/** The value of a fact from the driver's reading; undefined when there is no such fact. */
export function resolveReadingFact(request: FactRequest, sources: FactSources): FactValue | undefined {
  if (request.fact === 'driver.id') return known(sources.trip.driverId);
  if (request.fact === 'driver.score_change') return scoreChange(request, sources);
  const field = findFact(request.fact)?.wire ?? request.fact;
  const rating = request.fact.endsWith('_rating');
  const read = READ.get(request.fact);
  if (!read && !rating) return undefined;
  const reading = readingOf(sources);
  if (typeof reading === 'string') return unknown(reading);
  if (read) return sent(read(reading, sources), { problems: reading.problems, field });
  return sent(Object.hasOwn(reading.ratings, field) ? reading.ratings[field] : undefined, {
    ...reading,
    field,
  });
}

/** Whether a fact is read from the driver's reading at the trip's end. */
export function needsReading(request: FactRequest): boolean {
  if (!request.fact.startsWith('driver.')) return false;
  return READ.has(request.fact) || request.fact.endsWith('_rating') || request.fact === 'driver.score_change';
}
