/** Keeps Temporal's schedules equal to the published digests and to the fleets' regular work. */
export { createDigestSchedules } from './digests.ts';
export { createFleetSchedules } from './fleets.ts';
