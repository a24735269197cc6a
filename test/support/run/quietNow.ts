import type { JsonObject } from '../../../rules/vocabulary/index.ts';

/**
 * Quiet hours that hold now, for two more hours at least. They end at a minute that the test's file has to itself: what is
 * held waits in one workflow for each fleet and end, and the files that run beside have fleet and Temporal in common.
 */
export function quietNow(endsAtMinute: number): JsonObject {
  const hour = (ahead: number, minute: number): string =>
    [(new Date().getUTCHours() + ahead) % 24, minute].map((part) => String(part).padStart(2, '0')).join(':');
  return { from: hour(23, 0), to: hour(3, endsAtMinute), timezone: 'UTC' };
}
