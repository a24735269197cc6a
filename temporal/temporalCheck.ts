import { isGrpcServiceError } from '@temporalio/client';
import { connectTemporal } from './temporalConnection.ts';
import type { TemporalSettings } from './temporalSettings.ts';

/** Says what keeps us from Temporal, where, and what to do. Holds no secret. */
export class TemporalUnreachableError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'TemporalAwayError';
  }
}

const CHECK_WITHIN_MS = 5_000;

/** Status codes of gRPC that say more than that nobody answers (grpc.io, "Status codes and their use"). */
const NOT_FOUND = 5;
const PERMISSION_DENIED = 7;
const UNAUTHENTICATED = 16;

/**
 * Asks Temporal for our namespace, on a connection of its own.
 * @throws TemporalAwayError
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

function inWords(error: unknown, { at, namespace }: { at: string; namespace: string }): string {
  const code = isGrpcServiceError(error) ? Number(error.code) : undefined;
  if (code === NOT_FOUND)
    return `Temporal at ${at} has no namespace "${namespace}": create it (temporal operator namespace create --namespace ${namespace}), or correct TEMPORAL_NAMESPACE.`;
  if (code === PERMISSION_DENIED || code === UNAUTHENTICATED)
    return `Temporal at ${at} refuses us in namespace "${namespace}": check TEMPORAL_API_KEY or the client certificate (TEMPORAL_TLS_CLIENT_CERT_PATH), and TEMPORAL_NAMESPACE.`;
  const why = lastError(error);
  return `Temporal at ${at} does not answer${why ? ` (${why})` : ''}: is it up, is TEMPORAL_ADDRESS right, and does it want TLS (TEMPORAL_TLS=true, TEMPORAL_TLS_SERVER_CA_CERT_PATH)?`;
}

/** What gRPC saw when it last tried, e.g. `connect ECONNREFUSED 127.0.0.1:7233` or `self-signed certificate`. */
function lastError(error: unknown): string | undefined {
  const details = isGrpcServiceError(error) ? error.details : '';
  if (details.startsWith('Name resolution failed')) return 'its name cannot be resolved';
  const found = /Last error: (?:Error: )?(.+?)\.?(?: Resolution note|$)/m.exec(details)?.[1];
  // OpenSSL puts the reason between numbers that change and a line of its own sources.
  return /^[0-9A-F]+:error:.*:([^:]+):\.\.\//.exec(found ?? '')?.[1] ?? found;
}
