import { loadClientConfigProfile, toClientOptions } from '@temporalio/envconfig';
import type { ClientConfigProfile, ClientConnectConfig } from '@temporalio/envconfig';
import type { Config } from '../config.ts';

/** Thrown when Temporal's variables contradict each other or name a file that cannot be read. Holds no secret. */
export class TemporalSettingsError extends Error {
  constructor(reason: string) {
    super(
      `Temporal's variables for TLS and API key cannot be used: ${reason}. Check TEMPORAL_TLS_CLIENT_CERT_PATH, TEMPORAL_TLS_CLIENT_KEY_PATH, TEMPORAL_TLS_SERVER_CA_CERT_PATH and their …_DATA forms.`,
    );
    this.name = 'TemporalSettingsError';
  }
}

/** How Temporal is to be reached: by web server, worker and `doctor` alike. */
export type TemporalSettings = ClientConnectConfig['connectionOptions'] & { readonly address: string };

/**
 * The address comes from the configuration; TLS, API key and headers from Temporal's own variables in it. Temporal's
 * configuration file is never read: what a person keeps there for the `temporal` command is not meant for Tripline.
 * @param from `isEmbedded`: this process brought the server along, which speaks neither TLS nor keys, whatever the
 *   environment says of another one
 * @throws TemporalSettingsError
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
  // The SDK would connect without the certificate, and be refused for a reason nobody finds.
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
