import { BOTH, checked } from '../variable.ts';
import type { Read, Variable } from '../variable.ts';

const variables = {
  WEBHOOK_SIGNING_SECRET: {
    purpose: 'Signs outgoing webhooks: base64 of 24 bytes or more.',
    secretOf: BOTH,
    type: checked(
      (text) => Buffer.from(text.replace(/^whsec_/, ''), 'base64').length >= 24,
      'is not a base64 string of at least 24 bytes (Standard Webhooks)',
    ),
  },
  WEBHOOK_ALLOW_HOSTS: {
    purpose: 'Comma list of host:port that outgoing webhooks may reach at private addresses.',
  },
} as const satisfies Record<string, Variable>;

/** Settings for sending outgoing webhooks. */
export interface WebhookSettings {
  readonly outgoingWebhooks: {
    /** Secret from which the secret of each endpoint is derived: base64, with or without the prefix `whsec_`. */
    readonly signingSecret?: string;
  };
}

/** Variables and settings of the webhook channel. */
export const webhook = {
  variables,
  read(value: Read<typeof variables>): WebhookSettings {
    const signingSecret = value('WEBHOOK_SIGNING_SECRET');
    return { outgoingWebhooks: signingSecret === undefined ? {} : { signingSecret } };
  },
};
