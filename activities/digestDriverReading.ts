import type { DriverReading, Json } from '../rules/trip.ts';
import type { DigestDriverReading } from '../store/digestDrivers.ts';

/** A name longer than this is cut: it stands in a table among others. */
const LONGEST_NAME = 120;

/**
 * A driver of the drivers list as a digest keeps him.
 * @param options.nameSteps steps of the path into `attributes` that holds his name; absent: he is shown by his id
 * @param options.group the group by which the list was asked
 */
export function digestDriverReading(
  reading: DriverReading,
  options: { readonly nameSteps?: readonly string[] | undefined; readonly group?: string | undefined },
): DigestDriverReading {
  const { driverId, ratings } = reading;
  return {
    driverId,
    name: options.nameSteps ? nameOf(reading, options.nameSteps) : null,
    ...(options.group === undefined ? {} : { groups: [options.group] }),
    ...scoreOf(reading),
    hardBrakeRating: ratings['hard_brake_rating'] ?? null,
    phoneUseRating: ratings['phone_use_rating'] ?? null,
    rapidAccelerationRating: ratings['rapid_acceleration_rating'] ?? null,
    overspeedingRating: ratings['overspeeding_rating'] ?? null,
    tripCount: reading.tripCount === undefined ? null : Math.min(reading.tripCount, LARGEST_COUNT),
    distanceKm: reading.distanceKm ?? null,
    durationSeconds: reading.durationSeconds ?? null,
    driverStartDate: reading.driverStartDate ?? null,
    missingSensors: [...new Set(reading.devices?.flatMap(({ missingData }) => missingData))].sort(),
    highwayRatio: reading.highwayRatio ?? null,
    nightDrivingFraction: reading.nightDrivingFraction ?? null,
  };
}

/** What a column of the database holds. */
const LARGEST_COUNT = 2_147_483_647;

function scoreOf({ score, notGiven }: DriverReading): Pick<DigestDriverReading, 'score' | 'scoreMissing'> {
  if (typeof score === 'number') return { score, scoreMissing: null };
  const isRefused = score === null && notGiven?.includes('service_score') !== true;
  return { score: null, scoreMissing: isRefused ? 'not_rated' : 'not_known' };
}

/** Null where the attribute is missing, or holds nothing that could stand for a name. */
function nameOf({ attributes }: DriverReading, steps: readonly string[]): string | null {
  let at: Json | undefined = attributes;
  for (const step of steps) {
    if (typeof at !== 'object' || at === null || Array.isArray(at) || !Object.hasOwn(at, step)) return null;
    at = (at as Readonly<Record<string, Json>>)[step];
  }
  if (typeof at !== 'string' && typeof at !== 'number') return null;
  const name = String(at)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return name === '' || name === 'NA' ? null : [...name].slice(0, LONGEST_NAME).join('');
}
