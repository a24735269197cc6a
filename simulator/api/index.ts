/** Answers of the simulator, in the format of the analytics service. */
export { ApiError } from './apiError.ts';
export { apiRouter } from './routes.ts';
export type { World } from './routes.ts';
export { FigureBodies } from './scoreBodies.ts';
export { Spelling } from './spelling.ts';
export type { Body } from './spelling.ts';
export { TripBodies } from './tripBodies.ts';
