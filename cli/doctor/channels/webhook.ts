import type { Config } from '../../../config.ts';
import type { Check } from '../checks/index.ts';

/** Checks that outgoing webhooks are signed, because Tripline sends no unsigned webhooks. */
export function checkWebhooks(config: Config): Check {
  return config.outgoingWebhooks.signingSecret
    ? { name: 'webhooks', result: 'ok', message: 'outgoing webhooks are signed' }
    : {
        name: 'webhooks',
        result: 'warn',
        message: 'WEBHOOK_SIGNING_SECRET is not set: `webhook` actions are refused.',
      };
}
