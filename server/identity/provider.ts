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

/** After this the provider is asked again where its addresses and keys are. */
const KNOWN_FOR_MS = 3_600_000;

/** Values that a sign-in has to remember until the provider's answer arrives. */
export interface Begun {
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** A provider's answer, and its own id of the session. */
export interface Answered extends Statements {
  readonly sid?: string;
  /** Why there is nothing from UserInfo although the provider has it: the reason to refuse a sign-in that needs it. */
  readonly withheld?: Problem;
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

/** Creates a client of a provider. Its first request is made when a person signs in. */
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

/** @throws Problem 503 for a provider whose page could not be trusted: what people type there would be shown to the network */
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

/** Returns the statements of UserInfo. Its refusal alone fails no sign-in, because the ID token may state everything needed. */
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

/** Creates the problem of a provider that does not answer. Admins with a service token still have access. */
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
