/** Posts signed webhooks and says whether a failure is worth a retry. */
export { createWebhookChannel } from './channel.ts';
export { createWebhookSender } from './sender.ts';
export { isPublicAddress } from './targetAddress.ts';
export type { Resolve } from './targetAddress.ts';
