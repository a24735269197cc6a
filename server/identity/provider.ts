import * as oidc from 'openid-client';
import { worded } from '../../messages/language/index.ts';
import type { IdentityProvider } from '../../config.ts';
import { isStorableId } from '../../store/db/index.ts';
import { Problem, notNow } from '../http/index.ts';
import { shownPath } from './claims.ts';
import type { Claims, Statements } from './claims.ts';
import { CLOCKS_DIFFER_SECONDS, discover } from './discovery.ts';
import type { Discovered } from './discovery.ts';
import { isRefusedToken, verifiedToken } from './signatures.ts';
import type { ProviderKeys } from './signatures.ts';

/** Milliseconds after which a provider's endpoints and keys are requested again. */
const KNOWN_FOR_MS = 3_600_000;

/** Values that are stored from the beginning of a sign-in until the provider's answer. */
export interface Begun {
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** A provider's claims about a person, and its id of the person's session. */
export interface Answered extends Statements {
  readonly sid?: string;
  /**
   * The reason why UserInfo could not be read although the provider has it. A sign-in that needs its claims is refused with this
   * problem.
   */
  readonly withheld?: Problem;
}

/** A client of an identity provider. */
export interface ProviderClient {
  readonly provider: IdentityProvider;
  /**
   * Begins a sign-in.
   * @throws Problem 503 if the provider does not answer
   */
  begin(): Promise<Begun>;
  /**
   * Completes a sign-in.
   * @throws Problem 403 if the provider refuses the sign-in, or its answer is not acceptable. Problem 503 if the provider does
   * not answer.
   */
  finish(query: string, begun: Omit<Begun, 'url'>): Promise<Answered>;
  /**
   * Returns the provider's keys.
   * @throws Problem 503 if the provider does not answer
   */
  keys(): Promise<ProviderKeys>;
}

/** Creates a client of an identity provider. It sends no request until a person signs in. */
export function providerClient(provider: IdentityProvider, publicUrl: string): ProviderClient {
  const callback = `${publicUrl}/sign-in/${provider.id}/callback`;
  let known: Discovered | undefined;
  let asking: Promise<Discovered> | undefined;

  async function discovered(): Promise<Discovered> {
    if (known && Date.now() - known.at < KNOWN_FOR_MS) return known;
    // Concurrent sign-ins share one request to the provider.
    asking ??= discover(provider).finally(() => (asking = undefined));
    try {
      known = await asking;
    } catch (error) {
      if (!known) throw error instanceof Problem ? error : unavailable(provider, error);
    }
    return known;
  }

  return {
    provider,
    async begin() {
      const { configuration } = await discovered();
      const codeVerifier = oidc.randomPKCECodeVerifier();
      const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
      const url = authorizationUrl(provider, configuration, {
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
      const { configuration, keys } = await discovered();
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, new URL(`${callback}${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const { payload } = await verifiedToken(keys, tokens.id_token!, {
          issuer: keys.issuer,
          audience: provider.clientId,
          algorithms: [...keys.algorithms],
          clockTolerance: CLOCKS_DIFFER_SECONDS,
        });
        const idToken: Claims = { ...payload };
        const { sid } = idToken;
        return {
          idToken,
          ...(await askUserInfo(provider, configuration, {
            accessToken: tokens.access_token,
            subject: String(idToken['sub']),
          })),
          ...(typeof sid === 'string' && isStorableId(sid) && { sid }),
        };
      } catch (error) {
        throw refusedBy(provider, error);
      }
    },
    async keys() {
      return (await discovered()).keys;
    },
  };
}

/**
 * Returns the address of the provider's sign-in page.
 * @throws Problem 503 if the page is not served by HTTPS, because the network could then read what people type there
 */
function authorizationUrl(
  provider: IdentityProvider,
  configuration: oidc.Configuration,
  parameters: Record<string, string>,
): URL {
  try {
    return oidc.buildAuthorizationUrl(configuration, parameters);
  } catch (error) {
    throw unavailable(provider, error);
  }
}

/**
 * Returns the claims from UserInfo. A failure alone does not refuse the sign-in, because the ID token may contain all claims that
 * are needed.
 */
async function askUserInfo(
  provider: IdentityProvider,
  configuration: oidc.Configuration,
  { accessToken, subject }: { readonly accessToken: string; readonly subject: string },
): Promise<{ readonly userInfo: Claims; readonly withheld?: Problem }> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return { userInfo: {} };
  try {
    return { userInfo: await oidc.fetchUserInfo(configuration, accessToken, subject) };
  } catch (error) {
    return { userInfo: {}, withheld: withheldBy(provider, error) };
  }
}

function withheldBy(provider: IdentityProvider, error: unknown): Problem {
  const answer = error instanceof Error ? error.cause : undefined;
  const isUnreachable = !(
    error instanceof oidc.ClientError || error instanceof oidc.WWWAuthenticateChallengeError
  );
  const isFailing = answer instanceof Response && answer.status >= 500;
  if (isUnreachable || isFailing || codeOf(error) === 'OAUTH_TIMEOUT') return unavailable(provider, error);
  const words = { provider: provider.name, claim: shownPath(provider.roleClaim) };
  return causedBy(new Problem(403, worded('problems.providerUserInfo', words)), error);
}

/** Creates the problem for a provider that does not answer. Admins can still sign in with a service token. */
function unavailable({ name }: IdentityProvider, cause: unknown): Problem {
  return causedBy(notNow(worded('problems.providerUnavailable', { provider: name })), cause);
}

function causedBy(problem: Problem, cause: unknown): Problem {
  problem.cause = cause;
  return problem;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof oidc.ClientError ? error.code : undefined;
}

function refusedBy(provider: IdentityProvider, error: unknown): Problem {
  if (error instanceof oidc.AuthorizationResponseError)
    return new Problem(
      403,
      worded('problems.providerRefused', { provider: provider.name, code: error.error.slice(0, 100) }),
    );
  const isAnswer =
    error instanceof oidc.ResponseBodyError || error instanceof oidc.ClientError || isRefusedToken(error);
  const code = codeOf(error);
  if (!isAnswer || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM')
    return unavailable(provider, error);
  return causedBy(
    new Problem(403, worded('problems.providerUnverified', { provider: provider.name })),
    error,
  );
}
