import type { DigestDriverReading } from '../../../store/digests/index.ts';

/** A driver as the service listed him, of whom nothing but what is given is known. */
export function digestDriverOf(
  driverId: string,
  more: Partial<DigestDriverReading> = {},
): DigestDriverReading {
  return {
    driverId,
    name: null,
    score: null,
    scoreMissing: null,
    hardBrakeRating: null,
    phoneUseRating: null,
    rapidAccelerationRating: null,
    overspeedingRating: null,
    tripCount: null,
    distanceKm: null,
    durationSeconds: null,
    driverStartDate: null,
    missingSensors: [],
    highwayRatio: null,
    nightDrivingFraction: null,
    ...more,
  };
}
