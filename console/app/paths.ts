/**
 * The addresses of the console, with parameters in braces. The build writes them to `paths.json`, and the web server answers
 * only these paths with the console. Plain data, because the build reads it as well.
 */
export const PATHS = [
  '/',
  '/outbox',
  '/sign-in',
  '/fleets/{fleet}',
  '/fleets/{fleet}/incidents',
  '/fleets/{fleet}/incidents/{id}',
  '/fleets/{fleet}/rules',
  '/fleets/{fleet}/rules/{id}',
  '/fleets/{fleet}/rules/{id}/backtests/{backtest}',
  '/fleets/{fleet}/alerts',
  '/fleets/{fleet}/trips',
  '/fleets/{fleet}/trips/{driver_id}/{trip_id}',
  '/fleets/{fleet}/why',
  '/fleets/{fleet}/rules/new',
  '/fleets/{fleet}/rules/{id}/edit',
  '/fleets/{fleet}/silences',
  '/fleets/{fleet}/deletions',
  '/fleets/{fleet}/alarms',
  '/fleets/{fleet}/outbox',
  '/fleets/{fleet}/audit',
  '/fleets/{fleet}/users',
  '/fleets/{fleet}/channels',
] as const;

/** An address of the console. */
export type ConsolePath = (typeof PATHS)[number];
