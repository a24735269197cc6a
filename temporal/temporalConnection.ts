import { Connection, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';
import type { TemporalSettings } from './temporalSettings.ts';

/** gRPC by itself waits up to two minutes before it tries a server again that was away. */
const RECONNECT = { 'grpc.initial_reconnect_backoff_ms': 250, 'grpc.max_reconnect_backoff_ms': 2_000 };
/** Channels to one address share their connections, and with them a pause after a failure: whoever asks once is not to wait for it. */
const OWN_CONNECTION = { 'grpc.use_local_subchannel_pool': 1 };
/** Longest pause before a call is tried again; closing waits for pauses that have begun. */
const LONGEST_PAUSE_MS = 1_000;
const CLOSE_WITHIN_MS = 3_000;

/** A connection whose calls end by themselves, and that can be closed while some are under way. */
export interface TemporalConnection {
  readonly connection: Connection;
  /** Runs calls that must be over within a time. */
  readonly within: <T>(limitMs: number, calls: () => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

/**
 * A connection that is made when it is first needed. No call outlives it: the client would try one again on the closed
 * channel, from a timer whose error nobody can catch.
 * @param options `retries: false` fails at the first error, which then says what is wrong
 */
export function connectTemporal(
  settings: TemporalSettings,
  options: { readonly retries?: boolean } = {},
): TemporalConnection {
  const isPatient = options.retries ?? true;
  const retry = defaultGrpcRetryOptions({ maxIntervalMs: () => LONGEST_PAUSE_MS });
  let isClosing = false;
  const connection = Connection.lazy({
    ...settings,
    channelArgs: isPatient ? RECONNECT : OWN_CONNECTION,
    interceptors: [
      makeGrpcRetryInterceptor({
        ...retry,
        retryableDecider: (attempt, status) =>
          isPatient && !isClosing && retry.retryableDecider(attempt, status),
      }),
    ],
  });
  /** Every call under way with its own signal: the client never takes its listeners off a shared one. */
  const running = new Map<AbortController, Promise<void>>();
  return {
    connection,
    within(limitMs, calls) {
      const abort = new AbortController();
      const call = connection.withAbortSignal(abort.signal, () =>
        connection.withDeadline(Date.now() + limitMs, calls),
      );
      const over = (): void => void running.delete(abort);
      running.set(abort, call.then(over, over));
      return call;
    },
    async close() {
      isClosing = true;
      for (const abort of running.keys()) abort.abort();
      const late = new Promise((resolve) => setTimeout(resolve, CLOSE_WITHIN_MS).unref());
      await Promise.race([Promise.all(running.values()), late]);
      await connection.close();
    },
  };
}
