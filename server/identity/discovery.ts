import { setTimeout as pause } from 'node:timers/promises';
import { createRemoteJWKSet, customFetch } from 'jose';
import * as oidc from 'openid-client';
import { worded } from '../../messages/language/index.ts';
import type { IdentityProvider } from '../../config.ts';
import { notNow } from '../http/index.ts';
import type { ProviderKeys } from './signatures.ts';

/** Maximum seconds for a provider's answer. */
const ANSWER_WITHIN_SECONDS = 10;
/** Milliseconds between the two attempts to reach a provider. */
const RETRY_AFTER_MS = 300;
/** Maximum difference between clocks, in seconds, when the times in a token are checked. */
export const CLOCKS_DIFFER_SECONDS = 60;
/** Minimum milliseconds between two fetches of the keys, even if a token is signed with an unknown key. */
const KEYS_COOL_DOWN_MS = 5_000;
/** Maximum number of bytes of a provider's answer. */
const LARGEST_ANSWER_BYTES = 1_048_576;

/** A provider's configuration and keys, and the time at which they were read. */
export interface Discovered {
  readonly configuration: oidc.Configuration;
  readonly keys: ProviderKeys;
  readonly at: number;
}

/**
 * Requests a provider's endpoints and keys. Retries once after a failure, because a restarting provider is soon available again.
 */
export async function discover(provider: IdentityProvider): Promise<Discovered> {
  try {
    return await discoverOnce(provider);
  } catch {
    await pause(RETRY_AFTER_MS);
    return discoverOnce(provider);
  }
}

async function discoverOnce(provider: IdentityProvider): Promise<Discovered> {
  const { issuer, clientId, clientSecret } = provider;
  const isPlain = new URL(issuer).protocol === 'http:';
  // The library's own signature checks are not enabled, because `verifiedToken` checks signatures with `keys`.
  const execute = isPlain ? [oidc.allowInsecureRequests] : [];
  const ask = (server: string): Promise<oidc.Configuration> =>
    oidc.discovery(new URL(server), clientId, clientSecret, undefined, {
      execute,
      timeout: ANSWER_WITHIN_SECONDS,
      [oidc.customFetch]: boundedFetch,
    });
  const found = await ask(issuer).catch((error: unknown) => ask(ownIssuer(provider, error)));
  const metadata = found.serverMetadata();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authentication = methods.includes('client_secret_basic')
    ? oidc.ClientSecretBasic(clientSecret)
    : oidc.ClientSecretPost(clientSecret);
  const client = { client_secret: clientSecret, [oidc.clockTolerance]: CLOCKS_DIFFER_SECONDS };
  const configuration = new oidc.Configuration(metadata, clientId, client, authentication);
  configuration.timeout = ANSWER_WITHIN_SECONDS;
  configuration[oidc.customFetch] = boundedFetch;
  for (const setting of execute) setting(configuration);
  if (metadata.jwks_uri === undefined) throw new Error('it names no jwks_uri');
  const supported = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
  const keySet = createRemoteJWKSet(new URL(metadata.jwks_uri), {
    timeoutDuration: ANSWER_WITHIN_SECONDS * 1000,
    cooldownDuration: KEYS_COOL_DOWN_MS,
    [customFetch]: boundedFetch,
  });
  return {
    configuration,
    at: Date.now(),
    keys: {
      getKey: keySet,
      algorithms: supported.filter((name) => /^(RS|PS|ES)\d{3}$|^(EdDSA|Ed25519)$/.test(name)),
      issuer: metadata.issuer,
      async refresh() {
        if (keySet.coolingDown) return false;
        await keySet.reload();
        return true;
      },
    },
  };
}

/**
 * Returns the provider's own issuer if it differs from the configured one only by a trailing slash.
 * @throws the given error if it contains no issuer. Problem 503 if the provider names another issuer.
 */
function ownIssuer(provider: IdentityProvider, error: unknown): string {
  const { body } = (error instanceof oidc.ClientError ? error.cause : undefined) as {
    readonly body?: { readonly issuer?: unknown };
  } & object;
  if (typeof body?.issuer !== 'string') throw error;
  const bare = (issuer: string): string => issuer.replace(/\/$/, '');
  if (bare(body.issuer) === bare(provider.issuer)) return body.issuer;
  throw notNow(
    worded('problems.providerOtherIssuer', {
      provider: provider.name,
      issuer: body.issuer.slice(0, 200),
    }),
  );
}

/** Fetches an answer and limits its size, so that an endless answer cannot fill the memory. */
async function boundedFetch(url: string, options: object): Promise<Response> {
  const { body, status, statusText, headers } = await fetch(url, options);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the rest of the answer.
    if (bytes > LARGEST_ANSWER_BYTES)
      throw new Error(`its answer is larger than ${LARGEST_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new Response(bytes === 0 ? null : new Blob(chunks), { status, statusText, headers });
}
