import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpFault } from './faults.ts';

/** A message in a channel of this Slack. */
export interface SlackStandInMessage {
  readonly channel: string;
  readonly ts: string;
  /** When it came, in epoch milliseconds. */
  readonly atMs: number;
  text: string;
  blocks: unknown[];
  readonly deliveryKey?: string;
  readonly metadata?: unknown;
  /** The message whose thread a reply is in. */
  readonly threadTs?: string;
  /** Whether a reply is shown in the channel too. */
  readonly broadcast?: boolean;
}

/** A message that only one person sees. */
export interface EphemeralMessage {
  readonly channel: string;
  readonly user: string;
  readonly text: string;
}

/** A reaction to the next call of a method: first in, first used. */
export type SlackFault =
  | HttpFault
  | { readonly kind: 'error'; readonly error: string }
  /** Works as ever, and answers so much later. */
  | { readonly kind: 'dawdle'; readonly ms: number }
  /** Cuts the line, and takes the message right after the next one that it takes. */
  | { readonly kind: 'drop_and_accept' }
  /** Accepts nothing and gives this answer, as a proxy in front of Slack does. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    };

/** The reaction to every call during an outage: no answer at all, or this one. */
export type SlackOutage = 'hangs' | { readonly status: number; readonly body?: string };

export interface SlackStandIn {
  readonly url: string;
  readonly token: string;
  readonly messages: SlackStandInMessage[];
  readonly ephemerals: EphemeralMessage[];
  /** People by their id. */
  readonly people: Map<string, string>;
  /** Their addresses, and whether Slack confirmed them. */
  readonly addresses: Map<string, { readonly email: string; readonly isConfirmed: boolean }>;
  readonly uploads: { readonly id: string; readonly bytes: Buffer }[];
  readonly calls: string[];
  /** Channel names without `#`; ids are made from them. */
  readonly channels: Set<string>;
  /** Scopes that the app lacks: without `groups:read`, private channels are not listed, and a request for them is refused. */
  readonly withheld: Set<string>;
  /** Undefined: it is well. Who waited for an answer when it ends gets none any more. */
  outage: SlackOutage | undefined;
  fault(method: string, ...faults: SlackFault[]): void;
  /** Removes the faults that are still to come. */
  clearFaults(): void;
  close(): Promise<void>;
}

function asListed({ ts, text, metadata, threadTs }: SlackStandInMessage): object {
  return { type: 'message', ts, text, metadata, ...(threadTs && { thread_ts: threadTs }) };
}

/** Returns a page of a list of messages, from its cursor on. */
function page(listed: readonly SlackStandInMessage[], form: URLSearchParams): object {
  const from = Number(form.get('cursor') ?? 0);
  const limit = Math.min(Number(form.get('limit') ?? 100), 200);
  const hasMore = from + limit < listed.length;
  return {
    ok: true,
    has_more: hasMore,
    messages: listed.slice(from, from + limit).map(asListed),
    response_metadata: { next_cursor: hasMore ? String(from + limit) : '' },
  };
}

/** Characters that Slack takes in one text, and in all texts of a message; the least of them that was seen refused. */
const MOST_IN_TEXT = 3_000;
const MOST_IN_MESSAGE = 11_341;

/** Returns Slack's answer to a message that is too long; undefined if it is short enough. */
function lengthError(form: URLSearchParams): object | undefined {
  if ((form.get('text') ?? '').length > 40_000) return { ok: false, error: 'msg_too_long' };
  const blocks = JSON.parse(form.get('blocks') ?? '[]') as unknown[];
  const lengths = textLengths(blocks);
  if (blocks.length > 50 || Math.max(0, ...lengths) > MOST_IN_TEXT)
    return { ok: false, error: 'invalid_blocks' };
  const sum = lengths.reduce((one, other) => one + other, 0);
  return sum >= MOST_IN_MESSAGE ? { ok: false, error: 'msg_blocks_too_long' } : undefined;
}

function textLengths(value: unknown): number[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, each]) =>
    name === 'text' && typeof each === 'string' ? [each.length] : textLengths(each),
  );
}

/** The id of a channel, which follows from its name. */
export function slackChannelId(name: string): string {
  return `C${Buffer.from(name).toString('hex').toUpperCase().slice(0, 20).padEnd(8, '0')}`;
}

/** A Slack Web API on a real socket: posts, updates, looks up and takes files, and fails on request. */
export async function startSlackStandIn(
  options: {
    readonly token?: string;
    readonly channels?: readonly string[];
    readonly port?: number;
    /** Milliseconds from the arrival of a message in its channel to the answer. */
    readonly answerAfterMs?: number;
    /** The fault of a call for which none is listed. */
    readonly faultOf?: (method: string, form: URLSearchParams) => SlackFault | undefined;
    /** Receives each message that is taken, before its answer goes out. */
    readonly onMessage?: (message: SlackStandInMessage) => void;
    /** Messages that the channels hold from the beginning. */
    readonly messages?: readonly SlackStandInMessage[];
  } = {},
): Promise<SlackStandIn> {
  const token = options.token ?? 'xoxb-stand-in-token';
  const channels = new Set(options.channels ?? ['fleet-safety', 'safety-urgent']);
  const messages: SlackStandInMessage[] = [...(options.messages ?? [])];
  const ephemerals: EphemeralMessage[] = [];
  const people = new Map<string, string>();
  const addresses: SlackStandIn['addresses'] = new Map();
  const uploads: { id: string; bytes: Buffer }[] = [];
  const calls: string[] = [];
  const faults = new Map<string, SlackFault[]>();
  /** Messages whose line was cut, and that are taken later. */
  const late: (() => void)[] = [];
  const withheld = new Set<string>();
  let counter = messages.length;
  const channelIds = (): Map<string, string> =>
    new Map([...channels].map((name) => [name, slackChannelId(name)]));

  function resolve(channel: string): string | undefined {
    const ids = channelIds();
    // A message to a person goes into their channel with the app.
    if (people.has(channel)) return `D${channel}`;
    if (people.has(channel.replace(/^D/, ''))) return channel;
    return ids.get(channel.replace(/^#/, '')) ?? ([...ids.values()].includes(channel) ? channel : undefined);
  }

  const methods: Record<string, (form: URLSearchParams) => object> = {
    'auth.test': () => ({ ok: true, team: 'Stand-in', team_id: 'T0', user_id: 'U0', bot_id: 'B0' }),
    'chat.postMessage': (form) => {
      const channel = resolve(form.get('channel') ?? '');
      if (!channel) return { ok: false, error: 'channel_not_found' };
      const metadata = JSON.parse(form.get('metadata') ?? 'null') as {
        event_payload?: { delivery_key?: string };
      } | null;
      const threadTs = form.get('thread_ts');
      const root = messages.find((each) => each.channel === channel && each.ts === threadTs);
      if (threadTs && (!root || root.threadTs)) return { ok: false, error: 'cannot_reply_to_message' };
      const tooLong = lengthError(form);
      if (tooLong) return tooLong;
      counter += 1;
      const message: SlackStandInMessage = {
        channel,
        ts: `${(Date.now() / 1000).toFixed(0)}.${String(counter).padStart(6, '0')}`,
        atMs: Date.now(),
        text: form.get('text') ?? '',
        blocks: JSON.parse(form.get('blocks') ?? '[]') as unknown[],
        ...(metadata?.event_payload?.delivery_key
          ? { deliveryKey: metadata.event_payload.delivery_key }
          : {}),
        ...(metadata ? { metadata } : {}),
        ...(threadTs ? { threadTs, broadcast: form.get('reply_broadcast') === 'true' } : {}),
      };
      messages.push(message);
      for (const takeNow of late.splice(0)) takeNow();
      options.onMessage?.(message);
      return { ok: true, channel, ts: message.ts, message: { text: message.text } };
    },
    'chat.update': (form) => {
      const found = messages.find(
        (each) => each.ts === form.get('ts') && each.channel === form.get('channel'),
      );
      if (!found) return { ok: false, error: 'message_not_found' };
      const tooLong = lengthError(form);
      if (tooLong) return tooLong;
      found.text = form.get('text') ?? found.text;
      found.blocks = JSON.parse(form.get('blocks') ?? '[]') as unknown[];
      return { ok: true, channel: found.channel, ts: found.ts };
    },
    'conversations.list': (form) =>
      withheld.has('groups:read') && form.get('types')?.includes('private_channel')
        ? { ok: false, error: 'missing_scope', needed: 'groups:read' }
        : {
            ok: true,
            channels: [...channelIds()].map(([name, id]) => ({ id, name })),
            response_metadata: { next_cursor: '' },
          },
    'conversations.history': (form) => {
      const channel = resolve(form.get('channel') ?? '');
      if (!channel) return { ok: false, error: 'channel_not_found' };
      const oldest = Number(form.get('oldest') ?? 0);
      const found = messages.filter(
        (each) =>
          each.channel === channel &&
          Number(each.ts.split('.')[0]) >= Math.floor(oldest) &&
          (each.threadTs === undefined || each.broadcast),
      );
      return page(found.reverse(), form);
    },
    'conversations.replies': (form) => {
      const root = messages.find(
        (each) => each.channel === resolve(form.get('channel') ?? '') && each.ts === form.get('ts'),
      );
      if (!root) return { ok: false, error: 'thread_not_found' };
      const replies = messages.filter(
        ({ channel, threadTs }) => channel === root.channel && threadTs === root.ts,
      );
      return page([root, ...replies], form);
    },
    'chat.postEphemeral': (form) => {
      const channel = resolve(form.get('channel') ?? '');
      if (!channel) return { ok: false, error: 'channel_not_found' };
      ephemerals.push({ channel, user: form.get('user') ?? '', text: form.get('text') ?? '' });
      return { ok: true, message_ts: '1.1' };
    },
    'users.info': (form) => {
      const id = form.get('user') ?? '';
      const name = people.get(id);
      if (name === undefined) return { ok: false, error: 'user_not_found' };
      const address = addresses.get(id);
      const profile = { display_name: name, ...(address && { email: address.email }) };
      return {
        ok: true,
        user: { id, name: id.toLowerCase(), is_email_confirmed: address?.isConfirmed === true, profile },
      };
    },
    'files.getUploadURLExternal': () => {
      counter += 1;
      return {
        ok: true,
        upload_url: `${url}/upload/F${String(counter).padStart(8, '0')}`,
        file_id: `F${String(counter).padStart(8, '0')}`,
      };
    },
    'files.completeUploadExternal': (form) => ({
      ok: true,
      files: JSON.parse(form.get('files') ?? '[]') as unknown[],
    }),
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const path = request.url ?? '';
    const upload = /^\/upload\/(F\d+)/.exec(path);
    if (upload) {
      uploads.push({ id: upload[1]!, bytes: body });
      response.end('OK');
      return;
    }
    const method = path.replace(/^\/api\//, '').split('?')[0]!;
    calls.push(method);
    if (standIn.outage === 'hangs') return;
    if (standIn.outage)
      return void response.writeHead(standIn.outage.status).end(standIn.outage.body ?? 'broken');
    const fault =
      faults.get(method)?.shift() ?? options.faultOf?.(method, new URLSearchParams(body.toString('utf8')));
    if (fault?.kind === 'drop') return void request.socket.destroy();
    if (fault?.kind === 'hang') {
      if (fault.isTaken) answerTo(request, method, body);
      await fault.until;
      return void request.socket.destroy();
    }
    if (fault?.kind === 'drop_and_accept') {
      late.push(() => void answerTo(request, method, body));
      return void request.socket.destroy();
    }
    if (fault?.kind === 'limited') {
      response.writeHead(429, { 'retry-after': String(fault.seconds), 'content-type': 'application/json' });
      return void response.end('{"ok":false,"error":"ratelimited"}');
    }
    if (fault?.kind === 'status') return void response.writeHead(fault.status).end('broken');
    if (fault?.kind === 'answer')
      return void response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
    const answer =
      fault?.kind === 'error' ? { ok: false, error: fault.error } : answerTo(request, method, body);
    if (fault?.kind === 'accept_and_drop') return void request.socket.destroy();
    const laterMs = fault?.kind === 'dawdle' ? fault.ms : options.answerAfterMs;
    if (laterMs) await pause(laterMs);
    response.writeHead(200, {
      'content-type': 'application/json',
      'x-oauth-scopes':
        'chat:write,channels:history,channels:read,groups:history,groups:read,files:write,users:read',
    });
    response.end(JSON.stringify(answer));
  }

  function answerTo(request: IncomingMessage, method: string, body: Buffer): object {
    const form = new URLSearchParams(body.toString('utf8'));
    const given = request.headers.authorization?.replace(/^Bearer /, '') ?? form.get('token');
    if (given !== token) return { ok: false, error: 'invalid_auth' };
    return methods[method]?.(form) ?? { ok: false, error: 'unknown_method' };
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(options.port ?? 0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const standIn: SlackStandIn = {
    url: `${url}/api/`,
    token,
    messages,
    ephemerals,
    people,
    addresses,
    uploads,
    calls,
    channels,
    withheld,
    outage: undefined,
    fault(method, ...list) {
      faults.set(method, [...(faults.get(method) ?? []), ...list]);
    },
    clearFaults: () => faults.clear(),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return standIn;
}
