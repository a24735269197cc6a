/** The simulator's answers in the service's shapes. */
export { ApiError } from './apiError.ts';
export { apiRouter } from './routes.ts';
export type { World } from './routes.ts';
export { FigureBodies } from './scoreBodies.ts';
export { Spelling } from './spelling.ts';
export type { Body } from './spelling.ts';
export { TripBodies } from './tripBodies.ts';
