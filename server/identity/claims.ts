import type { IdentityProvider, Role } from '../../config.ts';
import { LONGEST_NAME, oneLine } from '../../messages/format/index.ts';
import { isAtLeast } from '../http/index.ts';

/** What a provider says about a person. */
export type Claims = Readonly<Record<string, unknown>>;

/** Whom a provider signed in, and what it grants. */
export interface SignedIn {
  readonly subject: string;
  readonly name: string;
  /** Only if the provider verified it. */
  readonly email?: string;
  /** The highest that their claims name; absent: none. */
  readonly role?: Role;
  /** The groups that they are limited to; absent: none. Empty: they are limited, and to nothing. */
  readonly groups?: readonly string[];
  /** The fleets that they get. */
  readonly fleets: readonly string[];
  /** Fleets that their claims name although the provider may not grant them. */
  readonly refusedFleets: readonly string[];
}

/** OpenID Connect says that no subject is longer. */
const LONGEST_SUBJECT = 255;
const LONGEST_EMAIL = 254;

/** What a provider's claims amount to; undefined when they name nobody. */
export function signedInBy(provider: IdentityProvider, claims: Claims): SignedIn | undefined {
  const { sub } = claims;
  if (typeof sub !== 'string' || sub === '' || sub.length > LONGEST_SUBJECT) return undefined;
  const email = verifiedEmail(claims);
  const called = [claims['name'], claims['preferred_username'], email, sub].map(nameFrom).find(Boolean);
  if (called === undefined) return undefined;
  const named = provider.fleetClaim === undefined ? provider.fleets : textsAt(claims, provider.fleetClaim);
  const role = roleFrom(provider, claims);
  return {
    subject: sub,
    name: called,
    ...(email !== undefined && { email }),
    ...(role && { role }),
    ...(role === 'viewer' &&
      provider.groupClaim !== undefined && {
        groups: groupsFrom(claims, provider.groupClaim),
      }),
    fleets: provider.fleets.filter((fleet) => named.includes(fleet)),
    refusedFleets: [...new Set(named)].filter((fleet) => !provider.fleets.includes(fleet)),
  };
}

/** The highest role among those that the provider's claim is mapped to. */
function roleFrom({ roleClaim, roles }: IdentityProvider, claims: Claims): Role | undefined {
  const found = textsAt(claims, roleClaim).flatMap((value) =>
    Object.hasOwn(roles, value) ? [roles[value]!] : [],
  );
  return found.reduce<Role | undefined>(
    (highest, role) => (highest === undefined || isAtLeast(role, highest) ? role : highest),
    undefined,
  );
}

/** As many groups as a service token may name, and no longer ones. */
const MOST_GROUPS = 200;
const LONGEST_GROUP = 256;

function groupsFrom(claims: Claims, groupClaim: string): readonly string[] {
  const named = textsAt(claims, groupClaim).filter(
    (each) => each !== '' && each.length <= LONGEST_GROUP && !/\p{Cc}/u.test(each),
  );
  return [...new Set(named)].slice(0, MOST_GROUPS);
}

/**
 * The texts of a claim: a text, or a list of them. A name with dots is that of one claim, as `https://example.com/roles`, or
 * leads through objects, as `realm_access.roles`.
 */
function textsAt(claims: Claims, path: string): readonly string[] {
  const value = Object.hasOwn(claims, path)
    ? claims[path]
    : path.split('.').reduce<unknown>(ownValue, claims);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((each): each is string => typeof each === 'string');
}

function ownValue(of: unknown, name: string): unknown {
  const isObject = of !== null && typeof of === 'object' && !Array.isArray(of);
  return isObject && Object.hasOwn(of, name) ? (of as Claims)[name] : undefined;
}

function verifiedEmail(claims: Claims): string | undefined {
  const { email, email_verified: isVerified } = claims;
  if (isVerified !== true || typeof email !== 'string' || email.length > LONGEST_EMAIL) return undefined;
  return /^[^\s@]+@[^\s@]+$/.test(email) ? email : undefined;
}

function nameFrom(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return oneLine(value.replace(/[\0\p{Surrogate}]/gu, ''), LONGEST_NAME).trim() || undefined;
}
