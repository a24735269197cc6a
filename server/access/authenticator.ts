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

/** The caller in one fleet: a person with a session or personal token, or a service token. */
export interface Caller {
  readonly fleet: FleetConfig;
  readonly role: Role;
  /** The name in the audit log and timelines: the person's, or the service token's. */
  readonly name: string;
  /** The groups that it is limited to; absent: the whole fleet. */
  readonly groups?: readonly string[];
  /** Absent: a service token, or a session that one began. */
  readonly person?: Person;
}

/** The parts of a request that decide whether a caller may make it. */
export interface Asking {
  /** The scheme that a 401 names. */
  readonly scheme: 'Bearer' | 'Basic';
  /** The fleet in the path; absent: that of the token, or a person's first one. */
  readonly fleet?: unknown;
  /** The least role that may. */
  readonly role: Role;
  /** Whether it shows a token that is limited to groups nothing but those; every other route refuses such a token. */
  readonly isGroupScoped: boolean;
  /** Marks a stream: browsers reopen it by themselves, which does not prolong a session. */
  readonly isStream?: boolean;
}

/** Wrong tokens and sessions one address may try in a minute before it has to wait. */
const WRONG_TOKENS_A_MINUTE = 300;

const RANK: Readonly<Record<Role, number>> = { viewer: 0, editor: 1, admin: 2 };

/** Returns whether a role includes the rights of another. */
export function isAtLeast(role: Role, needed: Role): boolean {
  return RANK[role] >= RANK[needed];
}

/** Options for recognising a caller whose request belongs to no fleet. */
interface RecogniseOptions {
  /** `Bearer` when absent. */
  readonly scheme?: Asking['scheme'];
  /** The token that a form sent in place of the header. */
  readonly csrfToken?: string;
  /** Whether the request leaves the session's use unchanged. */
  readonly isBackground?: boolean;
}

/** Finds out who sent a request. */
export interface Authenticator {
  /**
   * Identifies the caller, and stores it in the response's `locals` for the log.
   * @param token as given; undefined when none was, and then a session's cookie is used
   * @throws Problem 401 for no token or a wrong one, or a session that is over; 400 for a bearer token beside a session; 429
   * after too many wrong ones from this address, 404 for another fleet's token, 403 for a role that is too low, for a token
   * limited to groups where groups cannot be separated, or for a request of a session that another site may have made
   */
  identify(exchange: Exchange, token: string | undefined, asking: Asking): Promise<Caller>;
  /** Identifies a caller whose request belongs to no fleet, with the same errors. */
  recognise(exchange: Exchange, token: string | undefined, options?: RecogniseOptions): Promise<Identity>;
  /**
   * Returns whether the credentials of a request that is still being answered would open it now, to the same groups. The check
   * does not use them.
   */
  isCurrent(
    request: Request,
    token: string | undefined,
    asking: Asking & { readonly groups: readonly string[] | undefined },
  ): Promise<boolean>;
}

/** Parts of an authenticator. */
interface AuthenticatorParts {
  readonly config: IdentityConfig & Reach;
  readonly database: { readonly db: Db };
  readonly now: () => Date;
}

/** The authenticator of all fleets' tokens and of sessions. Only wrong ones are counted, never requests that hold none. */
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

  /** Counts a wrong token or session. @throws Problem 401, or 429 */
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
    // What a browser remembers as a page's login stands for itself; a program's token beside a session is a mistake.
    if (sessionId !== undefined && /^Bearer\b/i.test(request.headers.authorization ?? ''))
      throw new Problem(400, worded('problems.cookieAndToken'));
    const at = now();
    if (token !== undefined) {
      // A right token is admitted regardless of wrong ones, because behind one proxy all callers share one address.
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

/** @throws Problem 404 for another fleet than theirs */
function accessTo({ access, sessionId }: Identity, asking: Asking): FleetAccess {
  const found = 'fleet' in asking ? access.find(({ fleet }) => fleet.id === asking.fleet) : access[0];
  if (found) return found;
  throw new Problem(404, worded('problems.noFleet', { by: sessionId === undefined ? 'token' : 'session' }));
}

/** @throws Problem 403 */
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
 * Returns whether an admitted caller would still be admitted. Returns true while that cannot be checked, because nothing new
 * reaches the caller either while the database is unavailable.
 * @param isCurrent repeats the check of the authenticator, which does not use the session
 */
export async function isStillAllowed(isCurrent: () => Promise<boolean>): Promise<boolean> {
  try {
    return await isCurrent();
  } catch {
    return true;
  }
}

/** The instruction in a 401, by how a caller logs in. */
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
