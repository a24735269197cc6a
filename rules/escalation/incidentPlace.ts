import { instantMillis } from '../time/index.ts';
import { chooseEventType, isOfType } from '../vocabulary/index.ts';
import type { SpeedSample, TripEvent } from '../vocabulary/index.ts';

/** The place, time and speeds of an incident. Fields that the trip does not provide are absent. */
export interface IncidentPlace {
  /** Degrees. Latitude and longitude are both present, or both absent. */
  readonly latitude?: number;
  readonly longitude?: number;
  /** ISO 8601 with the trip's UTC offset. */
  readonly at?: string;
  readonly speedBeforeKmph?: number;
  readonly speedAfterKmph?: number;
  /** The nearest street address in a few words, such as `Invalidenstraße 12, Berlin`. */
  readonly address?: string;
}

/** A position with its nearest address. The text is null if the geocoder found no address. */
export interface PlaceAddress {
  readonly latitude: number;
  readonly longitude: number;
  readonly text: string | null;
}

/** Decimal places of a position in messages, which is a precision of about a metre. */
const DIGITS = 5;

/** Returns a place's position, rounded for the geocoder. Returns `undefined` if the place has no valid position. */
export function roundedPosition({
  latitude,
  longitude,
}: IncidentPlace): Pick<PlaceAddress, 'latitude' | 'longitude'> | undefined {
  if (latitude === undefined || longitude === undefined) return undefined;
  if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return undefined;
  return { latitude: Number(latitude.toFixed(DIGITS)), longitude: Number(longitude.toFixed(DIGITS)) };
}

/** Returns the stored address of a place. Undefined: no address is stored for this position. Null: the geocoder found none. */
export function addressOf(place: IncidentPlace, stored: PlaceAddress | null): string | null | undefined {
  const position = roundedPosition(place);
  const isOfPlace =
    stored?.latitude === position?.latitude && stored?.longitude === position?.longitude && stored !== null;
  return isOfPlace ? stored.text : undefined;
}

/** Seconds, relative to a collision, between which the speeds before it are measured. */
const BEFORE = { from: -10, to: 0 } as const;
/**
 * Seconds, relative to a collision, between which the speeds after it are measured. The first 5 seconds are skipped, because they
 * are the crash itself.
 */
const AFTER = { from: 5, to: 20 } as const;

/**
 * Returns the place and time of an incident: the trip's first collision with a position. Without a collision, the first event of
 * a type that the rule is about is used. For a collision, adds the speeds before and after it if the speed profile has samples.
 * @param typeNames the types of the events that the alert is about
 */
export function placeOf(
  {
    events = [],
    speedProfile = [],
  }: {
    readonly events?: readonly TripEvent[];
    readonly speedProfile?: readonly SpeedSample[];
  },
  typeNames: readonly string[],
): IncidentPlace | undefined {
  const collisionType = chooseEventType('COLLISION');
  const collisions = events.filter((event) => collisionType && isOfType(event, collisionType));
  const asked = events.filter(({ typeName }) => typeName !== undefined && typeNames.includes(typeName));
  const event = collisions.find(hasPosition) ?? collisions[0] ?? asked.find(hasPosition) ?? asked[0];
  if (!event) return undefined;
  const place = {
    ...(hasPosition(event) && { latitude: event.latitudeStart, longitude: event.longitudeStart }),
    ...(event.startTime !== undefined && { at: event.startTime }),
    ...(collisions.includes(event) && speedsAround(event.startTime, speedProfile)),
  };
  return Object.keys(place).length > 0 ? place : undefined;
}

function hasPosition(
  event: TripEvent,
): event is TripEvent & { readonly latitudeStart: number; readonly longitudeStart: number } {
  return event.latitudeStart !== undefined && event.longitudeStart !== undefined;
}

function speedsAround(
  startTime: string | undefined,
  profile: readonly SpeedSample[],
): Pick<IncidentPlace, 'speedBeforeKmph' | 'speedAfterKmph'> {
  const at = startTime === undefined ? undefined : instantMillis(startTime);
  if (at === undefined) return {};
  const before = medianSpeed(profile, { from: at + BEFORE.from * 1000, to: at + BEFORE.to * 1000 });
  const after = medianSpeed(profile, { from: at + AFTER.from * 1000, to: at + AFTER.to * 1000 });
  return {
    ...(before !== undefined && { speedBeforeKmph: before }),
    ...(after !== undefined && { speedAfterKmph: after }),
  };
}

/**
 * Returns the median speed between two times, both included. The median is used because a single wrong sample changes it little.
 */
function medianSpeed(
  profile: readonly SpeedSample[],
  { from, to }: { readonly from: number; readonly to: number },
): number | undefined {
  const speeds = profile
    .filter(({ timeMillis }) => timeMillis >= from && timeMillis <= to)
    .map(({ speedKmph }) => speedKmph)
    .sort((a, b) => a - b);
  const middle = Math.floor(speeds.length / 2);
  if (speeds.length % 2 === 1) return speeds[middle];
  const [low, high] = [speeds[middle - 1], speeds[middle]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

/**
 * Seconds since the end of a trip from which messages show the trip's age, even if the policy does not treat the trip as late.
 */
const AGED_SECONDS = 30 * 60;

/**
 * Returns the age of a trip at the opening of its incident, in seconds, for messages. Returns `undefined` if the trip is neither
 * late by its policy nor older than `AGED_SECONDS`.
 */
export function ageToShow(incident: {
  readonly openedAt: Date;
  readonly tripEndedAt: Date | null;
  readonly late: boolean;
}): number | undefined {
  const { openedAt, tripEndedAt, late } = incident;
  if (tripEndedAt === null) return undefined;
  const seconds = Math.round((openedAt.getTime() - tripEndedAt.getTime()) / 1000);
  return late || seconds >= AGED_SECONDS ? seconds : undefined;
}
