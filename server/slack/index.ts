/** Slack's button presses: signature, press, answer. */
export { INTERACTION_ROOM, LARGEST_INTERACTION_BYTES, slackRoutes } from './interactions.ts';
export { isSignedBySlack } from './signature.ts';
