import {
  Connection,
  defaultGrpcRetryOptions,
  isGrpcServiceError,
  makeGrpcRetryInterceptor,
} from '@temporalio/client';
import { loadClientConfigProfile, toClientOptions } from '@temporalio/envconfig';
import type { ClientConfigProfile, ClientConnectConfig } from '@temporalio/envconfig';
import type { Config } from '../config.ts';

/** Error when Temporal's variables contradict each other, or name a file that cannot be read. Contains no secret. */
export class TemporalSettingsError extends Error {
  constructor(reason: string) {
    super(
      `Temporal's variables for TLS and API key cannot be used: ${reason}. Check TEMPORAL_TLS_CLIENT_CERT_PATH, TEMPORAL_TLS_CLIENT_KEY_PATH, TEMPORAL_TLS_SERVER_CA_CERT_PATH and their …_DATA forms.`,
    );
    this.name = 'TemporalSettingsError';
  }
}

/** Settings of the connection to Temporal, which web server, worker and `doctor` share. */
export type TemporalSettings = ClientConnectConfig['connectionOptions'] & { readonly address: string };

/**
 * Returns the connection settings. The address is from the configuration. TLS, API key and headers are from Temporal's own
 * variables in it. Does not read Temporal's configuration file, because that is for the `temporal` command.
 * @param from `isEmbedded`: this process started the server. Such a server uses neither TLS nor keys, even if the environment
 * sets them for another server
 * @throws TemporalSettingsError when the variables cannot be used
 */
export function temporalSettings(
  temporal: Pick<Config['temporal'], 'address' | 'clientVariables'>,
  from: { readonly isEmbedded?: boolean } = {},
): TemporalSettings {
  const address = temporal.address ?? '127.0.0.1:7233';
  if (from.isEmbedded === true) return { address };
  return {
    ...readable(() => toClientOptions(profileOf(temporal.clientVariables ?? {}))).connectionOptions,
    address,
  };
}

function profileOf(variables: Readonly<Record<string, string>>): ClientConfigProfile {
  const profile = loadClientConfigProfile({ disableFile: true, overrideEnvVars: { ...variables } });
  const { clientCert, clientKey } = profile.tls ?? {};
  // Checks this here, because the SDK would connect without the certificate, and the server's refusal would not show the reason.
  if (clientCert && !clientKey) throw new TemporalSettingsError('there is a client certificate and no key');
  if (clientKey && !clientCert) throw new TemporalSettingsError('there is a client key and no certificate');
  return profile;
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof TemporalSettingsError) throw error;
    const { code, path, message } = error as NodeJS.ErrnoException;
    throw new TemporalSettingsError(path && code ? `${path} cannot be read (${code})` : message);
  }
}

/** gRPC options that reconnect soon. By default, gRPC waits up to two minutes after a server was unavailable. */
const RECONNECT = { 'grpc.initial_reconnect_backoff_ms': 250, 'grpc.max_reconnect_backoff_ms': 2_000 };
/**
 * gRPC option that gives a channel its own connections. Otherwise channels to the same address share connections, and also the
 * pause after a failure, for which a single check must not wait.
 */
const OWN_CONNECTION = { 'grpc.use_local_subchannel_pool': 1 };
/** Longest pause in milliseconds before a retry. It is short, because closing waits for the current pause. */
const LONGEST_PAUSE_MS = 1_000;
const CLOSE_WITHIN_MS = 3_000;

/** A connection that limits the time of its calls, and that can be closed while calls are running. */
interface TemporalConnection {
  readonly connection: Connection;
  /** Runs calls with a time limit in milliseconds. */
  readonly within: <T>(limitMs: number, calls: () => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

/**
 * Creates a connection that opens when it is first needed. Closing it aborts all calls. Otherwise the client would retry a call
 * on the closed channel, from a timer whose error cannot be caught.
 * @param options `retries: false` fails at the first error, which then shows the cause
 */
export function connectTemporal(
  settings: TemporalSettings,
  options: { readonly retries?: boolean } = {},
): TemporalConnection {
  const isRetried = options.retries ?? true;
  const retry = defaultGrpcRetryOptions({ maxIntervalMs: () => LONGEST_PAUSE_MS });
  let isClosing = false;
  const connection = Connection.lazy({
    ...settings,
    channelArgs: isRetried ? RECONNECT : OWN_CONNECTION,
    interceptors: [
      makeGrpcRetryInterceptor({
        ...retry,
        retryableDecider: (attempt, status) =>
          isRetried && !isClosing && retry.retryableDecider(attempt, status),
      }),
    ],
  });
  /** Running calls, each with its own abort signal, because the client never removes its listeners from a shared signal. */
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

/** Error when Temporal cannot be reached. The message contains the address, the reason and the remedy, but no secret. */
export class TemporalUnreachableError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'TemporalUnreachableError';
  }
}

const CHECK_WITHIN_MS = 5_000;

/** gRPC status codes with a more specific meaning than "no answer" (grpc.io, "Status codes and their use"). */
const NOT_FOUND = 5;
const PERMISSION_DENIED = 7;
const UNAUTHENTICATED = 16;

/**
 * Looks up Tripline's namespace in Temporal, on a separate connection.
 * @throws TemporalUnreachableError when Temporal does not answer, or has no such namespace
 */
export async function checkTemporal(settings: TemporalSettings, namespace: string): Promise<void> {
  const { connection, within, close } = connectTemporal(settings, { retries: false });
  try {
    await within(CHECK_WITHIN_MS, () => connection.workflowService.describeNamespace({ namespace }));
  } catch (error) {
    throw new TemporalUnreachableError(inWords(error, { at: settings.address, namespace }), error);
  } finally {
    await close();
  }
}

/** Returns the gRPC error among an error and its causes, because the SDK wraps some of them in its own errors. */
export function grpcErrorIn(
  error: unknown,
): (Error & { readonly code: number; readonly details: string }) | undefined {
  if (isGrpcServiceError(error)) return error;
  return error instanceof Error && error.cause !== undefined ? grpcErrorIn(error.cause) : undefined;
}

function inWords(error: unknown, { at, namespace }: { at: string; namespace: string }): string {
  const grpcError = grpcErrorIn(error);
  const code = grpcError && Number(grpcError.code);
  if (code === NOT_FOUND)
    return `Temporal at ${at} has no namespace "${namespace}": create it (temporal operator namespace create --namespace ${namespace}), or correct TEMPORAL_NAMESPACE.`;
  if (code === PERMISSION_DENIED || code === UNAUTHENTICATED)
    return `Temporal at ${at} refuses the connection to namespace "${namespace}": check TEMPORAL_API_KEY or the client certificate (TEMPORAL_TLS_CLIENT_CERT_PATH), and TEMPORAL_NAMESPACE.`;
  const why = lastError(error);
  return `Temporal at ${at} does not answer${why ? ` (${why})` : ''}: is it up, is TEMPORAL_ADDRESS right, and does it require TLS (TEMPORAL_TLS=true, TEMPORAL_TLS_SERVER_CA_CERT_PATH)?`;
}

/** Returns the cause of gRPC's last attempt, such as `connect ECONNREFUSED 127.0.0.1:7233` or `self-signed certificate`. */
function lastError(error: unknown): string | undefined {
  const details = grpcErrorIn(error)?.details ?? '';
  if (details.startsWith('Name resolution failed')) return 'its name cannot be resolved';
  const found = /Last error: (?:Error: )?(.+?)\.?(?: Resolution note|$)/m.exec(details)?.[1];
  // OpenSSL writes the reason between changing numbers and a position in its own source code.
  return /^[0-9A-F]+:error:.*:([^:]+):\.\.\//.exec(found ?? '')?.[1] ?? found;
}
