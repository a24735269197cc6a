import type { ClaimPath, IdentityProvider, Role } from '../../config.ts';
import { LONGEST_NAME, oneLine } from '../../messages/format/index.ts';
import { isStorableId } from '../../store/db/index.ts';
import { isAtLeast } from '../access/index.ts';

/** Statements about a person by name. */
export type Claims = Readonly<Record<string, unknown>>;

/** Statements of a provider about a person: in the ID token, which it signed, and in UserInfo. */
export interface Statements {
  readonly idToken: Claims;
  /** Empty where the provider has none, or refuses it. */
  readonly userInfo: Claims;
}

/** The person whom a provider signed in, and the access that it grants. */
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

/** Derives a person from a provider's statements; undefined when they name no one. */
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
 * Whether a provider left a claim out because its values are too many for one token: it then names where they could be asked for
 * (OpenID Connect Core, 5.6.2), or says only that there are some.
 */
export function isLeftOut({ idToken, userInfo }: Statements, path: ClaimPath): boolean {
  const [first = ''] = segmentsOf(path);
  return [idToken, userInfo].some((claims) => {
    const elsewhere = claims['_claim_names'];
    if (elsewhere !== null && typeof elsewhere === 'object' && Object.hasOwn(elsewhere, first)) return true;
    return first === 'groups' && isTrue(claims['hasgroups']);
  });
}

/** Returns a path as people write it. */
export function shownPath(path: ClaimPath): string {
  return typeof path === 'string' ? path : path.join(' → ');
}

function subjectOf({ sub }: Claims): string | undefined {
  const isUsable = typeof sub === 'string' && sub.length <= LONGEST_SUBJECT && isStorableText(sub);
  return isUsable ? sub : undefined;
}

/** The highest role among those that the provider's claim is mapped to. */
function roleFrom({ roleClaim, roles }: IdentityProvider, stated: Statements): Role | undefined {
  const found = textsAt(stated, roleClaim).flatMap((value) =>
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

/** The analytics service answers a group of blanks with the whole fleet, so it is no group. */
function groupsFrom(stated: Statements, groupClaim: ClaimPath): readonly string[] {
  const named = textsAt(stated, groupClaim).filter(
    (each) => each.length <= LONGEST_GROUP && isStorableText(each),
  );
  return [...new Set(named)].slice(0, MOST_GROUPS);
}

/** Returns the texts at a path in the ID token, else those in UserInfo. */
function textsAt({ idToken, userInfo }: Statements, path: ClaimPath): readonly string[] {
  const values = valuesAt(idToken, path);
  return textsOf(values.length > 0 ? values : valuesAt(userInfo, path));
}

/** The values at a path, those of each element where lists lie on the way; none: there is nothing. */
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

/** The texts among values: a text, those of a list, or the names of an object, as providers write roles with their details. */
function textsOf(values: readonly unknown[]): readonly string[] {
  return values.flatMap((value) => {
    if (typeof value === 'string') return [value];
    if (Array.isArray(value)) return value.filter((each): each is string => typeof each === 'string');
    return value !== null && typeof value === 'object' ? Object.keys(value) : [];
  });
}

/**
 * Returns a person's address if the provider states that it verified this very address: in the statement that has it, or in
 * UserInfo where the ID token says nothing of it.
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

/** Amazon Cognito and Apple write it as a text. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

/** The statements with the verified address in place of every other, so that an address that anyone may claim grants nothing. */
function withEmail(stated: Statements, email: string | undefined): Statements {
  const { email: _own, ...idToken } = stated.idToken;
  const { email: _other, ...userInfo } = stated.userInfo;
  return { idToken: { ...idToken, ...(email !== undefined && { email }) }, userInfo };
}

/** In the order in which they are tried. AD FS has no name but `upn` and `unique_name`, and JumpCloud one in two parts. */
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

/** Characters of which a reader sees nothing, and letters that are drawn as nothing. */
const BLANK = /^[\s\p{C}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]*$/u;

/** Returns whether a text can be stored as it is and holds more than blanks. */
function isStorableText(text: string): boolean {
  return isStorableId(text) && !/\p{Cc}/u.test(text) && !BLANK.test(text);
}
