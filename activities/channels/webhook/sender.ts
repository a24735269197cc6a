import { createHmac } from 'node:crypto';
import { lookup as resolveHost } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { retryAfterMs } from '../../../analytics/index.ts';
import { endpointSecret, keyOf } from '../../../messages/channels/webhook/index.ts';
import { sortSocketError, sortWebhookStatus } from '../../failures/index.ts';
import type { SendResult } from '../../failures/index.ts';
import { PRIVATE_ADDRESS, PrivateAddressError, checkTarget, lookupOf } from './targetAddress.ts';
import type { Resolve, Target } from './targetAddress.ts';

/** One outgoing webhook. */
export interface OutgoingWebhook {
  readonly fleet: string;
  readonly url: string;
  /** Generations of the endpoint's secret (fleet and origin), newest first; each signs. */
  readonly generations: readonly number[];
  /** Id, stable per delivery, so that a receiver that has seen it may drop the repeat. */
  readonly id: string;
  /** Unix seconds of the sending. */
  readonly timestampSeconds: number;
  readonly body: string;
}

/** Control of the caller over the sending of one webhook. */
export interface WebhookHold {
  /** Called once connected, TLS included, before the request's first byte leaves. After `false` or a failure, no byte leaves. */
  readonly begin?: () => Promise<boolean>;
}

/** A sender of single webhooks that returns the outcome. */
export interface WebhookSender {
  /** @param timeLimits for this request alone; the sender's when absent */
  send(webhook: OutgoingWebhook, hold?: WebhookHold, timeLimits?: WebhookTimeLimits): Promise<SendResult>;
}

/** Time limits of one webhook, in milliseconds. */
export interface WebhookTimeLimits {
  /** Time from the name lookup to the request's first byte. Nothing is sent by then, so giving up costs only a retry. */
  readonly beforeRequestMs: number;
  /** Time from the first byte to the end of the answer. Giving up before its status leaves the outcome unknown. */
  readonly answerMs: number;
}

/** Time limits that together stay below those of the activity (`SEND` in workflows/profiles.ts). */
const WEBHOOK_TIME_LIMITS: WebhookTimeLimits = { beforeRequestMs: 15_000, answerMs: 15_000 };

/** Options of a webhook sender. */
export interface WebhookSenderOptions {
  /**
   * Secret from which the endpoints' secrets are derived: base64, with or without `whsec_`. When it is absent, webhooks are
   * refused, because an unsigned one cannot be trusted.
   */
  readonly signingSecret?: string;
  /** Returns a fleet's `host:port` pairs that skip the private-address check and are allowed without TLS. */
  readonly allowHosts: (fleet: string) => readonly string[];
  /** Resolves all addresses of a name; the system's resolver when absent. */
  readonly resolve?: Resolve;
  /** Time limits; 15 seconds each when absent. */
  readonly timeLimits?: WebhookTimeLimits;
}

const LONGEST_ANSWER_BYTES = 64 * 1024;

/**
 * Creates a sender of signed webhooks (Standard Webhooks 1.0: `webhook-id`, `webhook-timestamp`, `webhook-signature` with a
 * `v1` for each generation of the endpoint's secret, separated by spaces).
 * Checks the address where the socket connects, so that a name that changes its answer gains nothing.
 */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  return {
    async send(webhook, hold = {}, timeLimits = options.timeLimits ?? WEBHOOK_TIME_LIMITS) {
      const target = checkTarget(webhook, options);
      if ('refused' in target) return { kind: 'refused', reason: target.refused, unasked: true };
      const lookup = lookupOf(options.resolve ?? resolveHost, { isAnyGood: target.spared });
      const signed = signatures(webhook, target);
      return post({ ...target, lookup }, { webhook, signed, hold, timeLimits });
    },
  };
}

/** Returns the `v1` signatures of Standard Webhooks: base64 HMAC-SHA-256 over `id.timestamp.body`, one for each live secret. */
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

/** Stage of an attempt: the receiver can have the request only from `sending` on. */
type Stage = 'connecting' | 'connected' | 'sending' | 'over';

/**
 * Connects, calls `begin` and only then sends the request. A failure before has sent nothing, so that the outcome is known even
 * if the worker dies there. Afterwards only the answer's status shows the outcome.
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
      method: 'POST',
      agent: false,
      lookup: target.lookup,
      headers: headersOf(webhook, signed),
    });
    const limit = (ms: number): void => {
      clearTimeout(deadline);
      deadline = setTimeout(() => outgoing.destroy(new TimeoutError('too slow')), ms);
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
    outgoing.once('close', () => {
      clearTimeout(deadline);
      // The request may close without an error and without an answer: a receiver that wants another protocol (101) makes Node
      // do so.
      if (stage !== 'over') end(sortError(new Error('closed'), stage));
    });
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
      end(sortWebhookStatus(answer.statusCode ?? 0, askedWaitMs(answer)));
    });
  });
}

/** Ends what takes longer than it may. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

const NOT_NOTED = 'the start of the attempt could not be recorded';

function sortError(error: Error, stage: Stage): SendResult {
  if (error instanceof PrivateAddressError)
    return { kind: 'refused', reason: PRIVATE_ADDRESS, unasked: true };
  // The receiver was there, and waited for us.
  if (stage === 'connected' && error instanceof TimeoutError)
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

function askedWaitMs({ headers }: IncomingMessage): number | undefined {
  const { 'retry-after': retryAfter = '', date = '' } = headers;
  return retryAfterMs(new Headers({ 'retry-after': retryAfter, date }), Date.now());
}
