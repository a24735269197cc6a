/** Keeps Temporal's schedules equal to the published digests and the fleets' daily work. */
export { createDigestSchedules } from './digestSchedules.ts';
export { createFleetSchedules } from './fleetSchedules.ts';
