/** Posts signed webhooks, and classifies their failures as temporary or permanent. */
export { createWebhookChannel } from './channel.ts';
export { createWebhookSender } from './sender.ts';
export { isPublicAddress } from './targetAddress.ts';
export type { Resolve } from './targetAddress.ts';
