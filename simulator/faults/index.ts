/** Faults on demand: errors, delays, broken answers. */
export { ENDPOINTS } from './endpoints.ts';
export { FaultSwitches } from './faults.ts';
export { errorAnswer, gate } from './middleware.ts';
export type { SeenRequest } from './middleware.ts';
