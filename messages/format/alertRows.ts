import type { AlertEvent, AlertFact, AlertMessage, MessageTrip } from './alertMessage.ts';
import type { Row } from './card.ts';
import { LONGEST_NAME, driverLabel, vehicleRow } from './driver.ts';
import { oneLine } from './plainText.ts';
import { formatDistance, formatDuration, formatScore, formatSpeed, formatValue } from './quantity.ts';
import { formatClock, formatOwnClock, formatSpan } from './time.ts';

/** Longest sentence that a message shows, in characters. */
export const LONGEST_SENTENCE = 1_000;

/** Who, in what and when, then how far, how long, how fast and how well, as far as known. */
export function tripRows(message: Pick<AlertMessage, 'driver' | 'trip' | 'fleet'>): readonly Row[] {
  const { timezone } = message.fleet;
  return [
    { label: 'Driver', value: driverLabel(message.driver) },
    { label: 'Vehicle', value: vehicleRow(message.driver)?.value },
    { label: 'When', value: formatSpan(message.trip, timezone) },
    { label: 'Driver’s clock', value: formatOwnClock(message.trip, timezone) },
    ...measureRows(message.trip),
  ].filter(isKnown);
}

/** How far, how long, how fast and how well, as far as known. */
export function measureRows(trip: MessageTrip): readonly Row[] {
  const { distanceKm, durationSeconds, maxSpeedKmph, score } = trip;
  return [
    { label: 'Distance', value: distanceKm === undefined ? undefined : formatDistance(distanceKm) },
    { label: 'Duration', value: durationSeconds === undefined ? undefined : formatDuration(durationSeconds) },
    { label: 'Top speed', value: maxSpeedKmph === undefined ? undefined : formatSpeed(maxSpeedKmph) },
    { label: 'Trip score', value: formatScore(score) },
  ].filter(isKnown);
}

function isKnown(row: { readonly label: string; readonly value: string | undefined }): row is Row {
  return row.value !== undefined;
}

/** Facts that stand among the rows of the trip, by the field that holds them. */
const TRIP_FACTS: ReadonlyMap<string | undefined, keyof MessageTrip> = new Map([
  ['trip.distance_km', 'distanceKm'],
  ['trip.duration_seconds', 'durationSeconds'],
  ['trip.max_speed_kmph', 'maxSpeedKmph'],
  ['trip.score', 'score'],
]);

/** The facts behind the alert, without those that the rows of its trip show. */
export function factRows({ facts, trip }: Pick<AlertMessage, 'facts' | 'trip'>): readonly Row[] {
  const isShown = ({ name }: AlertFact): boolean => {
    const field = TRIP_FACTS.get(name);
    return field !== undefined && trip[field] !== undefined;
  };
  return facts
    .filter((fact) => !isShown(fact))
    .map(({ label, value, unit, atLeast }) => ({
      label: asTitle(oneLine(label, LONGEST_NAME)) || 'Fact',
      value: oneLine(`${atLeast ? 'at least ' : ''}${formatValue(value, unit)}`, LONGEST_NAME) || '(empty)',
    }));
}

/** Labels of facts are written for the middle of a sentence. */
function asTitle(label: string): string {
  const [first = '', ...rest] = label;
  return first.toLocaleUpperCase('en') + rest.join('');
}

/** What stands above the events: whose clock their times are. */
export function eventsTitle(timezone: string): string {
  return `Events (times of ${oneLine(timezone, 60)})`;
}

/** An event with what is known of it, on the fleet's clock: label `Hard brake`, value `14:23:05 · 62 km/h`. */
export function eventRow(event: AlertEvent, timezone: string): Row {
  const { durationSeconds, speedKmph, speedLimitKmph } = event;
  const limit = speedLimitKmph === undefined ? '' : ` where ${formatSpeed(speedLimitKmph)} is allowed`;
  const known = [
    formatClock(event.startTime, timezone),
    speedKmph === undefined ? undefined : formatSpeed(speedKmph) + limit,
    durationSeconds === undefined ? undefined : `for ${formatDuration(durationSeconds)}`,
  ].filter((part) => part !== undefined);
  return {
    label: oneLine(eventWords(oneLine(event.typeName, LONGEST_NAME)), LONGEST_NAME),
    value: known.join(' · '),
  };
}

/** The first few of a list, and how many more there are. */
export function firstFew<T>(
  items: readonly T[],
  most: number,
): { readonly shown: readonly T[]; readonly more: number } {
  return { shown: items.slice(0, most), more: Math.max(0, items.length - most) };
}

/** Abbreviations that stay in capitals inside an event type's words. */
const CAPITALS = new Set(['GPS', 'ABS', 'SDK', 'SOS']);

const SPOKEN: ReadonlyMap<string, string> = new Map([
  ['OVERSPEEDING', 'Speeding'],
  ['PHONE_SCREEN_INTERACTION', 'Phone screen touch'],
]);

/** An event type in words: `HARD_BRAKE` is `Hard brake`; unknown types are read the same way. */
export function eventWords(typeName: string): string {
  const spoken = SPOKEN.get(typeName);
  if (spoken) return spoken;
  const words = typeName
    .split(/[_\s]+/)
    .filter(Boolean)
    .map((word) => (CAPITALS.has(word) ? word : word.toLowerCase()))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1) || 'Event';
}
