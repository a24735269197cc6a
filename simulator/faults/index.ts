/** Simulates faults of the API on demand: errors, delays, invalid answers. */
export { ENDPOINTS } from './endpoints.ts';
export { FaultSwitches } from './faults.ts';
export { errorAnswer, gate } from './middleware.ts';
export type { SeenRequest } from './middleware.ts';
