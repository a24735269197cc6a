import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { insertVariables } from './fleetSources.ts';
import { wordsOf } from './fleets.ts';
import type { Role } from './fleets.ts';
import type { Environment } from './reader.ts';
import { isUrl } from './variable.ts';

/**
 * Path of a claim (a field in a sign-in token): its name, or the names of nested objects separated by dots. A list contains each
 * name unchanged, because a client's id may contain dots.
 */
export type ClaimPath = string | readonly string[];

/** An OpenID Connect provider with which people may sign in, and the access that it may grant. */
export interface IdentityProvider {
  /** Id of the provider in its URLs: `/sign-in/{id}`. */
  readonly id: string;
  /** Label of the provider's button. */
  readonly name: string;
  /** Issuer identifier of the provider, as in its tokens. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Ids of the fleets to which the provider may grant access. */
  readonly fleets: readonly string[];
  /** Claim with a person's fleets; if absent, everyone with a role gets access to all of `fleets`. */
  readonly fleetClaim?: ClaimPath;
  /** Claim with a person's roles or groups. */
  readonly roleClaim: ClaimPath;
  /** Role that each value of the claim grants. */
  readonly roles: Readonly<Record<string, Role>>;
  /**
   * Claim with the groups of drivers to which a viewer is limited. If absent, viewers see the whole fleet. Editors and admins
   * always see the whole fleet.
   */
  readonly groupClaim?: ClaimPath;
  /** Scopes that are requested in addition to `openid`. */
  readonly scope: string;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Returns whether an issuer's URL is safe. Plain HTTP is not, because the network could read codes and names. */
function isSafeIssuer(text: string): boolean {
  if (isUrl(text, 'https')) return true;
  return isUrl(text, 'http') && LOOPBACK.test(new URL(text).hostname);
}

/**
 * Pattern of a tenant that is open to every company. Its tokens may come from any company's directory, in which that company
 * itself assigns the roles.
 */
const ANY_TENANT = /^\/(common|organizations|consumers)(\/|$)/;

function namesOneTenant(text: string): boolean {
  if (!isSafeIssuer(text)) return true;
  const { hostname, pathname } = new URL(text);
  return !/^login\.microsoftonline\./.test(hostname) || !ANY_TENANT.test(pathname);
}

const name = z.string().min(1).max(200);
const claim = z.union(
  [name, z.array(name).min(1).max(10)],
  'is neither the name of a claim nor a list of names',
);
const providerSchema = z.strictObject({
  id: z.exactOptional(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'is not an id: lower-case letters, digits and dashes, 63 at most')
      .refine((id) => id !== 'once' && id !== 'providers', 'is taken: choose another id'),
  ),
  name: z.exactOptional(z.string().min(1).max(100)),
  issuer: z
    .string()
    .refine(isSafeIssuer, 'is not an https URL (http only on this machine)')
    .refine(
      namesOneTenant,
      'is that of every tenant: put the id of your tenant in the place of its last name',
    ),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  fleets: z.array(z.string().min(1)).min(1, 'names no fleet that it may grant'),
  fleetClaim: z.exactOptional(claim),
  roleClaim: claim,
  roles: z
    .record(z.string().min(1), z.enum(['viewer', 'editor', 'admin']))
    .refine((roles) => Object.keys(roles).length > 0, 'maps no value to a role: nobody could sign in'),
  groupClaim: z.exactOptional(claim),
  scope: z.string().min(1).max(500).default('profile email'),
});
const fileSchema = z.strictObject({ issuers: z.array(providerSchema).min(1, 'lists no issuer') });

/** Path and environment of the file, and the ids of the fleets that it may name. */
interface ProvidersFile {
  readonly path: string;
  readonly environment: Environment;
  readonly fleetIds: readonly string[];
}

/**
 * Reads `OIDC_FILE`. Replaces `${NAME}` in its values as in `FLEETS_FILE`.
 * @param mistakes receives each mistake with its place in the file, but never a secret
 */
export function readIdentityProviders(file: ProvidersFile, mistakes: string[]): IdentityProvider[] {
  const { path, environment, fleetIds } = file;
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    mistakes.push(
      `OIDC_FILE: ${path} cannot be read (${error instanceof SyntaxError ? 'it is not valid JSON' : ((error as NodeJS.ErrnoException).code ?? 'unreadable')}).`,
    );
    return [];
  }
  const read = insertVariables(json, { environment, file: 'OIDC_FILE' }, mistakes);
  const parsed = fileSchema.safeParse(read, { error: wordsOf });
  if (!parsed.success) {
    for (const { path: at, message } of parsed.error.issues)
      mistakes.push(`OIDC_FILE at /${at.map(String).join('/')}: ${message}.`);
    return [];
  }
  const providers = parsed.data.issuers.map((given) => withDefaults(given));
  for (const [at, { fleets }] of providers.entries())
    for (const [index, fleet] of fleets.entries())
      if (!fleetIds.includes(fleet))
        mistakes.push(`OIDC_FILE at /issuers/${at}/fleets/${index}: there is no fleet "${fleet}".`);
  mistakes.push(...repeated(providers, 'id'), ...repeated(providers, 'issuer'));
  return providers;
}

function withDefaults(given: z.output<typeof providerSchema>): IdentityProvider {
  const { hostname } = new URL(given.issuer);
  const fromHost = hostname
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 63);
  return { ...given, id: given.id ?? (fromHost || 'provider'), name: given.name ?? hostname };
}

function repeated(providers: readonly IdentityProvider[], field: 'id' | 'issuer'): string[] {
  return providers.flatMap((provider, at) =>
    providers.findIndex((other) => other[field] === provider[field]) < at
      ? [`OIDC_FILE at /issuers/${at}/${field}: an earlier issuer has the same ${field}.`]
      : [],
  );
}
