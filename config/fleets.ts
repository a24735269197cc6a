import { z } from 'zod';
import { retentionSchema } from './retention.ts';
import type { GivenRetention, Retention } from './retention.ts';
import { isUrl } from './variable.ts';

/**
 * Command for which the configuration is read. `dev` provides its own services where none are set; `serve` and `worker` refuse to
 * start without them.
 */
export type ConfiguredCommand = 'dev' | 'serve' | 'worker';

/** Field that `withSlackSetting` adds to a fleet. */
export interface SlackSetting {
  /** Set when Slack is turned off, so that Slack messages of this fleet go to the outbox on purpose. */
  readonly isSlackOff?: true;
}

/** Permissions of a token. A `viewer` reads; an `editor` also writes rules; an `admin` also deletes and replays. */
export type Role = 'viewer' | 'editor' | 'admin';

/** Bearer token for the API. */
export interface ApiToken {
  readonly role: Role;
  readonly name: string;
  readonly token: string;
  /** Groups to which the token is limited; absent if it shows the whole fleet. Only a viewer's token can be limited. */
  readonly groups?: readonly string[];
}

/** Configuration of one fleet, which is one customer account. */
export interface FleetConfig extends SlackSetting {
  readonly id: string;
  readonly name: string;
  /** IANA time zone, such as `Europe/Berlin`. */
  readonly timezone: string;
  /**
   * Analytics service; if absent, the sandbox is used. `baseUrl` is without `/v3`. The key may be empty in `serve`, which never
   * calls the service.
   */
  readonly analytics?: { readonly baseUrl: string; readonly apiKey: string };
  readonly webhookTokens: readonly string[];
  /** Credentials of the Slack app. Without a `botToken`, Slack messages go to the outbox. */
  readonly slack?: { readonly botToken?: string; readonly signingSecret?: string; readonly teamId?: string };
  readonly apiTokens: readonly ApiToken[];
  /** E-mail addresses and Slack channels that receive the fleet's alarms; absent when there are none. */
  readonly alarmsTo?: readonly string[];
  /** `host:port` pairs that outgoing webhooks may reach inside the network and without TLS. */
  readonly webhookAllowHosts?: readonly string[];
  /** Days for which data is kept; if absent, everything is kept forever. */
  readonly retention?: Retention;
}

/** A fleet as it is described, before the defaults for all fleets complete its retention. */
export type GivenFleet = Omit<FleetConfig, 'retention'> & { readonly retention?: GivenRetention };

const FLEET_ID = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Smallest length of a token, because shorter ones can be guessed. */
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
/** Schema of a token that an operator chooses for Tripline. */
export const token = z
  .string()
  .min(SHORTEST_TOKEN, `is shorter than ${SHORTEST_TOKEN} characters: make one with openssl rand -hex 32`)
  .regex(/^[^\s/,]+$/, 'contains a space, a slash or a comma');

/**
 * Limits of the groups of a token. They equal those of a digest's `groups`, because a preview for such a token is a digest of its
 * groups.
 */
const MOST_GROUPS = 200;
const LONGEST_GROUP = 200;

const group = z
  .string()
  .max(LONGEST_GROUP, `is not a group id: it is longer than ${LONGEST_GROUP} characters`)
  // Refuses an empty group, because the service would return the whole fleet.
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

/** Schema of a recipient of alarms: an e-mail address, or a Slack channel by name or id. */
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

/** Settings with which fleets are checked. */
interface FleetCheck {
  /** Returns the name of the field that has a mistake, for the message. */
  readonly nameOf: (path: PropertyKey[]) => string;
  /** Command for which the configuration is read. `serve` needs no key of the analytics service. */
  readonly command: ConfiguredCommand;
}

/** Checks all fleets together, so that no id or token appears twice. */
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

/** Describes the problem of a field and the expected type. Never contains the field's value, which may be a secret. */
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

/** Returns an object with one property, or without properties if the value is undefined. */
export function optional<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}

const UNREADABLE = { name: '', token: '' };

/**
 * Schema with which repeated tokens are found, even in fleets with other mistakes. It reads only the fields that matter for that.
 */
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

/** A mistake, with the path of its field. */
interface Clash {
  readonly path: PropertyKey[];
  readonly message: string;
}

/**
 * Finds repeated names and tokens: a name within a fleet, an API token among all fleets, and an API token that is also a webhook
 * token.
 * @param value the fleets as described, which may have other mistakes
 * @returns a mistake for each, without the token itself
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
