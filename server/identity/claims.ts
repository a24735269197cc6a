import type { ClaimPath, IdentityProvider, Role } from '../../config.ts';
import { LONGEST_NAME, oneLine } from '../../messages/format/index.ts';
import { isStorableId } from '../../store/db/index.ts';
import { isAtLeast } from '../access/index.ts';

/** Claims (statements about a person) by name. */
export type Claims = Readonly<Record<string, unknown>>;

/** An identity provider's claims about a person: those in the ID token, which is signed, and those from UserInfo. */
export interface Statements {
  readonly idToken: Claims;
  /** Empty if the provider has no UserInfo endpoint or refuses the request. */
  readonly userInfo: Claims;
}

/** The person whom an identity provider has authenticated, and the access that it grants. */
export interface SignedIn {
  readonly subject: string;
  readonly name: string;
  /** Absent unless the provider has verified the address. */
  readonly email?: string;
  /** The highest role that the claims name. Absent if they name none. */
  readonly role?: Role;
  /** The groups to which the person's access is limited. Absent: no limit. Empty: limited to no group at all. */
  readonly groups?: readonly string[];
  /** The fleets to which the person gets access. */
  readonly fleets: readonly string[];
  /** Fleets that the claims name but the provider may not grant. */
  readonly refusedFleets: readonly string[];
}

/** Maximum length of a subject according to OpenID Connect. */
const LONGEST_SUBJECT = 255;
const LONGEST_EMAIL = 254;

/** Returns the person that a provider's claims describe. Undefined if they contain no usable subject or name. */
export function signedInBy(provider: IdentityProvider, stated: Statements): SignedIn | undefined {
  const subject = subjectOf(stated.idToken);
  if (subject === undefined) return undefined;
  const email = verifiedEmail(stated);
  const trusted = withEmail(stated, email);
  const name = nameOf(trusted) ?? nameFrom(subject);
  if (name === undefined) return undefined;
  const { fleetClaim, groupClaim } = provider;
  const named = fleetClaim === undefined ? provider.fleets : textsAt(trusted, fleetClaim);
  const role = roleFrom(provider, trusted);
  return {
    subject,
    name,
    ...(email !== undefined && { email }),
    ...(role && { role }),
    ...(role === 'viewer' && groupClaim !== undefined && { groups: groupsFrom(trusted, groupClaim) }),
    fleets: provider.fleets.filter((fleet) => named.includes(fleet)),
    refusedFleets: [...new Set(named)].filter((fleet) => !provider.fleets.includes(fleet)),
  };
}

/**
 * Returns whether a provider omitted a claim because its values are too many for a token. The token then names an endpoint for
 * them (OpenID Connect Core, 5.6.2) or only states that there are some.
 */
export function isLeftOut({ idToken, userInfo }: Statements, path: ClaimPath): boolean {
  const [first = ''] = segmentsOf(path);
  return [idToken, userInfo].some((claims) => {
    const elsewhere = claims['_claim_names'];
    if (elsewhere !== null && typeof elsewhere === 'object' && Object.hasOwn(elsewhere, first)) return true;
    return first === 'groups' && isTrue(claims['hasgroups']);
  });
}

/** Returns a claim's path in a form for people. */
export function shownPath(path: ClaimPath): string {
  return typeof path === 'string' ? path : path.join(' → ');
}

function subjectOf({ sub }: Claims): string | undefined {
  const isUsable = typeof sub === 'string' && sub.length <= LONGEST_SUBJECT && isStorableText(sub);
  return isUsable ? sub : undefined;
}

/** Returns the highest of the roles to which the provider's role claim is mapped. Undefined if there is none. */
function roleFrom({ roleClaim, roles }: IdentityProvider, stated: Statements): Role | undefined {
  const found = textsAt(stated, roleClaim).flatMap((value) =>
    Object.hasOwn(roles, value) ? [roles[value]!] : [],
  );
  return found.reduce<Role | undefined>(
    (highest, role) => (highest === undefined || isAtLeast(role, highest) ? role : highest),
    undefined,
  );
}

/** Maximum number and length of groups, the same as for service tokens. */
const MOST_GROUPS = 200;
const LONGEST_GROUP = 256;

/**
 * Returns the groups that a claim names. Omits blank ones, because the analytics service treats a blank group as the whole fleet.
 */
function groupsFrom(stated: Statements, groupClaim: ClaimPath): readonly string[] {
  const named = textsAt(stated, groupClaim).filter(
    (each) => each.length <= LONGEST_GROUP && isStorableText(each),
  );
  return [...new Set(named)].slice(0, MOST_GROUPS);
}

/** Returns the texts at a path in the ID token, or those in UserInfo if the ID token has none. */
function textsAt({ idToken, userInfo }: Statements, path: ClaimPath): readonly string[] {
  const values = valuesAt(idToken, path);
  return textsOf(values.length > 0 ? values : valuesAt(userInfo, path));
}

/**
 * Returns the values at a path. Where the path leads through a list, returns the values of each element. Empty if there is no
 * value.
 */
function valuesAt(claims: Claims, path: ClaimPath): readonly unknown[] {
  const segments = typeof path === 'string' && Object.hasOwn(claims, path) ? [path] : segmentsOf(path);
  return segments
    .reduce<readonly unknown[]>((values, name) => values.flatMap((value) => ownValues(value, name)), [claims])
    .filter((value) => value !== null && value !== undefined);
}

function segmentsOf(path: ClaimPath): readonly string[] {
  return typeof path === 'string' ? path.split('.') : path;
}

function ownValues(of: unknown, name: string): readonly unknown[] {
  if (Array.isArray(of)) return of.flatMap((each) => ownValues(each, name));
  if (of === null || typeof of !== 'object' || !Object.hasOwn(of, name)) return [];
  return [(of as Claims)[name]];
}

/**
 * Returns the texts in some values: a text, the texts of a list, or the keys of an object. Some providers write roles as an
 * object with details for each.
 */
function textsOf(values: readonly unknown[]): readonly string[] {
  return values.flatMap((value) => {
    if (typeof value === 'string') return [value];
    if (Array.isArray(value)) return value.filter((each): each is string => typeof each === 'string');
    return value !== null && typeof value === 'object' ? Object.keys(value) : [];
  });
}

/**
 * Returns a person's address if the provider states that it verified exactly this address. `email_verified` must be in the same
 * set of claims as the address. If both sets contain the address, the ID token's `email_verified` takes precedence.
 */
function verifiedEmail({ idToken, userInfo }: Statements): string | undefined {
  const [own, other] = [addressOf(idToken), addressOf(userInfo)];
  const email = own ?? other;
  if (email === undefined) return undefined;
  const says = [own === email && idToken, other === email && userInfo].flatMap((claims) =>
    claims && claims['email_verified'] !== undefined ? [claims['email_verified']] : [],
  );
  return isTrue(says[0]) ? email : undefined;
}

function addressOf({ email }: Claims): string | undefined {
  const isAddress =
    typeof email === 'string' &&
    email.length <= LONGEST_EMAIL &&
    !/\p{C}/u.test(email) &&
    /^[^\s@]+@[^\s@]+$/.test(email);
  return isAddress ? email : undefined;
}

/** Accepts the text `true` as well, because Amazon Cognito and Apple send it. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

/** Returns the claims with only the verified address. So an address that a person could enter freely grants nothing. */
function withEmail(stated: Statements, email: string | undefined): Statements {
  const { email: _own, ...idToken } = stated.idToken;
  const { email: _other, ...userInfo } = stated.userInfo;
  return { idToken: { ...idToken, ...(email !== undefined && { email }) }, userInfo };
}

/**
 * Claims for a person's name, in order of preference. AD FS sends only `upn` and `unique_name`, and JumpCloud sends the name in
 * two parts.
 */
const NAMES = ['name', ['given_name', 'family_name'], 'preferred_username', 'upn', 'unique_name', 'email'];

function nameOf({ idToken, userInfo }: Statements): string | undefined {
  return NAMES.map((names) =>
    nameFrom(
      [names]
        .flat()
        .map((each) => nameFrom(idToken[each]) ?? nameFrom(userInfo[each]) ?? '')
        .join(' '),
    ),
  ).find((name) => name !== undefined);
}

function nameFrom(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const name = oneLine(value.replace(/[\0\p{Surrogate}]/gu, ''), LONGEST_NAME).trim();
  return isStorableText(name) ? name : undefined;
}

/** Matches a text of characters that readers cannot see, including letters that are drawn as nothing. */
const BLANK = /^[\s\p{C}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]*$/u;

/** Returns whether a text can be stored unchanged and contains visible characters. */
function isStorableText(text: string): boolean {
  return isStorableId(text) && !/\p{Cc}/u.test(text) && !BLANK.test(text);
}
