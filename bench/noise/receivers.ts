import type { createMailSender } from '../../activities/channels/email/index.ts';
import type { createWebhookSender } from '../../activities/channels/webhook/index.ts';
import type { SlackSender } from '../../activities/dependencies/index.ts';

/** A Slack that takes everything. Pictures are refused, since drawing them takes longer than all else. */
export function openSlack(): SlackSender {
  let count = 0;
  return {
    post: ({ channel }) =>
      Promise.resolve({
        kind: 'sent',
        reference: { channel_id: channel, ts: String((count += 1)) },
      }),
    resolve: (name) => Promise.resolve({ kind: 'found', channelId: name }),
    find: () => Promise.resolve({ kind: 'absent' }),
    upload: () => Promise.resolve(undefined),
    update: () => Promise.resolve({ kind: 'sent' }),
    sendEphemeral: () => Promise.resolve({ kind: 'sent' }),
    personOf: () => Promise.resolve(undefined),
  };
}

/** A mail server that takes everything. */
export function openMail(): ReturnType<typeof createMailSender> {
  return {
    async send(_mail, hold) {
      const mayGo = (await hold?.begin?.()) ?? true;
      return mayGo ? { kind: 'sent' } : { kind: 'not_sent', reason: 'another attempt has the delivery' };
    },
  };
}

/** A receiver of webhooks that takes everything. */
export function openWebhooks(): ReturnType<typeof createWebhookSender> {
  return {
    async send(_webhook, hold) {
      const mayGo = (await hold?.begin?.()) ?? true;
      return mayGo ? { kind: 'sent' } : { kind: 'not_sent', reason: 'another attempt has the delivery' };
    },
  };
}
