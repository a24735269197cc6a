/**
 * Starts the parts of Tripline: `dev` with everything embedded, `serve` and `worker` in production. As a
 * composition root, it creates and connects all parts.
 */
export type { CodecOptions } from './codec.ts';
export { decisionLine, followActivity } from './feed.ts';
export { noteChannelsOff, workerBroke } from './roleParts.ts';
export { keepHealthFile } from './roles.ts';
export { SANDBOX_PORT, publishStarterRules } from './sandbox.ts';
export { welcome } from './welcome.ts';
export type { Running } from './welcome.ts';
