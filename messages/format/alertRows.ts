import { LOCALES, textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';
import type { AlertEvent, AlertFact, AlertMessage, MessageFleet, MessageTrip } from './alertMessage.ts';
import type { Row } from './card.ts';
import { LONGEST_NAME, driverLabel, vehicleRow } from './driver.ts';
import { oneLine } from './plainText.ts';
import { formatDistance, formatDuration, formatScore, formatSpeed, formatValue } from './quantity.ts';
import { formatClock, formatOwnClock, formatSpan } from './time.ts';

/** Longest sentence that a message shows, in characters. */
export const LONGEST_SENTENCE = 1_000;

/** Returns driver, vehicle and time, then distance, duration, top speed and score, as far as known. */
export function tripRows(message: Pick<AlertMessage, 'driver' | 'trip' | 'fleet'>): readonly Row[] {
  const { timezone, language } = message.fleet;
  const say = textsOf(language);
  return [
    { label: say('format.driver'), value: driverLabel(message.driver) },
    { label: say('format.vehicle'), value: vehicleRow(message.driver)?.value },
    { label: say('format.when'), value: formatSpan(message.trip, timezone, language) },
    { label: say('format.driverClock'), value: formatOwnClock(message.trip, timezone) },
    ...measureRows(message.trip, language),
  ].filter(isKnown);
}

/** Returns distance, duration, top speed and score, as far as known. */
export function measureRows(trip: MessageTrip, language: Language = 'en'): readonly Row[] {
  const say = textsOf(language);
  const { distanceKm: km, durationSeconds: seconds, maxSpeedKmph: kmph, score } = trip;
  return [
    { label: say('format.distance'), value: km === undefined ? undefined : formatDistance(km, language) },
    {
      label: say('format.duration'),
      value: seconds === undefined ? undefined : formatDuration(seconds, language),
    },
    { label: say('format.topSpeed'), value: kmph === undefined ? undefined : formatSpeed(kmph, language) },
    { label: say('format.tripScore'), value: formatScore(score, language) },
  ].filter(isKnown);
}

function isKnown(row: { readonly label: string; readonly value: string | undefined }): row is Row {
  return row.value !== undefined;
}

/** Facts that the rows of the trip show as well, with the field that holds them. */
const TRIP_FACTS: ReadonlyMap<string | undefined, keyof MessageTrip> = new Map([
  ['trip.distance_km', 'distanceKm'],
  ['trip.duration_seconds', 'durationSeconds'],
  ['trip.max_speed_kmph', 'maxSpeedKmph'],
  ['trip.score', 'score'],
]);

/** Returns the facts behind the alert, without those that the rows of its trip show. */
export function factRows({
  facts,
  trip,
  fleet: { language },
}: Pick<AlertMessage, 'facts' | 'trip' | 'fleet'>): readonly Row[] {
  const say = textsOf(language);
  const isShown = ({ name }: AlertFact): boolean => {
    const field = TRIP_FACTS.get(name);
    return field !== undefined && trip[field] !== undefined;
  };
  return facts
    .filter((fact) => !isShown(fact))
    .map(({ name, kind, label, shownLabel = label, value, unit, atLeast }) => {
      if (kind === 'not_notified')
        return { label: say('alerts.notification'), value: say('alerts.notNotified') };
      const weekday = name === 'trip.local_weekday' ? say.known(`facts.weekday_${value}`) : undefined;
      const shown = weekday ?? formatValue(value, unit, language);
      return {
        label: asTitle(oneLine(shownLabel, LONGEST_NAME), language) || say('format.fact'),
        value:
          oneLine(atLeast ? say('format.atLeast', { value: shown }) : shown, LONGEST_NAME) ||
          say('format.empty'),
      };
    });
}

/** Capitalises the label of a fact, because labels are written for the middle of a sentence. */
function asTitle(label: string, language: Language): string {
  const [first = '', ...rest] = label;
  return first.toLocaleUpperCase(LOCALES[language]) + rest.join('');
}

/** Returns the heading of the events, which names the zone of their times. */
export function eventsTitle({ timezone, language }: Pick<MessageFleet, 'timezone' | 'language'>): string {
  return textsOf(language)('format.events', { zone: oneLine(timezone, 60) });
}

/** Returns an event and its known values on the fleet's clock: label `Hard brake`, value `14:23:05 · 62 km/h`. */
export function eventRow(
  event: AlertEvent,
  { timezone, language }: Pick<MessageFleet, 'timezone' | 'language'>,
): Row {
  const say = textsOf(language);
  const { durationSeconds: seconds } = event;
  const known = [
    formatClock(event.startTime, timezone),
    eventSpeed(event, language),
    seconds === undefined
      ? undefined
      : say('format.forDuration', { duration: formatDuration(seconds, language) }),
  ].filter((part) => part !== undefined);
  return {
    label: oneLine(eventWords(oneLine(event.typeName, LONGEST_NAME), language), LONGEST_NAME),
    value: known.join(' · '),
  };
}

function eventSpeed({ speedKmph, speedLimitKmph }: AlertEvent, language: Language): string | undefined {
  if (speedKmph === undefined) return undefined;
  const speed = formatSpeed(speedKmph, language);
  if (speedLimitKmph === undefined) return speed;
  const limit = formatSpeed(speedLimitKmph, language);
  return textsOf(language)('format.speedWhereAllowed', { speed, limit });
}

/** Returns the first few items of a list, and how many more there are. */
export function firstFew<T>(
  items: readonly T[],
  most: number,
): { readonly shown: readonly T[]; readonly more: number } {
  return { shown: items.slice(0, most), more: Math.max(0, items.length - most) };
}

/** Abbreviations that stay in capitals inside an event type's words. */
const CAPITALS = new Set(['GPS', 'ABS', 'SDK', 'SOS']);

/** Returns an event type in words: `HARD_BRAKE` is `Hard brake`. Types without a text are derived from their names. */
export function eventWords(typeName: string, language: Language = 'en'): string {
  const say = textsOf(language);
  const known = say.known(`format.event_${typeName}`);
  if (known !== undefined) return known;
  const words = typeName
    .split(/[_\s]+/)
    .filter(Boolean)
    .map((word) => (CAPITALS.has(word) ? word : word.toLowerCase()))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1) || say('format.event');
}
