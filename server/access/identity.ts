import type { Config, FleetConfig, Role } from '../../config.ts';
import { findPersonalToken, findSession, isTokenOfSession, openGrants } from '../../store/identity/index.ts';
import type { FoundSession, Grant, User } from '../../store/identity/index.ts';
import type { Db } from '../../store/db/index.ts';
import { tokenBook } from './tokens.ts';

/** A person with a session or a personal token. */
export interface Person {
  readonly userId: string;
  readonly name: string;
  /** Absent unless the identity provider has verified the address. */
  readonly email?: string;
  readonly issuer: string;
}

/** A caller's access to one fleet. */
export interface FleetAccess {
  readonly fleet: FleetConfig;
  readonly role: Role;
  /** The groups to which the access is limited. Absent: the whole fleet. Only viewers are limited. */
  readonly groups?: readonly string[];
}

/** The caller, with access to at least one fleet. */
export interface Identity {
  readonly kind: 'service_token' | 'personal_token' | 'session';
  /** The name for the audit log and timelines: the person's or the service token's. */
  readonly name: string;
  /** Absent for a service token, or a session that a service token began. */
  readonly person?: Person;
  readonly access: readonly [FleetAccess, ...FleetAccess[]];
  /** The latest end of the session or personal token. */
  readonly expiresAt?: Date;
  readonly sessionId?: string;
  /** The id of a personal token. */
  readonly tokenId?: string;
}

/** The issuer of the sandbox's only user. */
export const SANDBOX_ISSUER = 'tripline:sandbox';

/** The configuration that determines the rights of callers. */
export type IdentityConfig = Pick<Config, 'fleets' | 'identityProviders' | 'sandbox'>;

/** Looks up the caller to whom a token or a session belongs. */
export interface IdentityFinder {
  /** Returns the caller of a service token or personal token, or undefined if the token is not valid. */
  byToken(token: string, use: Use): Promise<Identity | undefined>;
  /** Returns the caller of a session. Undefined if the session has ended or its owner no longer has access. */
  bySession(id: string, use: Use): Promise<Identity | undefined>;
}

/** The time of a check. `isUse` is false for a check of a running request, which must not prolong a session. */
interface Use {
  readonly at: Date;
  readonly isUse: boolean;
}

/**
 * Creates the lookup. Service tokens are in the configuration; personal tokens and sessions are queried in the database for each
 * request.
 */
export function identityFinder(config: IdentityConfig, db: Db): IdentityFinder {
  const book = tokenBook(
    config.fleets.flatMap((fleet) =>
      fleet.apiTokens.map(({ token, role, name, groups }) => ({
        token,
        owner: { name, access: { fleet, role, ...(groups && { groups }) } },
      })),
    ),
    1,
  );
  return {
    async byToken(token, use) {
      const service = book.find(token);
      if (service) return { kind: 'service_token', name: service.name, access: [service.access] };
      const found = await findPersonalToken(db, { token, ...use });
      if (!found) return undefined;
      const { id: tokenId, fleetId, role, ownersRole, groups, user, expiresAt } = found;
      const grant = { fleetId, role: ownersRole, ...(groups && { groups }) };
      const access = grantedAccess(config, { issuer: user.issuer, grants: [grant], atMost: role });
      return access && { kind: 'personal_token', ...personOf(user), access, expiresAt, tokenId };
    },
    async bySession(id, use) {
      const session = await findSession(db, { id, ...use });
      if (!session) return undefined;
      const { user, expiresAt } = session;
      if (!user) return tokenSession(config, id, session);
      const access = grantedAccess(config, user);
      return access && { kind: 'session', ...personOf(user), access, expiresAt, sessionId: id };
    },
  };
}

/** Returns a user's present access, without needing a session. Undefined if the user has no access. */
export async function accessOfUser(
  config: IdentityConfig,
  db: Db,
  user: User,
): Promise<Pick<Identity, 'access' | 'person'> | undefined> {
  const access = grantedAccess(config, { issuer: user.issuer, grants: await openGrants(db, user.id) });
  return access && { access, person: personOf(user).person };
}

/**
 * Returns the caller of a session that a service token began. The session is valid while the configuration contains the same
 * token with the role `admin`.
 */
function tokenSession(config: IdentityConfig, id: string, session: FoundSession): Identity | undefined {
  const { token, expiresAt } = session;
  const fleet = config.fleets.find((each) => each.id === token?.fleetId);
  const configured = fleet?.apiTokens.find(({ name }) => name === token?.name);
  if (!token || !fleet || configured?.role !== 'admin') return undefined;
  if (!isTokenOfSession(id, token.proof, configured.token)) return undefined;
  const access = { fleet, role: configured.role };
  return { kind: 'session', name: token.name, access: [access], expiresAt, sessionId: id };
}

/**
 * Returns those of a user's grants that the issuer may still give, because the configuration may have changed since the sign-in.
 * If the configuration now limits viewers to groups, a viewer without stored groups must sign in again.
 * @param options.atMost the role of the credential (at most the owner's). Absent: the owner's role.
 */
function grantedAccess(
  { fleets, identityProviders, sandbox }: IdentityConfig,
  {
    issuer,
    grants,
    atMost,
  }: { readonly issuer: string; readonly grants: readonly Grant[]; readonly atMost?: Role },
): Identity['access'] | undefined {
  const provider = identityProviders.find((each) => each.issuer === issuer);
  const mayGrant = (fleetId: string): boolean =>
    issuer === SANDBOX_ISSUER ? sandbox : provider?.fleets.includes(fleetId) === true;
  const [first, ...others] = fleets.flatMap((fleet): FleetAccess[] => {
    const grant = grants.find(({ fleetId }) => fleetId === fleet.id);
    if (!grant || !mayGrant(fleet.id)) return [];
    const { role, groups } = grant;
    if (role === 'viewer' && provider?.groupClaim !== undefined && !groups) return [];
    return [{ fleet, role: atMost ?? role, ...(groups && { groups }) }];
  });
  return first && [first, ...others];
}

function personOf(user: {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly issuer: string;
}): { readonly name: string; readonly person: Person } {
  const { id: userId, name, email, issuer } = user;
  return { name, person: { userId, name, issuer, ...(email !== null && { email }) } };
}
