/** Calls of the API: the typed client, problems in words, and the time zone in which times are read and printed. */
export { createApiClient } from './client.ts';
export type { ApiClient } from './client.ts';
export { clockOf } from './clock.ts';
export { ApiProblemError, tooLateIsFound } from './problem.ts';
export type { Problem } from './problem.ts';
export { askServer } from './server.ts';
export type { ServerAnswer } from './server.ts';
