/** The body of an outgoing webhook, and the secret that signs it. */
export { webhookMessage } from './body.ts';
export { shortenedWebhook } from './shortened.ts';
export { endpointSecret, keyOf, originOf } from './signingSecret.ts';
