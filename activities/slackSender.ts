import { LogLevel, WebClient } from '@slack/web-api';
import type { ChatPostMessageArguments } from '@slack/web-api';
import { sortSlackError } from './failure.ts';
import type { SendResult } from './failure.ts';

/** One Slack message of one delivery. */
export interface SlackPost {
  /** Channel id or `#name`. */
  readonly channel: string;
  readonly text: string;
  readonly blocks: readonly object[];
  /** Goes into the message's metadata, so that it can be found again. */
  readonly deliveryKey: string;
}

/** What a look for an earlier message found. `unknown`: the app may not look, or Slack did not answer. */
export type SlackLook =
  | { readonly kind: 'found'; readonly channelId: string; readonly ts: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown' };

/** Slack, as the deliveries need it. */
export interface SlackSender {
  post(message: SlackPost): Promise<SendResult>;
  /** Looks for a message with this delivery's key, sent after `sinceSeconds` (Unix). */
  find(message: {
    readonly channel: string;
    readonly deliveryKey: string;
    readonly sinceSeconds: number;
  }): Promise<SlackLook>;
  /** Uploads a picture and answers its file id, or undefined when Slack would not take it: a picture delays no text. */
  upload(picture: {
    readonly filename: string;
    readonly png: Uint8Array;
    readonly altText: string;
  }): Promise<string | undefined>;
  /** Replaces a message's blocks; false when Slack would not. */
  update(message: {
    readonly channelId: string;
    readonly ts: string;
    readonly text: string;
    readonly blocks: readonly object[];
  }): Promise<boolean>;
}

/** The `event_type` of the metadata that marks Tripline's messages. */
export const SLACK_EVENT_TYPE = 'tripline_delivery';

const TIMEOUT_MS = 15_000;
const QUIET = {
  setLevel: () => undefined,
  setName: () => undefined,
  getLevel: () => LogLevel.ERROR,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/**
 * A sender for one fleet's Slack app. It never retries by itself: the workflow does, and honours Slack's Retry-After.
 * @param options `apiUrl` points tests at a stand-in; the token appears in no result
 */
export function createSlackSender(options: {
  readonly token: string;
  readonly apiUrl?: string;
}): SlackSender {
  const client = new WebClient(options.token, {
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: TIMEOUT_MS,
    logger: QUIET,
    ...(options.apiUrl
      ? { slackApiUrl: options.apiUrl.endsWith('/') ? options.apiUrl : `${options.apiUrl}/` }
      : {}),
  });
  const channelIds = new Map<string, string>();
  return {
    async post({ channel, text, blocks, deliveryKey }) {
      try {
        const message = {
          channel,
          text,
          blocks: [...blocks],
          metadata: { event_type: SLACK_EVENT_TYPE, event_payload: { delivery_key: deliveryKey } },
          unfurl_links: false,
          unfurl_media: false,
        } as unknown as ChatPostMessageArguments;
        const answer = await client.chat.postMessage(message);
        if (answer.channel) channelIds.set(channel, answer.channel);
        return { kind: 'sent', reference: { channel_id: answer.channel ?? channel, ts: answer.ts ?? '' } };
      } catch (error) {
        return sortSlackError(error);
      }
    },
    async find({ channel, deliveryKey, sinceSeconds }) {
      try {
        const channelId = channelIds.get(channel) ?? (await resolveChannel(client, channel));
        if (!channelId) return { kind: 'unknown' };
        channelIds.set(channel, channelId);
        return await findByMetadata(client, { channelId, deliveryKey, sinceSeconds });
      } catch {
        return { kind: 'unknown' };
      }
    },
    async upload({ filename, png, altText }) {
      try {
        const answer = await client.filesUploadV2({ filename, file: Buffer.from(png), alt_text: altText });
        return answer.files[0]?.files?.[0]?.id;
      } catch {
        return undefined;
      }
    },
    async update({ channelId, ts, text, blocks }) {
      try {
        await client.chat.update({
          channel: channelId,
          ts,
          text,
          blocks: [...blocks],
        } as unknown as Parameters<typeof client.chat.update>[0]);
        return true;
      } catch {
        return false;
      }
    },
  };
}

async function resolveChannel(client: WebClient, channel: string): Promise<string | undefined> {
  if (/^[CGD][A-Z0-9]{6,}$/.test(channel)) return channel;
  const name = channel.replace(/^#/, '');
  for (let cursor: string | undefined, page = 0; page < 20; page += 1) {
    const answer = await client.conversations.list({
      limit: 1000,
      exclude_archived: true,
      types: 'public_channel,private_channel',
      ...(cursor ? { cursor } : {}),
    });
    const found = answer.channels?.find((each) => each.name === name);
    if (found?.id) return found.id;
    cursor = answer.response_metadata?.next_cursor;
    if (!cursor) return undefined;
  }
  return undefined;
}

async function findByMetadata(
  client: WebClient,
  look: { channelId: string; deliveryKey: string; sinceSeconds: number },
): Promise<SlackLook> {
  for (let cursor: string | undefined, page = 0; page < 10; page += 1) {
    const answer = await client.conversations.history({
      channel: look.channelId,
      oldest: String(look.sinceSeconds),
      inclusive: true,
      include_all_metadata: true,
      limit: 200,
      ...(cursor ? { cursor } : {}),
    });
    for (const message of answer.messages ?? []) {
      const { event_type: type, event_payload: payload } = message.metadata ?? {};
      if (
        type === SLACK_EVENT_TYPE &&
        (payload as { delivery_key?: string } | undefined)?.delivery_key === look.deliveryKey &&
        message.ts
      )
        return { kind: 'found', channelId: look.channelId, ts: message.ts };
    }
    cursor = answer.has_more ? answer.response_metadata?.next_cursor : undefined;
    if (!cursor) return { kind: 'absent' };
  }
  return { kind: 'unknown' };
}
