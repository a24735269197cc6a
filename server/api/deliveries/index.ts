/** Routes of messages: deliveries, the outbox, channels, and the signing secrets of outgoing webhooks. */
export { channelFindings, channelRoutes } from './channels.ts';
export type { ChannelFinding } from './channels.ts';
export { outboxRoutes } from './outbox.ts';
export { deliveryOnWire, deliveryRoutes, deliverySchema } from './routes.ts';
export { webhookSecretRoutes } from './webhookSecrets.ts';
