/** Calls of the API: the client that is typed by the server's description, problems in words, and the clock that times are read on. */
export { createApiClient } from './client.ts';
export type { ApiClient } from './client.ts';
export { clockOf } from './clock.ts';
export { ApiProblemError, tooLateIsFound } from './problem.ts';
export type { Problem } from './problem.ts';
export { askServer } from './server.ts';
export type { ServerAnswer } from './server.ts';
