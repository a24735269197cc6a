import type { Request, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import type { FleetConfig, Role } from '../../config.ts';
import { Problem } from './problem.ts';
import { tokenBook } from './tokens.ts';

/** Who asks: a token's fleet, role and name. */
export interface Caller {
  readonly fleet: FleetConfig;
  readonly role: Role;
  readonly name: string;
  /** The groups that the token is limited to; absent: the whole fleet. */
  readonly groups?: readonly string[];
}

/** What a request asks for, as far as it matters who may. */
export interface Asking {
  /** What a 401 asks for. */
  readonly scheme: 'Bearer' | 'Basic';
  /** Whose things, as the path says; absent: those of the token's fleet. */
  readonly fleet?: unknown;
  /** The least role that may. */
  readonly role: Role;
  /** Whether it shows a token that is limited to groups nothing but those; every other route refuses such a token. */
  readonly isGroupScoped: boolean;
}

/** Wrong tokens one address may try in a minute before it has to wait. */
const WRONG_TOKENS_A_MINUTE = 300;

const RANK: Readonly<Record<Role, number>> = { viewer: 0, editor: 1, admin: 2 };

/** Whether a role may do what another may. */
export function isAtLeast(role: Role, needed: Role): boolean {
  return RANK[role] >= RANK[needed];
}

/** Finds out who a request's token belongs to. */
export interface Authenticator {
  /**
   * Who it is also stands in the response's `locals`, for the log.
   * @param token as given; undefined when none was
   * @throws Problem 401 for no token or a wrong one, 429 after too many wrong ones from this address, 404 for another fleet's
   * token, 403 for a role that is too low, or for a token limited to groups where groups cannot be separated
   */
  identify(
    exchange: { readonly request: Request; readonly response: Response },
    token: string | undefined,
    asking: Asking,
  ): Promise<Caller>;
}

/** The authenticator of all fleets' API tokens. Only wrong tokens are counted, never requests that hold none. */
export function createAuthenticator(fleets: readonly FleetConfig[]): Authenticator {
  const book = tokenBook(
    fleets.flatMap((fleet) =>
      fleet.apiTokens.map(({ token, ...owner }) => ({ token, owner: { fleet, ...owner } })),
    ),
    1,
  );
  const limiter = rateLimit({
    windowMs: 60_000,
    limit: WRONG_TOKENS_A_MINUTE,
    legacyHeaders: false,
    standardHeaders: false,
    validate: false,
    handler: () => undefined,
  });
  return {
    async identify({ request, response }, token, asking) {
      const { scheme } = asking;
      if (token === undefined) throw notAuthenticated(ASKING[scheme], scheme);
      const caller = book.find(token);
      // A right token gets in whatever others try: behind one proxy, everyone has one address.
      if (caller) return admitted(caller, response, asking);
      const address = ipKeyGenerator(request.ip ?? 'unknown');
      const tried = await limiter.getKey(address);
      if (tried && tried.totalHits >= WRONG_TOKENS_A_MINUTE) throw tooMany(tried.resetTime);
      await limiter(request, response, () => undefined);
      throw notAuthenticated('This API token is not known.', scheme);
    },
  };
}

/** A right token's caller, if it may ask for that. */
function admitted(caller: Caller, response: Response, asking: Asking): Caller {
  const { fleet, name, groups } = caller;
  response.locals['who'] = name;
  if ('fleet' in asking && asking.fleet !== fleet.id)
    throw new Problem(404, 'There is no such fleet for this token.');
  response.locals['fleet'] = fleet.id;
  if (groups !== undefined && !asking.isGroupScoped)
    throw new Problem(
      403,
      `The token "${name}" sees only its groups (${groups.join(', ')}), and this covers the whole fleet. It may list and show digests of these groups.`,
    );
  if (!isAtLeast(caller.role, asking.role))
    throw new Problem(403, `This needs the role ${asking.role}; the token "${name}" is ${caller.role}.`);
  return caller;
}

/**
 * Whether whoever was let in would be let in now. While that cannot be found out, it is as before: nothing new reaches
 * anyone either while the database is unavailable.
 * @param identify asks the authenticator again
 */
export async function isStillAllowed(identify: () => Promise<Caller>): Promise<boolean> {
  try {
    await identify();
    return true;
  } catch (error) {
    return !(error instanceof Problem && error.status < 500);
  }
}

/** What to do, by how a caller logs in. */
const ASKING = {
  Bearer: 'This needs an API token.',
  Basic:
    'This page needs a login: load it again, and give any name with an API token as the password. API tokens are the last part of an entry in API_TOKENS; without any, tripline dev creates one and prints at its start where it is stored.',
} as const;

function notAuthenticated(detail: string, scheme: string): Problem {
  return new Problem(401, detail, { headers: { 'www-authenticate': `${scheme} realm="tripline"` } });
}

function tooMany(until: Date | undefined): Problem {
  const seconds = Math.max(1, Math.ceil(((until?.getTime() ?? 0) - Date.now()) / 1000));
  return new Problem(429, 'Too many wrong tokens from this address.', {
    headers: { 'retry-after': String(seconds) },
  });
}
