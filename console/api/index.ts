/** The API as the console calls it: typed by its description, with the session, the signed-in person, and problems. */
export type { components, paths } from '../../api/index.ts';
export { client, read, send } from './client.ts';
export type { Answer } from './client.ts';
export { FleetProvider, useFleet, useSpeaker } from './fleet.tsx';
export type { Fleet } from './fleet.tsx';
export { ApiProblem, problemOf } from './problem.ts';
export { meQuery, onSignedOut, personKey, rememberSpeaker } from './session.ts';
export type { Me } from './session.ts';
