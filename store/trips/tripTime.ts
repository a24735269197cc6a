import type { Trip } from '../../rules/vocabulary/index.ts';

/** ISO 8601 with a UTC offset: a time without one names no instant. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

/**
 * When a trip ended, for windows of history: its end; without one its start and duration; without that its start.
 * Undefined when the trip names no time, and then no window holds it.
 */
export function tripEndedAt(trip: Pick<Trip, 'startTime' | 'endTime' | 'durationSeconds'>): Date | undefined {
  const end = instant(trip.endTime);
  if (end !== undefined) return new Date(end);
  const start = instant(trip.startTime);
  if (start === undefined) return undefined;
  const ended = new Date(start + (trip.durationSeconds ?? 0) * 1000);
  return Number.isNaN(ended.getTime()) ? new Date(start) : ended;
}

function instant(time: string | undefined): number | undefined {
  if (time === undefined || !INSTANT.test(time)) return undefined;
  const millis = Date.parse(time);
  return Number.isNaN(millis) ? undefined : millis;
}
