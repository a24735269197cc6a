import type { Config } from '../../config.ts';
import type { Channel } from '../../rules/channels/index.ts';
import type { RateLimit } from '../../store/deliveries/index.ts';
import type { ChannelSenders } from '../dependencies/index.ts';
import { createEmailChannel, createMailSender } from './email/index.ts';
import { createSlackChannel } from './slack/index.ts';
import { createWebhookChannel, createWebhookSender } from './webhook/index.ts';

/** Configuration from which the channels' senders are created. */
export interface ChannelParts {
  readonly config: Pick<Config, 'smtpUrl' | 'emailFrom' | 'outgoingWebhooks' | 'fleets'>;
  /** Rate limits for one recipient, in place of the channels' defaults. */
  readonly rateLimits?: Partial<Record<Channel, RateLimit>>;
}

/** Creates the sender of each channel. */
export function createChannels({ config, rateLimits = {} }: ChannelParts): ChannelSenders {
  const { smtpUrl, emailFrom: from, outgoingWebhooks, fleets } = config;
  const client = smtpUrl === undefined ? {} : { client: createMailSender(smtpUrl) };
  const hosts = new Map(fleets.map(({ id, webhookAllowHosts = [] }) => [id, webhookAllowHosts]));
  const allowHosts = (fleet: string): readonly string[] => hosts.get(fleet) ?? [];
  return {
    slack: createSlackChannel({ rateLimit: rateLimits.slack }),
    email: createEmailChannel({ ...client, from, rateLimit: rateLimits.email }),
    webhook: createWebhookChannel({ client: createWebhookSender({ ...outgoingWebhooks, allowHosts }) }),
  };
}
