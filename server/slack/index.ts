/** Button presses in Slack: verifies the signature, reads the press, applies the answer. */
export { INTERACTION_ROOM, LARGEST_INTERACTION_BYTES, slackRoutes } from './interactions.ts';
export { isSignedBySlack } from './signature.ts';
