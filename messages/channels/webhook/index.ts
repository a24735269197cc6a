/** What an outgoing webhook carries, and the secret that signs it. */
export { webhookMessage } from './body.ts';
export { shortenedWebhook } from './shortened.ts';
export { endpointSecret, keyOf, originOf } from './signingSecret.ts';
