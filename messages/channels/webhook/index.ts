/** The signature secret of an outgoing webhook. */
export { endpointSecret, keyOf, originOf } from './signingSecret.ts';
