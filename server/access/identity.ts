import type { Config, FleetConfig, Role } from '../../config.ts';
import { findPersonalToken, findSession, isTokenOfSession, openGrants } from '../../store/identity/index.ts';
import type { FoundSession, Grant, User } from '../../store/identity/index.ts';
import type { Db } from '../../store/db/index.ts';
import { tokenBook } from './tokens.ts';

/** A person who signed in, or whose personal token is used. */
export interface Person {
  readonly userId: string;
  readonly name: string;
  /** Only if their provider verified it. */
  readonly email?: string;
  readonly issuer: string;
}

/** A caller's access to one fleet. */
export interface FleetAccess {
  readonly fleet: FleetConfig;
  readonly role: Role;
  /** The groups that it is limited to; absent: the whole fleet. Only viewers are. */
  readonly groups?: readonly string[];
}

/** The caller, with access to at least one fleet. */
export interface Identity {
  readonly kind: 'service_token' | 'personal_token' | 'session';
  /** The name in the audit log and timelines: the person's, or the service token's. */
  readonly name: string;
  /** Absent: a service token, or a session that one began. */
  readonly person?: Person;
  readonly access: readonly [FleetAccess, ...FleetAccess[]];
  /** The latest end of a session or personal token. */
  readonly expiresAt?: Date;
  readonly sessionId?: string;
  /** The id of a personal token. */
  readonly tokenId?: string;
}

/** The issuer of the sandbox's user; it signs in no other user. */
export const SANDBOX_ISSUER = 'tripline:sandbox';

/** The configuration that says what each caller may do. */
export type IdentityConfig = Pick<Config, 'fleets' | 'identityProviders' | 'sandbox'>;

/** Finds out who a token or a session belongs to. */
export interface IdentityFinder {
  /** Returns the owner of a service token or personal token; undefined when the token is not valid. */
  byToken(token: string, use: Use): Promise<Identity | undefined>;
  /** Returns the owner of a session; undefined when it is over, or its owner has no access any more. */
  bySession(id: string, use: Use): Promise<Identity | undefined>;
}

/** The time of a check, and whether it uses the credential: checking a running request does not prolong a session. */
interface Use {
  readonly at: Date;
  readonly isUse: boolean;
}

/** Looks credentials up: service tokens in the configuration, everything else in the database, at each request anew. */
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

/** Returns a user's present access, without a session of theirs; undefined: none. */
export async function accessOfUser(
  config: IdentityConfig,
  db: Db,
  user: User,
): Promise<Pick<Identity, 'access' | 'person'> | undefined> {
  const access = grantedAccess(config, { issuer: user.issuer, grants: await openGrants(db, user.id) });
  return access && { access, person: personOf(user).person };
}

/**
 * Returns the identity of a service token's session, which is valid while the configuration has that very token, as an
 * admin's.
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
 * Returns those of a user's grants that their issuer may still give, because the configuration may have changed since they
 * signed in. A viewer whom it now limits to groups has to sign in again, so that the groups become known.
 * @param options.atMost the most that the credential may do; absent: as much as its owner
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
