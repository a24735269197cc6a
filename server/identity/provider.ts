import { setTimeout as pause } from 'node:timers/promises';
import { createRemoteJWKSet } from 'jose';
import type { JWTVerifyGetKey } from 'jose';
import * as oidc from 'openid-client';
import { worded } from '../../messages/language/index.ts';
import type { IdentityProvider } from '../../config.ts';
import { Problem, notNow } from '../http/index.ts';
import type { Claims } from './claims.ts';

/** How long a provider may take to answer, in seconds. */
const ANSWER_WITHIN_SECONDS = 10;
/** After this the provider is asked again where its addresses and keys are. */
const KNOWN_FOR_MS = 3_600_000;
/** Between the two attempts to reach a provider. */
const RETRY_AFTER_MS = 300;

/** What a sign-in has to remember until its answer comes back. */
export interface Begun {
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** What a provider answered, and its own id of the session. */
export interface Answered {
  readonly claims: Claims;
  readonly sid?: string;
}

/** What checks a provider's signatures. */
export interface ProviderKeys {
  readonly getKey: JWTVerifyGetKey;
  /** What the provider signs with; only kinds that nobody but it can sign. */
  readonly algorithms: readonly string[];
}

/** A provider, as it is talked to. */
export interface ProviderClient {
  readonly provider: IdentityProvider;
  /** @throws Problem 503 when the provider does not answer */
  begin(): Promise<Begun>;
  /** @throws Problem 403 when the provider, or what it answers, refuses the sign-in; 503 when it does not answer */
  finish(query: string, begun: Omit<Begun, 'url'>): Promise<Answered>;
  /** @throws Problem 503 when the provider does not answer */
  keys(): Promise<ProviderKeys>;
}

interface Discovered {
  readonly configuration: oidc.Configuration;
  readonly keys: ProviderKeys;
  readonly at: number;
}

/** A client of a provider, which is first asked when somebody signs in. */
export function providerClient(provider: IdentityProvider, publicUrl: string): ProviderClient {
  const callback = `${publicUrl}/sign-in/${provider.id}/callback`;
  let known: Discovered | undefined;
  let asking: Promise<Discovered> | undefined;

  async function discovered(): Promise<Discovered> {
    if (known && Date.now() - known.at < KNOWN_FOR_MS) return known;
    // However many sign in at once, the provider is asked by one of them.
    asking ??= discover(provider).finally(() => (asking = undefined));
    try {
      known = await asking;
    } catch (error) {
      if (!known) throw unavailable(provider, error);
    }
    return known;
  }

  return {
    provider,
    async begin() {
      const { configuration } = await discovered();
      const codeVerifier = oidc.randomPKCECodeVerifier();
      const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: callback,
        scope: `openid ${provider.scope}`,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, state, nonce, codeVerifier };
    },
    async finish(query, { state, nonce, codeVerifier }) {
      const { configuration } = await discovered();
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, new URL(`${callback}${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
        });
        const own: Claims = { ...tokens.claims() };
        const more = configuration.serverMetadata().userinfo_endpoint
          ? await oidc.fetchUserInfo(configuration, tokens.access_token, String(own['sub']))
          : {};
        const { sid } = own;
        // What the signed token says stands above what the provider says beside it.
        return { claims: { ...more, ...own }, ...(typeof sid === 'string' && { sid }) };
      } catch (error) {
        throw refusedBy(provider, error);
      }
    },
    async keys() {
      return (await discovered()).keys;
    },
  };
}

/** Asked twice, because a provider that is being restarted is back in a moment. */
async function discover(provider: IdentityProvider): Promise<Discovered> {
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
  const execute = [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])];
  const found = await oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    execute,
    timeout: ANSWER_WITHIN_SECONDS,
  });
  const metadata = found.serverMetadata();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authentication = methods.includes('client_secret_basic')
    ? oidc.ClientSecretBasic(clientSecret)
    : oidc.ClientSecretPost(clientSecret);
  const configuration = new oidc.Configuration(metadata, clientId, clientSecret, authentication);
  configuration.timeout = ANSWER_WITHIN_SECONDS;
  for (const setting of execute) setting(configuration);
  if (metadata.jwks_uri === undefined) throw new Error('it names no jwks_uri');
  const supported = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
  return {
    configuration,
    at: Date.now(),
    keys: {
      getKey: createRemoteJWKSet(new URL(metadata.jwks_uri), {
        timeoutDuration: ANSWER_WITHIN_SECONDS * 1000,
      }),
      algorithms: supported.filter((name) => /^(RS|PS|ES)\d{3}$|^(EdDSA|Ed25519)$/.test(name)),
    },
  };
}

/** A provider that does not answer locks nobody out who has an admin's service token. */
function unavailable({ name }: IdentityProvider, cause: unknown): Problem {
  const problem = notNow(worded('problems.providerUnavailable', { provider: name }));
  problem.cause = cause;
  return problem;
}

function refusedBy(provider: IdentityProvider, error: unknown): Problem {
  if (error instanceof oidc.AuthorizationResponseError)
    return new Problem(
      403,
      worded('problems.providerRefused', { provider: provider.name, code: error.error.slice(0, 100) }),
    );
  const isAnswer = error instanceof oidc.ResponseBodyError || error instanceof oidc.ClientError;
  const code = error instanceof oidc.ClientError ? error.code : undefined;
  if (!isAnswer || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM')
    return unavailable(provider, error);
  return new Problem(403, worded('problems.providerUnverified', { provider: provider.name }));
}
