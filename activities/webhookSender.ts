import { createHmac } from 'node:crypto';
import { lookup as resolveHost } from 'node:dns';
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isIP, isIPv6 } from 'node:net';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import ipaddr from 'ipaddr.js';
import { endpointSecret, keyOf } from '../messages/webhookSecret.ts';
import { sortSocketError, sortWebhookStatus } from './failure.ts';
import type { SendResult } from './failure.ts';

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

/** Sends one webhook and says how it ended. */
export interface WebhookSender {
  send(webhook: OutgoingWebhook): Promise<SendResult>;
}

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
}

/** All addresses of a name, as `dns.lookup` tells them. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

const TIMEOUT_MS = 15_000;
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
  return {
    async send(webhook) {
      const target = checkTarget(webhook, options);
      if ('refused' in target) return { kind: 'refused', reason: target.refused, unasked: true };
      const lookup = lookupOf(options.resolve ?? resolveHost, { isAnyGood: target.spared });
      return post({ ...target, lookup }, webhook, signatures(webhook, target));
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
  if (!URL.canParse(text)) return { refused: 'the webhook address is no URL' };
  const url = new URL(text);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const spared = options.allowHosts(fleet).includes(`${url.hostname}:${port}`);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && spared))
    return { refused: 'the webhook address is not https' };
  if (url.username || url.password) return { refused: 'the webhook address holds a user or a password' };
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

/** Resolvers write `::127.0.0.1`, which the library takes for a mapped address: in hex there is no such doubt. */
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

function post(
  target: Target & { readonly lookup: LookupFunction },
  webhook: OutgoingWebhook,
  signed: string,
): Promise<SendResult> {
  const request = target.url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const outgoing = request(
      target.url,
      {
        method: 'POST',
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        lookup: target.lookup,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(webhook.body),
          'user-agent': 'Tripline',
          'webhook-id': webhook.id,
          'webhook-timestamp': String(webhook.timestampSeconds),
          'webhook-signature': signed,
        },
      },
      (answer) => {
        let size = 0;
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > LONGEST_ANSWER_BYTES) answer.destroy();
        });
        answer.on('error', () => undefined);
        resolve(sortWebhookStatus(answer.statusCode ?? 0, retryAfter(answer.headers['retry-after'])));
      },
    );
    outgoing.on('error', (error) =>
      resolve(
        error instanceof PrivateAddressError
          ? { kind: 'refused', reason: PRIVATE, unasked: true }
          : sortSocketError('the receiver', error),
      ),
    );
    outgoing.end(webhook.body);
  });
}

function retryAfter(header: string | undefined): number | undefined {
  const seconds = Number(header);
  return header !== undefined && Number.isFinite(seconds) && seconds >= 0
    ? Math.min(seconds, 86_400) * 1000
    : undefined;
}
