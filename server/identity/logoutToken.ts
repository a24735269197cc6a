import { isStorableId } from '../../store/db/index.ts';
import { Problem, notNow } from '../http/index.ts';
import { CLOCKS_DIFFER_SECONDS } from './discovery.ts';
import { isRefusedToken, verifiedToken } from './signatures.ts';
import type { ProviderClient } from './provider.ts';

/** The event that a logout token must contain in `events`. */
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Maximum age of a token in seconds. Its `jti` is remembered for twice as long. */
const LONGEST_AGE_SECONDS = 300;

/**
 * The sessions to end.
 *
 * - `sid`: the session with this id at the provider
 * - `subject`: all sessions of this person
 * - both: the session with this id, if it belongs to this person
 */
export interface Logout {
  readonly subject?: string;
  readonly sid?: string;
}

/** A verified logout token's content. Its `jti` is remembered until `expiresAt`, so that the token works only once. */
export interface VerifiedLogout {
  readonly logout: Logout;
  readonly jti: string;
  readonly expiresAt: Date;
}

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). The caller must still record the token as used.
 * @throws Problem 400 if the token is too old, not from this provider, or no logout token. Problem 503 if the provider's keys
 * cannot be read.
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
  // An ID token has a nonce and no event. It must not sign a person out.
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
 * Returns the problem for a token that could not be verified. Keys that cannot be fetched, or a new key that is not published
 * yet, are no fault of the token. The provider then sends the token again.
 */
function notVerified(error: unknown): Problem {
  if (isRefusedToken(error)) return refusedToken(`it cannot be verified (${error.code})`);
  return notNow('The identity provider’s keys could not be read. Send the logout token again.');
}
