import { createHmac } from 'node:crypto';
import { lookup as resolveHost } from 'node:dns';
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isIP, isIPv6 } from 'node:net';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import ipaddr from 'ipaddr.js';
import { endpointSecret, keyOf } from '../../../messages/channels/webhook/index.ts';
import { sortSocketError, sortWebhookStatus } from '../../failures/index.ts';
import type { SendResult } from '../../failures/index.ts';

/** One outgoing webhook. */
export interface OutgoingWebhook {
  readonly fleet: string;
  readonly url: string;
  /** Of the secret of its endpoint (fleet and origin), newest first; each signs. */
  readonly generations: readonly number[];
  /** Stable per delivery: a receiver that has seen it may drop the repeat. */
  readonly id: string;
  /** Unix seconds at which it is sent. */
  readonly timestampSeconds: number;
  readonly body: string;
}

/** One sending of a webhook, in the hands of whoever wants it sent. */
export interface WebhookHold {
  /** Asked when the connection stands, TLS included, before the request's first byte leaves. No, or a failure: none leaves. */
  readonly begin?: () => Promise<boolean>;
}

/** Sends one webhook and says how it ended. */
export interface WebhookSender {
  send(webhook: OutgoingWebhook, hold?: WebhookHold): Promise<SendResult>;
}

/** How long one webhook may take, in milliseconds. */
export interface WebhookTimeLimits {
  /** From the lookup of the name to the request's first byte. Nothing is sent by then, so giving up costs only another try. */
  readonly beforeRequestMs: number;
  /** From the first byte to the end of the answer. Giving up before its status leaves its outcome unknown. */
  readonly answerMs: number;
}

/** Both together stay below what the activity may take (`SEND` in workflows/profiles.ts). */
const WEBHOOK_TIME_LIMITS: WebhookTimeLimits = { beforeRequestMs: 15_000, answerMs: 15_000 };

/** What a webhook sender needs to know. */
export interface WebhookSenderOptions {
  /**
   * What the secrets of endpoints are made of: base64, with or without `whsec_`. Absent: webhooks are refused, because an
   * unsigned one cannot be trusted.
   */
  readonly signingSecret?: string;
  /** A fleet's `host:port` pairs that are spared the private-address check, and allowed without TLS. */
  readonly allowHosts: (fleet: string) => readonly string[];
  /** Finds all addresses of a name; the system's resolver when absent. */
  readonly resolve?: Resolve;
  /** 15 seconds each when absent. */
  readonly timeLimits?: WebhookTimeLimits;
}

/** All addresses of a name, as `dns.lookup` returns them. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

const LONGEST_ANSWER_BYTES = 64 * 1024;

/** Thrown from the address lookup when a name leads to an address that is not public. */
class PrivateAddressError extends Error {
  readonly code = 'EPRIVATE';
}

/**
 * A sender of signed webhooks (Standard Webhooks 1.0: `webhook-id`, `webhook-timestamp`, `webhook-signature` with a `v1` for
 * each generation of the endpoint's secret, separated by spaces).
 * The address is checked where the socket connects, so that a name that changes its answer gains nothing.
 */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { timeLimits = WEBHOOK_TIME_LIMITS } = options;
  return {
    async send(webhook, hold = {}) {
      const target = checkTarget(webhook, options);
      if ('refused' in target) return { kind: 'refused', reason: target.refused, unasked: true };
      const lookup = lookupOf(options.resolve ?? resolveHost, { isAnyGood: target.spared });
      const signed = signatures(webhook, target);
      return post({ ...target, lookup }, { webhook, signed, hold, timeLimits });
    },
  };
}

interface Target {
  readonly url: URL;
  readonly signingSecret: string;
  readonly spared: boolean;
}

function checkTarget(
  { url: text, fleet }: OutgoingWebhook,
  options: WebhookSenderOptions,
): Target | { readonly refused: string } {
  if (!options.signingSecret)
    return { refused: 'WEBHOOK_SIGNING_SECRET is not set: webhooks are only sent signed' };
  if (!URL.canParse(text)) return { refused: 'the webhook address is not a URL' };
  const url = new URL(text);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const spared = options.allowHosts(fleet).includes(`${url.hostname}:${port}`);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && spared))
    return { refused: 'the webhook address is not https' };
  if (url.username || url.password) return { refused: 'the webhook address contains a user or a password' };
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !spared && !isPublicAddress(literal)) return { refused: PRIVATE };
  return { url, signingSecret: options.signingSecret, spared };
}

const PRIVATE =
  'the webhook address is not public; an address inside the network needs its host:port in WEBHOOK_ALLOW_HOSTS, or in webhookAllowHosts of FLEETS_FILE';

/** All of IPv6 that is given out for the public; what is special in it, the library knows. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Answers machines inside one cloud about themselves, at an address that looks like any other. */
const CLOUD_HOST = ipaddr.IPv4.parse('168.63.129.16').toString();

/**
 * Whether an IPv4 or IPv6 address is a public unicast one; a mapped IPv4 address counts as what it maps to. Addresses that
 * only wrap another one (NAT64, 6to4, Teredo, the old IPv4-compatible form) are none: they may lead anywhere.
 */
export function isPublicAddress(address: string): boolean {
  const canonical = isIPv6(address) ? inHex(address) : address;
  if (!ipaddr.isValid(canonical)) return false;
  const plain = ipaddr.process(canonical);
  if (plain instanceof ipaddr.IPv6 && !plain.match(GLOBAL_UNICAST)) return false;
  return plain.range() === 'unicast' && plain.toString() !== CLOUD_HOST;
}

/** Resolvers write `::127.0.0.1`, which the library takes for a mapped address: in hex there is no such ambiguity. */
function inHex(address: string): string {
  const url = `http://[${address}]`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : '';
}

/** The socket connects to the very addresses that were checked here: a name that answers otherwise a moment later gains nothing. */
function lookupOf(resolve: Resolve, { isAnyGood }: { readonly isAnyGood: boolean }): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      if (!isAnyGood && !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new PrivateAddressError(PRIVATE), '', 0);
      if (options.all) return callback(null, addresses);
      return callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}

/** The `v1` signatures of Standard Webhooks: base64 HMAC-SHA-256 over `id.timestamp.body`, one for each secret that is live. */
function signatures(webhook: OutgoingWebhook, { url, signingSecret }: Target): string {
  const { fleet, generations, id, timestampSeconds, body } = webhook;
  return generations
    .map((generation) => keyOf(endpointSecret(signingSecret, { fleet, origin: url.origin }, generation)))
    .map((key) => createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`).digest('base64'))
    .map((signature) => `v1,${signature}`)
    .join(' ');
}

interface Transmission {
  readonly webhook: OutgoingWebhook;
  readonly signed: string;
  readonly hold: WebhookHold;
  readonly timeLimits: WebhookTimeLimits;
}

/** How far an attempt is: only from `sending` on can the receiver have it. */
type Stage = 'connecting' | 'connected' | 'sending' | 'over';

/**
 * Connects, asks `begin` and only then lets the request leave. What fails before has sent nothing, and a worker that dies
 * there has a known outcome; from then on only the answer's status says what became of it.
 */
function post(
  target: Target & { readonly lookup: LookupFunction },
  { webhook, signed, hold, timeLimits }: Transmission,
): Promise<SendResult> {
  const isTls = target.url.protocol === 'https:';
  const { begin = () => Promise.resolve(true) } = hold;
  return new Promise((resolve) => {
    let stage: Stage = 'connecting';
    let deadline: NodeJS.Timeout | undefined;
    const outgoing = (isTls ? requestHttps : requestHttp)(target.url, {
      ...{ method: 'POST', agent: false, lookup: target.lookup },
      headers: headersOf(webhook, signed),
    });
    const limit = (ms: number): void => {
      clearTimeout(deadline);
      deadline = setTimeout(() => outgoing.destroy(new TooSlowError('too slow')), ms);
    };
    const end = (result: SendResult): void => {
      stage = 'over';
      resolve(result);
    };
    const endUnsent = (reason: string): void => {
      end({ kind: 'not_sent', reason, unasked: true });
      outgoing.destroy();
    };
    const sendNow = (mayLeave: boolean): void => {
      if (stage === 'over') return;
      if (!mayLeave) return endUnsent('another attempt at it has begun');
      stage = 'sending';
      limit(timeLimits.answerMs);
      outgoing.end(webhook.body);
    };
    limit(timeLimits.beforeRequestMs);
    outgoing.once('close', () => clearTimeout(deadline));
    outgoing.on('error', (error) => end(sortError(error, stage)));
    outgoing.once('socket', (socket) =>
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        stage = 'connected';
        begin().then(sendNow, () => endUnsent(NOT_NOTED));
      }),
    );
    outgoing.once('response', (answer) => {
      let size = 0;
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > LONGEST_ANSWER_BYTES) answer.destroy();
      });
      answer.on('error', () => undefined);
      if (stage !== 'sending') return endUnsent('the receiver answered before the request was sent');
      end(sortWebhookStatus(answer.statusCode ?? 0, retryAfter(answer.headers['retry-after'])));
    });
  });
}

/** Ends what takes longer than it may. */
class TooSlowError extends Error {
  override readonly name = 'TimeoutError';
}

const NOT_NOTED = 'the start of the attempt could not be recorded';

function sortError(error: Error, stage: Stage): SendResult {
  if (error instanceof PrivateAddressError) return { kind: 'refused', reason: PRIVATE, unasked: true };
  // The receiver was there, and waited for us.
  if (stage === 'connected' && error instanceof TooSlowError)
    return { kind: 'not_sent', reason: NOT_NOTED, unasked: true };
  return sortSocketError('the receiver', error, { mayHaveLeft: stage === 'sending' });
}

function headersOf(webhook: OutgoingWebhook, signed: string): Record<string, string | number> {
  return {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(webhook.body),
    'user-agent': 'Tripline',
    'webhook-id': webhook.id,
    'webhook-timestamp': String(webhook.timestampSeconds),
    'webhook-signature': signed,
  };
}

function retryAfter(header: string | undefined): number | undefined {
  const seconds = Number(header);
  return header !== undefined && Number.isFinite(seconds) && seconds >= 0
    ? Math.min(seconds, 86_400) * 1000
    : undefined;
}
