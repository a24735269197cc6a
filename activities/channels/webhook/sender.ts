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
  /**
   * Numbers of the endpoint's secrets (its generations), newest first. Each secret signs, so that the receiver can replace its
   * secret without a gap.
   */
  readonly generations: readonly number[];
  /** Id of the delivery. It is the same for each attempt, so that the receiver can drop a repeat. */
  readonly id: string;
  /** Time of sending, in Unix seconds. */
  readonly timestampSeconds: number;
  readonly body: string;
}

/** The caller's control over the sending of one webhook. */
export interface WebhookHold {
  /**
   * Called once the connection is open (TLS included), before the first byte of the request. If it returns false or fails,
   * nothing is sent.
   */
  readonly begin?: () => Promise<boolean>;
}

/** Sender of single webhooks, which returns the outcome of each. */
export interface WebhookSender {
  /** @param timeLimits for this request alone; the sender's own by default */
  send(webhook: OutgoingWebhook, hold?: WebhookHold, timeLimits?: WebhookTimeLimits): Promise<SendResult>;
}

/** Time limits of one webhook, in milliseconds. */
export interface WebhookTimeLimits {
  /**
   * Time from the name lookup to the first byte of the request. Giving up is harmless, because nothing was sent: the webhook is
   * retried.
   */
  readonly beforeRequestMs: number;
  /**
   * Time from the first byte of the request to the end of the answer. Giving up before the answer's status leaves the outcome
   * unknown.
   */
  readonly answerMs: number;
}

/** Time limits whose sum is below the time limit of the activity (`SEND` in workflows/profiles.ts). */
const WEBHOOK_TIME_LIMITS: WebhookTimeLimits = { beforeRequestMs: 15_000, answerMs: 15_000 };

/** Options of a webhook sender. */
export interface WebhookSenderOptions {
  /**
   * Secret from which the endpoints' secrets are derived: base64, with or without `whsec_`. If it is absent, all webhooks are
   * refused, because a receiver cannot trust an unsigned one.
   */
  readonly signingSecret?: string;
  /** Returns the fleet's `host:port` pairs that may be private addresses and may be used without TLS. */
  readonly allowHosts: (fleet: string) => readonly string[];
  /** Function that resolves a host name to all of its addresses; the system's resolver by default. */
  readonly resolve?: Resolve;
  /** Time limits; 15 seconds each by default. */
  readonly timeLimits?: WebhookTimeLimits;
}

const LONGEST_ANSWER_BYTES = 64 * 1024;

/**
 * Creates a sender of signed webhooks (Standard Webhooks 1.0). The headers are `webhook-id`, `webhook-timestamp` and
 * `webhook-signature`, which contains one `v1` signature per current secret of the endpoint.
 *
 * Checks the address to which the socket connects, so that a host name that resolves to another address later does not bypass the
 * check.
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

/**
 * Returns the signatures of Standard Webhooks, separated by spaces: `v1,` and the base64 HMAC-SHA-256 of `id.timestamp.body`, one
 * per current secret.
 */
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

/** Stage of an attempt. The receiver can have received the request only from `sending` on. */
type Stage = 'connecting' | 'connected' | 'sending' | 'over';

/**
 * Connects, calls `begin`, and only then sends the request. A failure before `sending` has sent nothing, so its outcome is known.
 * Afterwards only the answer's status shows the outcome.
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
      // Ends the attempt when the request closes with neither an error nor an answer. Node closes it in that way when the
      // receiver switches protocols (101).
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

/** Error that aborts a request when its time limit is over. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

const NOT_NOTED = 'the start of the attempt could not be recorded';

function sortError(error: Error, stage: Stage): SendResult {
  if (error instanceof PrivateAddressError)
    return { kind: 'refused', reason: PRIVATE_ADDRESS, unasked: true };
  // The receiver was connected, so the delay is in `begin`: the start of the attempt could not be recorded.
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
