import type { EventRates } from './characters.ts';
import type { Random } from './random.ts';
import type { RoadClass } from './roads.ts';
import { ROADS } from './roads.ts';

/** Event types by name, with their codes: five from the interface, and two that live services send too. */
export const EVENT_TYPES = {
  HARD_BRAKE: 0,
  RAPID_ACCELERATION: 1,
  PHONE_USE: 2,
  OVERSPEEDING: 3,
  COLLISION: 4,
  HARD_TURN: 5,
  PHONE_SCREEN_INTERACTION: 6,
} as const;

/** Name of an event type. */
export type EventName = keyof typeof EVENT_TYPES;

/** An event at a moment of a trip. Its place follows from the trip's path and speeds. */
export interface TimedEvent {
  readonly name: EventName;
  /** Start of the event, in seconds after the trip's start. */
  readonly atSeconds: number;
  readonly lastsSeconds: number;
  /** Speeds of an OVERSPEEDING event, in km/h. */
  readonly speeding?: { readonly averageKmph: number; readonly maxKmph: number; readonly limitKmph: number };
}

/** Data of a trip with which its events are drawn. */
export interface EventSetting {
  readonly distanceKm: number;
  readonly elapsedSeconds: number;
  readonly road: RoadClass;
}

/** Draws the events of a trip according to a driver's rates, sorted by time. */
export function drawEvents(
  random: Random,
  setting: EventSetting,
  options: { readonly rates: EventRates; readonly hasGyroscope: boolean; readonly unknownTypes: boolean },
): TimedEvent[] {
  const tens = setting.distanceKm / 10;
  // Braking and accelerating happen mostly in cities, so the same driver does it less on a motorway.
  const stopAndGo = setting.road === 'city' ? 1.25 : setting.road === 'highway' ? 0.55 : 0.9;
  const { rates } = options;
  const counts: [EventName, number][] = [
    ['HARD_BRAKE', random.poisson(rates.hardBrake * tens * stopAndGo)],
    ['RAPID_ACCELERATION', random.poisson(rates.rapidAcceleration * tens * stopAndGo)],
    ['OVERSPEEDING', random.poisson(rates.overspeeding * tens)],
    ['PHONE_USE', options.hasGyroscope ? random.poisson(rates.phoneUse * tens) : 0],
  ];
  if (options.unknownTypes) {
    counts.push(['HARD_TURN', random.poisson(0.3 * rates.hardBrake * tens * stopAndGo)]);
    if (options.hasGyroscope)
      counts.push(['PHONE_SCREEN_INTERACTION', random.poisson(0.5 * rates.phoneUse * tens)]);
  }
  const events = counts.flatMap(([name, count]) =>
    Array.from({ length: count }, () => drawEvent(random, name, setting)),
  );
  return inOrder(events);
}

/** Draws one event of a type, at a random time in the trip. A collision happens near the end. */
export function drawEvent(random: Random, name: EventName, setting: EventSetting): TimedEvent {
  const elapsed = setting.elapsedSeconds;
  const lastsSeconds = Math.round(Math.min(length(random, name), Math.max(1, elapsed * 0.25)));
  const [from, to] = name === 'COLLISION' ? [0.9, 0.96] : [0.06, 0.9];
  const atSeconds = Math.round(
    Math.min(random.between(from, to) * elapsed, Math.max(0, elapsed - lastsSeconds - 1)),
  );
  return {
    name,
    atSeconds,
    lastsSeconds,
    ...(name === 'OVERSPEEDING' ? { speeding: drawSpeeding(random, setting.road) } : {}),
  };
}

/** Returns the events sorted by time. */
export function inOrder(events: readonly TimedEvent[]): TimedEvent[] {
  return [...events].sort((one, other) => one.atSeconds - other.atSeconds);
}

function length(random: Random, name: EventName): number {
  switch (name) {
    case 'PHONE_USE':
      return 6 + 50 * random.next() ** 2;
    case 'OVERSPEEDING':
      return random.between(14, 75);
    case 'PHONE_SCREEN_INTERACTION':
      return random.between(3, 15);
    default:
      return random.between(1, 4);
  }
}

function drawSpeeding(random: Random, road: RoadClass): NonNullable<TimedEvent['speeding']> {
  const limitKmph = random.pick(ROADS[road].limitsKmph);
  const maxKmph = Math.round(limitKmph * random.between(1.14, 1.32) * 10) / 10;
  const averageKmph = Math.round((limitKmph + (maxKmph - limitKmph) * random.between(0.45, 0.8)) * 10) / 10;
  return { averageKmph, maxKmph, limitKmph };
}
