import { isStorableId } from '../../store/db/index.ts';
import { Problem, notNow } from '../http/index.ts';
import { CLOCKS_DIFFER_SECONDS } from './discovery.ts';
import { isRefusedToken, verifiedToken } from './signatures.ts';
import type { ProviderClient } from './provider.ts';

/** The event that a logout token's `events` has to name. */
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Seconds after which a token is refused; its number is remembered for twice as long. */
const LONGEST_AGE_SECONDS = 300;

/** The sessions to end: with `sid`, that session; with `subject`, that person's; with both, that session of that person. */
export interface Logout {
  readonly subject?: string;
  readonly sid?: string;
}

/** The request of a logout token, and its number, which is remembered until `expiresAt` so that the token works once. */
export interface VerifiedLogout {
  readonly logout: Logout;
  readonly jti: string;
  readonly expiresAt: Date;
}

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). It has yet to be used up.
 * @throws Problem 400 for a token that is not this provider's, too old, or no logout token; 503 when the provider's keys cannot
 * be had
 */
export async function verifiedLogout(
  client: ProviderClient,
  { token, at }: { readonly token: string; readonly at: Date },
): Promise<VerifiedLogout> {
  const { provider } = client;
  const keys = await client.keys();
  const { payload } = await verifiedToken(keys, token, {
    issuer: keys.issuer,
    audience: provider.clientId,
    algorithms: [...keys.algorithms],
    requiredClaims: ['iat', 'jti', 'events'],
    maxTokenAge: LONGEST_AGE_SECONDS,
    clockTolerance: CLOCKS_DIFFER_SECONDS,
    currentDate: at,
  }).catch((error: unknown) => {
    throw notVerified(error);
  });
  const { sub, jti } = payload;
  const { events, nonce, sid } = payload as Readonly<Record<string, unknown>>;
  // An ID token has a nonce and no event: it must not sign anyone out.
  if (nonce !== undefined) throw refusedToken('it has a nonce');
  if (!hasLogoutEvent(events)) throw refusedToken('its events name no logout');
  if (sid !== undefined && typeof sid !== 'string') throw refusedToken('its sid is no text');
  for (const [name, text] of Object.entries({ sub, sid }))
    if (text !== undefined && !isStorableId(text)) throw refusedToken(`its ${name} is of nobody`);
  if (sub === undefined && sid === undefined) throw refusedToken('it names neither sub nor sid');
  if (typeof jti !== 'string' || jti === '') throw refusedToken('it has no jti');
  const expiresAt = new Date(at.getTime() + 2 * (LONGEST_AGE_SECONDS + CLOCKS_DIFFER_SECONDS) * 1000);
  const logout = { ...(sub !== undefined && { subject: sub }), ...(sid !== undefined && { sid }) };
  return { logout, jti, expiresAt };
}

function hasLogoutEvent(events: unknown): boolean {
  if (events === null || typeof events !== 'object' || !Object.hasOwn(events, LOGOUT_EVENT)) return false;
  const event = (events as Readonly<Record<string, unknown>>)[LOGOUT_EVENT];
  return event !== null && typeof event === 'object';
}

/** Returns the problem of a refused logout token. */
export function refusedToken(why: string): Problem {
  return new Problem(400, `The logout token is refused: ${why}.`);
}

/**
 * Keys that could not be fetched are no fault of the token, nor is one that the provider signs with and does not publish yet: the provider
 * sends the token again.
 */
function notVerified(error: unknown): Problem {
  if (isRefusedToken(error)) return refusedToken(`it cannot be verified (${error.code})`);
  return notNow('The identity provider’s keys could not be read. Send the logout token again.');
}
