import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { urlWithKey } from './address.ts';
import type { Address } from './address.ts';
import { cleanJson } from './jsonValue.ts';
import { asDeletion, sortAnswer } from './outcome.ts';
import type { Answer, CallKind, Failure, Outcome } from './outcome.ts';
import { correlationIdOf, createDataScrub, createScrub, readResponseBody, retryAfterMs } from './response.ts';

/** Names of the service's endpoints in metrics. */
export type Endpoint =
  | 'groups'
  | 'drivers'
  | 'fleet_score'
  | 'driver_score'
  | 'driver_sessions'
  | 'driver_trips'
  | 'trip'
  | 'delete_trip';

/** Metric of one HTTP request, without ids, URLs and keys. */
export interface CallReport {
  readonly endpoint: Endpoint;
  readonly kind: Outcome<unknown>['kind'];
  /** HTTP status; absent when there was no answer. */
  readonly status?: number;
  readonly durationMs: number;
  /** Number of the request within its call: 1 for the first, more for retries. */
  readonly attempt: number;
}

/** Circuit breaker. It blocks requests to an unavailable service, except one at a time. */
export interface Gate {
  /**
   * Requests permission right before a request. Returns `undefined` to block it. Otherwise the caller reports the result with
   * `end`.
   */
  enter(): { end(met: 'there' | 'unavailable' | 'nothing'): void } | undefined;
}

/** Settings of a client, with all defaults filled in. */
export interface TransportSettings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly concurrency: number;
  readonly retryBaseMs: number;
  readonly retryBudgetMs: number;
  readonly maxBodyBytes: number;
  readonly gate?: Gate;
  readonly onCall?: (report: CallReport) => void;
}

/** One call to the service. `read` converts the body of a successful answer. */
interface Call<T> {
  readonly endpoint: Endpoint;
  readonly about: CallKind;
  readonly address: Address;
  readonly read: (body: unknown) => Outcome<T>;
  /** Called right before the request is sent, once a slot is free. If it returns false, the request is not sent. */
  readonly goAhead?: (() => Promise<boolean>) | undefined;
}

/** Function that sends calls to the service, with limits on time, size, concurrency and retries. */
export type Transport = <T>(call: Call<T>) => Promise<Outcome<T>>;

/** Creates a transport for one fleet. The settings with the key stay in this closure, where no other code can print them. */
export function createTransport(settings: TransportSettings): Transport {
  const atOnce = pLimit(settings.concurrency);
  const scrub = createScrub(settings.apiKey);
  const scrubData = createDataScrub(settings.apiKey);

  /** Sends one request, and reads its answer completely. */
  async function exchange(call: Call<unknown>): Promise<Answer> {
    const response = await settings.fetch(urlWithKey(settings.baseUrl, call.address, settings.apiKey), {
      method: call.about === 'delete' ? 'DELETE' : 'GET',
      redirect: 'manual',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(settings.timeoutMs),
    });
    const wait = retryAfterMs(response.headers, Date.now());
    const body = await readResponseBody(response, settings.maxBodyBytes);
    const correlationId = correlationIdOf(response.headers, scrub);
    return {
      status: response.status,
      body,
      ...(wait !== undefined && { retryAfterMs: wait }),
      ...(correlationId !== undefined && { correlationId }),
    };
  }

  async function request<T>(call: Call<T>): Promise<{ outcome: Outcome<T>; status?: number }> {
    let answer: Answer;
    try {
      answer = await exchange(call);
    } catch (error) {
      const failure = sortThrown(error, settings.timeoutMs);
      return {
        outcome: call.about === 'delete' && !neverSent(error) ? { ...failure, unclear: true } : failure,
      };
    }
    const { status } = answer;
    const sorted = sortAnswer(call.about, answer);
    if (sorted.kind !== 'ok') return { outcome: sorted, status };
    const read = call.read(cleanJson(sorted.value, { repair: scrubData, keepNotFinite: true }));
    return {
      outcome: read.kind !== 'ok' && call.about === 'delete' ? asDeletion(read, status) : read,
      status,
    };
  }

  return async function callService<T>(call: Call<T>): Promise<Outcome<T>> {
    for (let attempt = 1, slept = 0; ; attempt += 1) {
      // Holds the slot until the request has ended. The time limit starts once the request has the slot.
      const outcome = await atOnce(async (): Promise<Outcome<T>> => {
        const passage = settings.gate ? settings.gate.enter() : UNGUARDED;
        if (!passage) return NOT_ASKED;
        if (call.goAhead && !(await goesAhead(call.goAhead, passage)))
          return { kind: 'unavailable', reason: 'not sent: the caller may no longer make the call' };
        const startedAt = performance.now();
        const { outcome, status } = await request(call);
        passage.end(isUnavailable(outcome) ? 'unavailable' : 'there');
        report(settings, {
          endpoint: call.endpoint,
          kind: outcome.kind,
          ...(status === undefined ? {} : { status }),
          durationMs: performance.now() - startedAt,
          attempt,
        });
        return outcome;
      });
      const passing = outcome.kind === 'unavailable' || outcome.kind === 'limited';
      // Never repeats a DELETE. After an unknown outcome, the caller looks up the trip first.
      if (!passing || outcome === NOT_ASKED || call.about === 'delete' || attempt > settings.retries)
        return outcome;
      const wait = waitBefore(attempt, outcome.retryAfterMs, settings.retryBaseMs);
      // Leaves a longer wait to the caller, because a call should not stay open for so long.
      if (slept + wait > settings.retryBudgetMs) return outcome;
      await sleep(wait);
      slept += wait;
    }
  };
}

const UNGUARDED: NonNullable<ReturnType<Gate['enter']>> = { end: () => undefined };

const NOT_ASKED: Extract<Failure, { kind: 'unavailable' }> = {
  kind: 'unavailable',
  reason: 'it is unavailable: the circuit breaker is open',
  isUnasked: true,
};

/**
 * Returns whether an outcome means that the service is unavailable. A service that itself answers with an error about one trip is
 * available.
 */
function isUnavailable(outcome: Outcome<unknown>): boolean {
  return outcome.kind === 'unavailable' && outcome.maybeTrip !== true;
}

/**
 * Calls `goAhead`. If the request is not sent, reports `nothing` to the circuit breaker, because an unsent request shows nothing
 * about the service.
 */
async function goesAhead(goAhead: () => Promise<boolean>, passage: typeof UNGUARDED): Promise<boolean> {
  let mayGo = false;
  try {
    mayGo = await goAhead();
  } finally {
    if (!mayGo) passage.end('nothing');
  }
  return mayGo;
}

/**
 * Returns the milliseconds to wait before a retry: the wait that the service requested, plus a random part of a step that doubles
 * with each retry (full jitter).
 */
function waitBefore(attempt: number, askedMs: number | undefined, baseMs: number): number {
  return (askedMs ?? 0) + Math.random() * baseMs * 2 ** (attempt - 1);
}

/** Reports a request as a metric. Ignores errors of the metrics code, because they must not fail the call. */
function report(settings: TransportSettings, call: CallReport): void {
  try {
    settings.onCall?.(call);
  } catch {
    // The metrics code reports its own errors elsewhere.
  }
}

/**
 * Error codes that prove that no byte of a request was sent, because there was no connection or a certificate was refused. `EDNS`
 * is nodemailer's code for an unknown host name. `EPROTO` is not listed, because TLS may also fail later.
 */
const NEVER_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|EDNS|UND_ERR_CONNECT_TIMEOUT|(?:CERT|CRL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)_\w+|INVALID_CA|HOSTNAME_MISMATCH|ERR_TLS_CERT_ALTNAME_INVALID)$/;
/**
 * System calls that happen before a connection. Any error in them (a time limit, a firewall, no free port) means that nothing was
 * sent.
 */
const BEFORE_CONNECTION = new Set<unknown>(['connect', 'getaddrinfo', 'socket', 'bind']);

/**
 * Converts an error of `fetch` or of the body's stream into an outcome. Repeats only the error's code, because its message and
 * cause may contain the URL with the key.
 */
function sortThrown(error: unknown, timeoutMs: number): Extract<Failure, { kind: 'unavailable' }> {
  const thrown = networkCode(error) ?? 'network error';
  if (thrown === 'timeout')
    return { kind: 'unavailable', reason: `no complete answer within ${timeoutMs} ms` };
  return { kind: 'unavailable', reason: `the connection failed (${thrown})` };
}

/** Returns true if a request was certainly not sent, so that a deletion or delivery certainly did not happen. */
export function neverSent(error: unknown): boolean {
  if (NEVER_CONNECTED.test(networkCode(error) ?? '')) return true;
  for (const { syscall, errors } of causesOf(error)) {
    if (BEFORE_CONNECTION.has(syscall)) return true;
    // Every address of the host name was tried, and every attempt failed before sending.
    if (Array.isArray(errors) && errors.length > 0 && errors.every(neverSent)) return true;
  }
  return false;
}

/** Returns the code of an error or its cause, such as `ECONNRESET`, or `timeout`. Returns undefined when there is none. */
export function networkCode(error: unknown): string | undefined {
  for (const { name, code } of causesOf(error)) {
    if (name === 'TimeoutError' || name === 'AbortError') return 'timeout';
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_/]{1,49}$/.test(code)) return code;
  }
  return undefined;
}

/** Yields an error and its chain of causes, at most five. */
function* causesOf(error: unknown): Generator<Readonly<Record<string, unknown>>> {
  let at: unknown = error;
  for (let depth = 0; depth < 5 && typeof at === 'object' && at !== null; depth += 1) {
    const thrown = at as Readonly<Record<string, unknown>>;
    yield thrown;
    at = thrown['cause'];
  }
}
