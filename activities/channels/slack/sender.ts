import { LogLevel, WebAPIPlatformError, WebClient } from '@slack/web-api';
import type { ChatPostMessageArguments } from '@slack/web-api';
import type {
  ChannelLookup,
  SlackContent,
  TimedOut,
  SlackLookup,
  SlackPersonInfo,
  SlackSearch,
  SlackSender,
} from '../../dependencies/index.ts';
import type { SendResult } from '../../failures/index.ts';
import { sortSlackError, sortSlackLookupError } from '../../failures/index.ts';
import { readableAnswers } from './answers.ts';

const SLACK_API_URL = 'https://slack.com/api/';
/** Value of `event_type` in the metadata that marks Tripline's Slack messages. */
export const SLACK_EVENT_TYPE = 'tripline_delivery';

/** Time limits of calls to Slack, in milliseconds. */
export interface SlackTimeLimits {
  /** Time limit to find a channel by its name, over all pages of Slack's list. */
  readonly resolveMs: number;
  /** Time limit to request a person's name. It is short, because a message does not wait for a name. */
  readonly nameMs: number;
  /** Time limit to find a message, over all pages of Slack's list. */
  readonly lookupMs: number;
  /** Time limit of a single call. */
  readonly callMs: number;
}

/** Default time limits. A lookup and a post together take less time than the lease of a claim (`CLAIM_LEASE_MS`). */
export const SLACK_TIME_LIMITS: SlackTimeLimits = {
  resolveMs: 8_000,
  nameMs: 1_500,
  lookupMs: 10_000,
  callMs: 15_000,
};
/**
 * Milliseconds for which the result of a lookup is reused, because otherwise every delivery to an unknown name would repeat the
 * lookup.
 */
const UNRESOLVED_FOR_MS = 60_000;
const NAMES_KEPT = 1_000;

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
 * Creates a sender for one fleet's Slack app. The sender never retries, because the workflow retries and respects Slack's
 * Retry-After.
 * @param options `apiUrl` lets tests use a simulated Slack. No result contains the token
 */
export function createSlackSender(options: {
  readonly token: string;
  readonly apiUrl?: string;
  readonly timeLimits?: SlackTimeLimits;
}): SlackSender {
  const timeLimits = options.timeLimits ?? SLACK_TIME_LIMITS;
  const { apiUrl = SLACK_API_URL } = options;
  const slackApiUrl = apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/`;
  const client = new WebClient(options.token, {
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: timeLimits.callMs,
    logger: QUIET,
    slackApiUrl,
    fetch: readableAnswers(slackApiUrl),
  });
  const resolving = new Map<string, { readonly channel: Promise<ChannelLookup>; readonly until: number }>();
  const naming = new Map<string, Naming>();
  return {
    post: ({ channel, deliveryKey, threadTs, broadcast, ...content }) =>
      fitting(content, async ({ text, blocks }) => {
        const message = {
          channel,
          text,
          blocks: [...blocks],
          metadata: { event_type: SLACK_EVENT_TYPE, event_payload: { delivery_key: deliveryKey } },
          unfurl_links: false,
          unfurl_media: false,
          ...(threadTs !== undefined && { thread_ts: threadTs, reply_broadcast: broadcast === true }),
        } as unknown as ChatPostMessageArguments;
        const answer = await client.chat.postMessage(message);
        if (!answer.ts) return WITHOUT_TIME;
        const thread = threadTs !== undefined && { thread_ts: threadTs };
        return {
          kind: 'sent',
          reference: { channel_id: answer.channel ?? channel, ts: answer.ts, ...thread },
        };
      }),
    resolve(name) {
      const asked = resolving.get(name);
      if (asked && performance.now() < asked.until) return asked.channel;
      const channel = searchWithin(timeLimits.resolveMs, (search) => resolveChannel(client, name, search));
      const asking = { channel, until: performance.now() + UNRESOLVED_FOR_MS };
      resolving.set(name, asking);
      // Drops the result after an outage or a rate limit, so that the next delivery looks the name up again at once.
      void channel.then(({ kind }) => {
        const canBeAskedAgain = kind === 'unavailable' || kind === 'later';
        if (canBeAskedAgain && resolving.get(name) === asking) resolving.delete(name);
      });
      return channel;
    },
    find: (lookup) => searchWithin(timeLimits.lookupMs, (search) => findAnywhere(client, lookup, search)),
    async upload({ filename, png, altText }) {
      try {
        const answer = await client.filesUploadV2({ filename, file: Buffer.from(png), alt_text: altText });
        return answer.files[0]?.files?.[0]?.id;
      } catch {
        return undefined;
      }
    },
    update: ({ channelId, ts, ...content }) =>
      fitting(content, async ({ text, blocks }) => {
        await client.chat.update({
          channel: channelId,
          ts,
          text,
          blocks: [...blocks],
        } as unknown as Parameters<typeof client.chat.update>[0]);
        return { kind: 'sent' };
      }),
    sendEphemeral: ({ channelId, userId, ...content }) =>
      fitting(content, async ({ text, blocks }) => {
        await client.chat.postEphemeral({
          channel: channelId,
          user: userId,
          text,
          blocks: [...blocks],
        } as unknown as Parameters<typeof client.chat.postEphemeral>[0]);
        return { kind: 'sent' };
      }),
    async personOf(userId) {
      const asked = naming.get(userId);
      if (asked && performance.now() < asked.until) return asked.person;
      const person = within(timeLimits.nameMs, () => readPerson(client, userId));
      if (naming.size >= NAMES_KEPT) naming.clear();
      naming.set(userId, { person, until: performance.now() + UNRESOLVED_FOR_MS });
      return person;
    },
  };
}

/**
 * Sends a message. While Slack refuses the message as too long, sends a shorter form, because a refused message was not posted.
 * @param send throws the errors of `@slack/web-api`
 */
async function fitting(
  content: SlackContent,
  send: (content: SlackContent) => Promise<SendResult>,
): Promise<SendResult> {
  const result = await send(content).catch(sortSlackError);
  const { shorter } = content;
  return result.kind === 'refused' && result.tooLong === true && shorter ? fitting(shorter(), send) : result;
}
/**
 * Result when Slack's answer names no message. Slack identifies every posted message by its time, so an answer without a time
 * does not confirm one.
 */
const WITHOUT_TIME: SendResult = {
  kind: 'unknown_outcome',
  unavailable: true,
  reason: 'Slack answered ok, and did not name the message',
};

/** Requested name of a person, with the time until which the result is reused. */
interface Naming {
  readonly person: Promise<SlackPersonInfo | undefined>;
  readonly until: number;
}

/** State of a lookup that takes several calls. */
interface Search {
  /** Returns true when the lookup's time is over, so that it has to stop. */
  readonly isLate: () => boolean;
  /** Records that Slack answered a call. */
  readonly heard: () => void;
}

/**
 * Returns the lookup's result if it ends within the time limit. Otherwise returns `unavailable` if Slack answered no call. If
 * Slack answered some, returns `unknown`, because the lookup is too long and a retry would not help.
 */
async function searchWithin<T>(ms: number, lookup: (search: Search) => Promise<T>): Promise<T | TimedOut> {
  let isHeard = false;
  const heard = (): void => void (isHeard = true);
  const found = await within(ms, (isLate) =>
    lookup({ isLate, heard }).catch((error: unknown): TimedOut => ({ kind: sortSlackLookupError(error) })),
  );
  return found ?? { kind: isHeard ? 'unknown' : 'unavailable' };
}

/**
 * Returns the result of `work`, or `undefined` if it takes longer than `ms` or throws. `isLate` returns true once `work` should
 * stop.
 */
async function within<T>(ms: number, work: (isLate: () => boolean) => Promise<T>): Promise<T | undefined> {
  const late = AbortSignal.timeout(ms);
  const end = new Promise<undefined>((done) => late.addEventListener('abort', () => done(undefined)));
  return Promise.race([work(() => late.aborted).catch(() => undefined), end]);
}

/** Searches public and private channels. Searches only public ones if the app may not list private channels. */
async function resolveChannel(client: WebClient, channel: string, search: Search): Promise<ChannelLookup> {
  const name = channel.replace(/^#/, '');
  try {
    return await findChannel(client, { name, types: 'public_channel,private_channel' }, search);
  } catch (error) {
    if (!(error instanceof WebAPIPlatformError) || error.data.error !== 'missing_scope') throw error;
    return findChannel(client, { name, types: 'public_channel' }, search);
  }
}

async function findChannel(
  client: WebClient,
  wanted: { readonly name: string; readonly types: string },
  { isLate, heard }: Search,
): Promise<ChannelLookup> {
  for (let cursor: string | undefined, page = 0; page < 20 && !isLate(); page += 1) {
    const answer = await client.conversations.list({
      limit: 1000,
      exclude_archived: true,
      types: wanted.types,
      ...(cursor ? { cursor } : {}),
    });
    heard();
    const found = answer.channels?.find((each) => each.name === wanted.name);
    if (found?.id) return { kind: 'found', channelId: found.id };
    cursor = answer.response_metadata?.next_cursor;
    if (!cursor) break;
  }
  return { kind: 'unknown' };
}

/**
 * Reads a person's name and e-mail address from Slack: the display name, or else the full name; the address only if Slack
 * confirmed it.
 */
async function readPerson(client: WebClient, userId: string): Promise<SlackPersonInfo | undefined> {
  const { user } = await client.users.info({ user: userId });
  const names = [user?.profile?.display_name, user?.profile?.real_name, user?.real_name, user?.name];
  const name = names.find((each) => each !== undefined && each.trim() !== '');
  if (name === undefined) return undefined;
  const email = user?.is_email_confirmed === true ? user.profile?.email : undefined;
  return { name, ...(email && { email }) };
}

/**
 * Searches the thread, if any, then the channel. Slack returns a reply only with its thread, unless the reply was also sent to
 * the channel.
 */
async function findAnywhere(client: WebClient, lookup: SlackSearch, search: Search): Promise<SlackLookup> {
  const inThread = lookup.threadTs === undefined ? undefined : await findInThread(client, lookup, search);
  if (inThread?.kind === 'found') return inThread;
  const inChannel = await findByMetadata(client, lookup, { ...search, method: 'history' });
  return inChannel.kind === 'absent' && inThread ? inThread : inChannel;
}

/** Searches a thread for a message. A deleted thread contains no message. */
async function findInThread(client: WebClient, lookup: SlackSearch, search: Search): Promise<SlackLookup> {
  try {
    return await findByMetadata(client, lookup, { ...search, method: 'replies' });
  } catch (error) {
    if (error instanceof WebAPIPlatformError && error.data.error === 'thread_not_found')
      return { kind: 'absent' };
    throw error;
  }
}

async function findByMetadata(
  client: WebClient,
  lookup: SlackSearch,
  { isLate, heard, method }: Search & { readonly method: 'history' | 'replies' },
): Promise<SlackLookup> {
  for (let cursor: string | undefined, page = 0; page < 10 && !isLate(); page += 1) {
    const asked = {
      channel: lookup.channelId,
      oldest: String(lookup.sinceSeconds),
      inclusive: true,
      include_all_metadata: true,
      limit: 200,
      ...(cursor ? { cursor } : {}),
    };
    const answer =
      method === 'history'
        ? await client.conversations.history(asked)
        : await client.conversations.replies({ ...asked, ts: lookup.threadTs ?? '' });
    heard();
    for (const message of answer.messages ?? []) {
      const { event_type: type, event_payload: payload } = message.metadata ?? {};
      if (
        type === SLACK_EVENT_TYPE &&
        (payload as { delivery_key?: string } | undefined)?.delivery_key === lookup.deliveryKey &&
        message.ts
      )
        return {
          kind: 'found',
          channelId: lookup.channelId,
          ts: message.ts,
          ...(message.thread_ts !== undefined &&
            message.thread_ts !== message.ts && { threadTs: message.thread_ts }),
        };
    }
    cursor = answer.has_more ? answer.response_metadata?.next_cursor : undefined;
    if (!cursor) return { kind: 'absent' };
  }
  return { kind: 'unknown' };
}
