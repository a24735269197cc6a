/** Posts one signed webhook and says whether a failure is worth a retry. */
export { createWebhookSender, isPublicAddress } from './sender.ts';
export type { Resolve, WebhookSender } from './sender.ts';
