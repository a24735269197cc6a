/** Keeps Temporal's schedules equal to the published digests and the fleets' daily work. */
export { createDigestSchedules } from './digests.ts';
export { createFleetSchedules } from './fleets.ts';
