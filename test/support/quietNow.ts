import type { JsonObject } from '../../rules/trip.ts';

/** Quiet hours that hold now, for two more hours at least. */
export function quietNow(): JsonObject {
  const hour = (ahead: number): string =>
    `${String((new Date().getUTCHours() + ahead) % 24).padStart(2, '0')}:00`;
  return { from: hour(23), to: hour(3), timezone: 'UTC' };
}
