import type { Request } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { worded } from '../../messages/language/index.ts';
import type { Worded } from '../../messages/language/index.ts';
import type { FleetConfig, Role } from '../../config.ts';
import type { Db } from '../../store/db/index.ts';
import { BACKGROUND_HEADER, clearSessionCookie, sessionIdOf } from './cookies.ts';
import { CSRF_HEADER, refuseForgery } from './forgery.ts';
import type { Exchange, Reach } from './cookies.ts';
import { identityFinder } from './identity.ts';
import type { FleetAccess, Identity, IdentityConfig, Person } from './identity.ts';
import { Problem } from '../http/index.ts';

/** A caller in one fleet: a person with a session or a personal token, or a service token. */
export interface Caller {
  readonly fleet: FleetConfig;
  readonly role: Role;
  /** The name for the audit log and timelines: the person's or the service token's. */
  readonly name: string;
  /** The groups to which the caller's access is limited. Absent: the whole fleet. */
  readonly groups?: readonly string[];
  /** Absent for a service token, or a session that a service token began. */
  readonly person?: Person;
}

/** The conditions under which a request is allowed. */
export interface Asking {
  /** The authentication scheme that a 401 response names. */
  readonly scheme: 'Bearer' | 'Basic';
  /** The fleet in the path. Absent: the token's fleet, or the person's first fleet. */
  readonly fleet?: unknown;
  /** The minimum role. */
  readonly role: Role;
  /** Whether the route shows only the groups of a token that is limited to groups. All other routes refuse such a token. */
  readonly isGroupScoped: boolean;
  /** True for a stream. Browsers reopen streams automatically, so this must not prolong a session. */
  readonly isStream?: boolean;
}

/** Maximum number of wrong tokens and sessions per minute from one address. After that, the address must wait. */
const WRONG_TOKENS_A_MINUTE = 300;

const RANK: Readonly<Record<Role, number>> = { viewer: 0, editor: 1, admin: 2 };

/** Returns whether a role includes the rights of another. */
export function isAtLeast(role: Role, needed: Role): boolean {
  return RANK[role] >= RANK[needed];
}

/** Options for identifying a caller whose request belongs to no fleet. */
interface RecogniseOptions {
  /** Default: `Bearer`. */
  readonly scheme?: Asking['scheme'];
  /** The CSRF token from a form, instead of the header. */
  readonly csrfToken?: string;
  /** True if the request must not prolong the session. */
  readonly isBackground?: boolean;
}

/** Identifies the caller of a request. */
export interface Authenticator {
  /**
   * Identifies the caller, and stores the caller's name in the response's `locals` for the log.
   * @param token the token in the request. If undefined, the session's cookie is used.
   * @throws Problem:
   * - 401 for a missing or wrong token, or a session that has ended
   * - 400 for a bearer token together with a session
   * - 429 after too many wrong tokens from this address
   * - 404 for a fleet without access
   * - 403 for a role that is too low, or a session's request that another site may have caused
   * - 403 for a token limited to groups, on a route that cannot separate groups
   */
  identify(exchange: Exchange, token: string | undefined, asking: Asking): Promise<Caller>;
  /** Identifies a caller whose request belongs to no fleet. Throws the same errors for tokens, sessions and forged requests. */
  recognise(exchange: Exchange, token: string | undefined, options?: RecogniseOptions): Promise<Identity>;
  /**
   * Returns whether the credentials of an open request would still allow it, with the same groups. The check does not prolong a
   * session.
   */
  isCurrent(
    request: Request,
    token: string | undefined,
    asking: Asking & { readonly groups: readonly string[] | undefined },
  ): Promise<boolean>;
}

/** The dependencies of an authenticator. */
interface AuthenticatorParts {
  readonly config: IdentityConfig & Reach;
  readonly database: { readonly db: Db };
  readonly now: () => Date;
}

/**
 * Creates the authenticator for tokens and sessions of all fleets. Only wrong tokens and sessions are counted, not requests
 * without any.
 */
export function createAuthenticator({ config, database, now }: AuthenticatorParts): Authenticator {
  const finder = identityFinder(config, database.db);
  const limiter = rateLimit({
    windowMs: 60_000,
    limit: WRONG_TOKENS_A_MINUTE,
    legacyHeaders: false,
    standardHeaders: false,
    validate: false,
    handler: () => undefined,
  });

  /**
   * Counts a wrong token or session.
   * @throws Problem 401, or 429 after too many
   */
  async function refuseWrong({ request, response }: Exchange, detail: Worded, scheme: Asking['scheme']) {
    const address = ipKeyGenerator(request.ip ?? 'unknown');
    const tried = await limiter.getKey(address);
    if (tried && tried.totalHits >= WRONG_TOKENS_A_MINUTE) throw tooMany(tried.resetTime);
    await limiter(request, response, () => undefined);
    throw notAuthenticated(detail, scheme);
  }

  async function recognise(
    exchange: Exchange,
    token: string | undefined,
    { scheme = 'Bearer', csrfToken, isBackground = false }: RecogniseOptions = {},
  ): Promise<Identity> {
    const { request, response } = exchange;
    const sessionId = sessionIdOf(request, config);
    // Browsers send a stored Basic login automatically, so it is accepted with a session. A bearer token together with a session
    // is a mistake.
    if (sessionId !== undefined && /^Bearer\b/i.test(request.headers.authorization ?? ''))
      throw new Problem(400, worded('problems.cookieAndToken'));
    const at = now();
    if (token !== undefined) {
      // Accepts a valid token regardless of earlier wrong ones, because all callers behind one proxy share an address.
      const identity = await finder.byToken(token, { at, isUse: true });
      if (!identity) await refuseWrong(exchange, worded('problems.unknownToken'), scheme);
      response.locals['who'] = identity!.name;
      return identity!;
    }
    if (sessionId === undefined) throw notAuthenticated(ASKING[scheme], scheme);
    const isUse = !isBackground && request.get(BACKGROUND_HEADER) === undefined;
    const identity = await finder.bySession(sessionId, { at, isUse });
    if (!identity) {
      clearSessionCookie(exchange, config);
      await refuseWrong(exchange, worded('problems.sessionOver'), scheme);
    }
    response.locals['who'] = identity!.name;
    refuseForgery(request, config, { sessionId, csrfToken: csrfToken ?? request.get(CSRF_HEADER) });
    return identity!;
  }

  return {
    recognise,
    async identify(exchange, token, asking) {
      const { scheme, isStream = false } = asking;
      const identity = await recognise(exchange, token, { scheme, isBackground: isStream });
      const access = accessTo(identity, asking);
      exchange.response.locals['fleet'] = access.fleet.id;
      refuseUnlessAllowed(identity, access, asking);
      const { name, person } = identity;
      return { ...access, name, ...(person && { person }) };
    },
    async isCurrent(request, token, asking) {
      const use = { at: now(), isUse: false };
      const sessionId = sessionIdOf(request, config) ?? '';
      const identity = await (token === undefined
        ? finder.bySession(sessionId, use)
        : finder.byToken(token, use));
      if (!identity) return false;
      try {
        const access = accessTo(identity, asking);
        refuseUnlessAllowed(identity, access, asking);
        return isSame(access.groups, asking.groups);
      } catch {
        return false;
      }
    },
  };
}

function isSame(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Returns the access to the requested fleet.
 * @throws Problem 404 if the caller has no access to the fleet
 */
function accessTo({ access, sessionId }: Identity, asking: Asking): FleetAccess {
  const found = 'fleet' in asking ? access.find(({ fleet }) => fleet.id === asking.fleet) : access[0];
  if (found) return found;
  throw new Problem(404, worded('problems.noFleet', { by: sessionId === undefined ? 'token' : 'session' }));
}

/**
 * Checks role and groups.
 * @throws Problem 403 if the role is too low or the route cannot separate groups
 */
function refuseUnlessAllowed(
  { name, person }: Identity,
  { role, groups }: FleetAccess,
  asking: Asking,
): void {
  const who = { who: name, by: person ? 'person' : 'token' };
  if (groups !== undefined && !asking.isGroupScoped)
    throw new Problem(403, worded('problems.groupsOnly', { ...who, groups: groups.join(', ') }));
  if (isAtLeast(role, asking.role)) return;
  throw new Problem(403, worded('problems.roleTooLow', { ...who, needed: asking.role, role }));
}

/**
 * Returns whether a caller who was admitted is still allowed. Returns true if this cannot be checked: while the database is
 * unavailable, no new data reaches the caller anyway.
 * @param isCurrent repeats the authenticator's check without prolonging the session
 */
export async function isStillAllowed(isCurrent: () => Promise<boolean>): Promise<boolean> {
  try {
    return await isCurrent();
  } catch {
    return true;
  }
}

/** Text of a 401 by authentication scheme. */
const ASKING = {
  Bearer: 'This needs an API token.',
  Basic:
    'This page needs a login: load it again, and give any name with an API token as the password. API tokens are the last part of an entry in API_TOKENS; without any, tripline dev creates one and prints at its start where it is stored.',
} as const;

function notAuthenticated(detail: string | Worded, scheme: string): Problem {
  return new Problem(401, detail, { headers: { 'www-authenticate': `${scheme} realm="tripline"` } });
}

function tooMany(until: Date | undefined): Problem {
  const seconds = Math.max(1, Math.ceil(((until?.getTime() ?? 0) - Date.now()) / 1000));
  return new Problem(429, worded('problems.wrongTokens'), {
    headers: { 'retry-after': String(seconds) },
  });
}
