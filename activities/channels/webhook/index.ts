/** Webhooks as a channel: posts a signed one and says whether a failure is worth a retry. */
export { createWebhookChannel } from './channel.ts';
export { createWebhookSender, isPublicAddress } from './sender.ts';
export type { Resolve } from './sender.ts';
