import { online } from './online.ts';

/** Each trip that is kept comes after all of its driver's: the last one is found without reading the others. */
export const windowOrder = online({
  indexes: { trips_window_order: 'on trips (fleet_id, driver_id, coalesce(window_since, kept_at))' },
});
