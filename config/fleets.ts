import { z } from 'zod';
import { retentionSchema } from './retention.ts';
import type { GivenRetention, Retention } from './retention.ts';
import { isUrl } from './variable.ts';

/** The command that is configured. `dev` replaces what is not set; `serve` and `worker` refuse to start without it. */
export type ConfiguredCommand = 'dev' | 'serve' | 'worker';

/** The field that `withSlackSetting` adds to a fleet. */
export interface SlackSetting {
  /** True when Slack is turned off, so that Slack messages of this fleet stay in the outbox on purpose. */
  readonly isSlackOff?: true;
}

/** The permissions of a token: a `viewer` reads, an `editor` writes rules, an `admin` deletes and replays. */
export type Role = 'viewer' | 'editor' | 'admin';

/** A bearer token of the API. */
export interface ApiToken {
  readonly role: Role;
  readonly name: string;
  readonly token: string;
  /** The only groups that the token shows; absent: the whole fleet. Only viewers are limited. */
  readonly groups?: readonly string[];
}

/** One customer account. */
export interface FleetConfig extends SlackSetting {
  readonly id: string;
  readonly name: string;
  /** IANA time zone. */
  readonly timezone: string;
  /**
   * Absent: the sandbox is used instead. `baseUrl` is without `/v3`. The key may be empty in `serve`, which never calls the
   * service.
   */
  readonly analytics?: { readonly baseUrl: string; readonly apiKey: string };
  readonly webhookTokens: readonly string[];
  /** Slack's credentials. Without a `botToken`, Slack messages go to the outbox. */
  readonly slack?: { readonly botToken?: string; readonly signingSecret?: string; readonly teamId?: string };
  readonly apiTokens: readonly ApiToken[];
  /** E-mail addresses and Slack channels that receive alarms of the whole fleet; absent: no recipients. */
  readonly alarmsTo?: readonly string[];
  /** `host:port` pairs that outgoing webhooks may reach inside the network, and without TLS. */
  readonly webhookAllowHosts?: readonly string[];
  /** Absent: everything is stored for ever. */
  readonly retention?: Retention;
}

/** A fleet as described, before the setting for all fleets completes its retention. */
export type GivenFleet = Omit<FleetConfig, 'retention'> & { readonly retention?: GivenRetention };

const FLEET_ID = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Minimum length of a token, because shorter ones can be guessed. */
const SHORTEST_TOKEN = 16;

/** Returns whether a text names an IANA time zone. */
function isTimeZone(text: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: text }));
  } catch {
    return false;
  }
}

const zone = z.string().refine(isTimeZone, 'is not an IANA time zone; write one such as Europe/Berlin');
const url = z.string().refine((text) => isUrl(text, 'http', 'https'), 'is not an http(s) URL');
/** A token that an operator chooses for Tripline. */
export const token = z
  .string()
  .min(SHORTEST_TOKEN, `is shorter than ${SHORTEST_TOKEN} characters: make one with openssl rand -hex 32`)
  .regex(/^[^\s/,]+$/, 'contains a space, a slash or a comma');

/** The limits of a digest's `groups`, because a preview for such a token is a digest of its groups. */
const MOST_GROUPS = 200;
const LONGEST_GROUP = 200;

const group = z
  .string()
  .max(LONGEST_GROUP, `is not a group id: it is longer than ${LONGEST_GROUP} characters`)
  // The service reads an empty group as the whole fleet.
  .regex(/\S/, 'is not a group id: it is empty')
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'is not a group id: it contains a control character');

const apiToken = z
  .strictObject({
    name: z.string().min(1),
    role: z.enum(['viewer', 'editor', 'admin']),
    token,
    groups: z.exactOptional(
      z
        .array(group, 'is not a list of group ids')
        .min(1, 'names no group; leave it out for a token that sees the whole fleet')
        .max(MOST_GROUPS, `names more than ${MOST_GROUPS} groups`),
    ),
  })
  .refine(({ role, groups }) => groups === undefined || role === 'viewer', {
    path: ['groups'],
    message: 'is only for viewers: editors and admins see and change the whole fleet',
  });

const MOST_ALARM_RECEIVERS = 50;

/** An address, or a channel by its name or id. */
const alarmReceiver = z
  .string()
  .regex(
    /^([^\s@,]+@[^\s@,]+|#[^\s#,]{1,80}|[CG][A-Z0-9]{5,20})$/,
    'is neither an e-mail address nor a Slack channel such as #fleet-safety',
  );

const fleetSchema = z.strictObject({
  id: z.string().regex(FLEET_ID, 'is not an id: lower-case letters, digits and dashes, 63 at most'),
  name: z.string().min(1).optional(),
  timezone: zone.default('UTC'),
  analytics: z.exactOptional(
    z.strictObject({
      baseUrl: url.transform((text) => text.replace(/\/+$/, '')),
      apiKey: z.string().min(1).default(''),
    }),
  ),
  webhookTokens: z.array(token).default([]),
  slack: z.exactOptional(
    z.strictObject({
      botToken: z.exactOptional(z.string().min(1)),
      signingSecret: z.exactOptional(z.string().min(1)),
      teamId: z.exactOptional(z.string()),
    }),
  ),
  apiTokens: z.array(apiToken).default([]),
  alarmsTo: z.exactOptional(
    z.array(alarmReceiver).max(MOST_ALARM_RECEIVERS, `names more than ${MOST_ALARM_RECEIVERS} recipients`),
  ),
  webhookAllowHosts: z.exactOptional(
    z.array(
      z
        .string()
        .regex(/^(\[[0-9a-f:]+\]|[^\s:/]+):\d{1,5}$/i, 'is not host:port, such as hooks.internal:8443'),
    ),
  ),
  retention: z.exactOptional(retentionSchema),
});
const fleetsFileSchema = z.strictObject({ fleets: z.array(fleetSchema).min(1, 'lists no fleet') });

/** The settings of a check of fleets. */
interface FleetCheck {
  /** Returns the name of a mistake's place. */
  readonly nameOf: (path: PropertyKey[]) => string;
  /** The command that is configured: `serve` needs no key of the analytics service. */
  readonly command: ConfiguredCommand;
}

/** Checks fleets together, so that no id or token appears twice. */
export function checkFleets(value: unknown, check: FleetCheck, mistakes: string[]): GivenFleet[] {
  const { nameOf, command } = check;
  for (const { path, message } of tokenClashes(value)) mistakes.push(`${nameOf(path)}: ${message}.`);
  const parsed = fleetsFileSchema.safeParse(value, { error: wordsOf });
  if (!parsed.success) {
    for (const issue of parsed.error.issues) mistakes.push(`${nameOf(issue.path)}: ${issue.message}.`);
    return [];
  }
  const seen = new Set<string>();
  for (const [index, fleet] of parsed.data.fleets.entries()) {
    if (fleet.analytics?.apiKey === '' && command !== 'serve')
      mistakes.push(`${nameOf(['fleets', index, 'analytics', 'apiKey'])}: is missing.`);
    if (seen.has(fleet.id)) mistakes.push(`Two fleets have the id "${fleet.id}".`);
    seen.add(fleet.id);
  }
  return parsed.data.fleets.map((fleet) => ({ ...fleet, name: fleet.name ?? fleet.id }));
}

const TYPE_WORDS: ReadonlyMap<string, string> = new Map([
  ['string', 'a string'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
]);

/** Returns the problem of a field and the expected type. Never repeats the field's value, which may be a secret. */
export function wordsOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type': {
      const wanted = `it must be ${TYPE_WORDS.get(issue.expected) ?? issue.expected}`;
      return issue.input === undefined ? `is missing: ${wanted}` : `is of the wrong type: ${wanted}`;
    }
    case 'invalid_value':
      return `${issue.input === undefined ? 'is missing: it' : 'is not allowed: it'} must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      return Number(issue.minimum) === 1 ? 'is empty' : `must be at least ${String(issue.minimum)}`;
    case 'too_big':
      return `must be at most ${String(issue.maximum)}`;
    case 'unrecognized_keys':
      return `has ${issue.keys.length === 1 ? 'a field' : 'fields'} that ${issue.keys.length === 1 ? 'is' : 'are'} not known: ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
    default:
      return undefined;
  }
}

/** Returns an object with the one key, or without it when there is no value. */
export function optional<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}

const UNREADABLE = { name: '', token: '' };

/** A schema for finding clashing tokens even in fleets with other mistakes: it reads only the relevant fields. */
const looseFleets = z.object({
  fleets: z.array(
    z.object({
      id: z.string().catch('?'),
      webhookTokens: z.array(z.string().catch('')).catch([]),
      apiTokens: z
        .array(z.object({ name: z.string().catch(''), token: z.string().catch('') }).catch(UNREADABLE))
        .catch([]),
    }),
  ),
});

/** A mistake and its place. */
interface Clash {
  readonly path: PropertyKey[];
  readonly message: string;
}

/**
 * Finds repeated tokens and names: a name within one fleet, an API token anywhere, a webhook token among the API tokens.
 * @param value fleets as described, which may have other mistakes
 * @returns every clash in words that hold no token
 */
function tokenClashes(value: unknown): Clash[] {
  const parsed = looseFleets.safeParse(value);
  if (!parsed.success) return [];
  const { fleets } = parsed.data;
  const webhookTokens = new Set(fleets.flatMap((fleet) => fleet.webhookTokens).filter(Boolean));
  const owners = new Map<string, string>();
  return fleets.flatMap(({ id, apiTokens }, at) => {
    const names = new Set<string>();
    return apiTokens.flatMap(({ name, token }, index): Clash[] => {
      const path = ['fleets', at, 'apiTokens', index];
      const owner = owners.get(token);
      const clashes: (Clash | false)[] = [
        name !== '' &&
          names.has(name) && {
            path: [...path, 'name'],
            message: `has the name "${name}" of an earlier API token of this fleet: the audit could not say whose it was, so give each a name of its own`,
          },
        owner !== undefined && {
          path: [...path, 'token'],
          message: `is equal to the API token "${owner}": each needs its own`,
        },
        webhookTokens.has(token) && {
          path: [...path, 'token'],
          message: 'is also a webhook token, which stands in an address: each needs its own',
        },
      ];
      names.add(name);
      if (token !== '') owners.set(token, `${id}/${name}`);
      return clashes.filter((each) => each !== false);
    });
  });
}
