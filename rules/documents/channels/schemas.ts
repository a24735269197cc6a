import * as z from 'zod';
import type { Channel, PersonChannel } from '../../channels/index.ts';
import { email } from './email.ts';
import { slack } from './slack.ts';
import { webhook } from './webhook.ts';

/** The schemas of all channels, by channel. */
const SCHEMAS = { slack, email, webhook } satisfies Record<Channel, object>;

type Schemas = (typeof SCHEMAS)[Channel];
type AtLeastOne<T> = readonly [T, ...T[]];

/** Schemas of the actions that rules may have, one per channel. */
export const ACTION_SCHEMAS = Object.values(SCHEMAS).map(({ action }) => action) as unknown as AtLeastOne<
  Schemas['action']
>;

/** Schemas of the pages that a step of an escalation policy may send, one per channel. */
export const PAGE_SCHEMAS = Object.values(SCHEMAS).map(({ page }) => page) as unknown as AtLeastOne<
  Schemas['page']
>;

/** Schemas of the recipients in an entry of a recipient route, by channel. */
export const ENTRY_SCHEMAS = {
  email: z.exactOptional(email.entry),
  slack: z.exactOptional(slack.entry),
} satisfies Record<PersonChannel, z.ZodType>;

/** Schema of the recipient of an approval request. */
export const ASK_SCHEMA = slack.ask;

/** Schemas of the recipients of a digest, by field. */
export const DIGEST_SCHEMAS = {
  to: z.exactOptional(email.digest),
  slack: z.exactOptional(slack.digest),
};

/** The fields that name a digest's recipients. A digest has at least one of them. */
export const DIGEST_RECIPIENTS = Object.keys(DIGEST_SCHEMAS) as (keyof typeof DIGEST_SCHEMAS)[];

/** Schemas of the addresses of people in rotations, by channel. */
export const PERSON_SCHEMAS = {
  email: z.exactOptional(email.person),
  slack: z.exactOptional(slack.person),
} satisfies Record<PersonChannel, z.ZodType>;
