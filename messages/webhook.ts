import type { Json, JsonObject } from '../rules/trip.ts';
import type { AlertMessage } from './alert.ts';

/**
 * An alert as the JSON body of an outgoing webhook (Standard Webhooks: `type`, `timestamp`, `data`).
 * It holds ids, facts and times, and no position. The same message always makes the same body.
 */
export function webhookAlert(message: AlertMessage): JsonObject {
  const { fleet, rule, driver, trip } = message;
  return {
    type: 'alert.matched',
    timestamp: message.decidedAt,
    data: {
      fleet: fleet.id,
      rule: { id: rule.id, name: rule.name, version: rule.version },
      severity: rule.severity,
      driver_id: driver.id,
      ...optional('driver_name', driver.name),
      trip_id: trip.tripId,
      trip: {
        ...optional('start_time', trip.startTime),
        ...optional('end_time', trip.endTime),
        ...optional('distance_km', trip.distanceKm),
        ...optional('duration_seconds', trip.durationSeconds),
        ...optional('max_speed_kmph', trip.maxSpeedKmph),
        ...optional('score', trip.score),
      },
      sentence: message.sentence,
      ...optional('text', message.text),
      facts: message.facts.map(({ name, label, value, unit, atLeast }) => ({
        ...optional('fact', name),
        label,
        value,
        ...optional('at_least', atLeast),
        ...optional('unit', unit),
      })),
      events: message.events.map((event) => ({
        type: event.typeName,
        ...optional('start_time', event.startTime),
        ...optional('duration_seconds', event.durationSeconds),
        ...optional('speed_kmph', event.speedKmph),
        ...optional('speed_limit_kmph', event.speedLimitKmph),
      })),
      link: message.link,
      possible_repeat: message.possibleRepeat,
    },
  };
}

function optional(name: string, value: Json | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value };
}

/** The fields that hold something. */
export function present(fields: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, Json] => field[1] !== undefined),
  );
}
