import * as z from 'zod';
import type { Channel, PersonChannel } from '../../channels/index.ts';
import { email } from './email.ts';
import { slack } from './slack.ts';
import { webhook } from './webhook.ts';

/** The schemas of each channel. */
const SCHEMAS = { slack, email, webhook } satisfies Record<Channel, object>;

type Schemas = (typeof SCHEMAS)[Channel];
type AtLeastOne<T> = readonly [T, ...T[]];

/** Actions of rules. */
export const ACTION_SCHEMAS = Object.values(SCHEMAS).map(({ action }) => action) as unknown as AtLeastOne<
  Schemas['action']
>;

/** Ways of notifying in a step of an escalation policy. */
export const PAGE_SCHEMAS = Object.values(SCHEMAS).map(({ page }) => page) as unknown as AtLeastOne<
  Schemas['page']
>;

/** The recipients of an entry of a recipient route, by channel. */
export const ENTRY_SCHEMAS = {
  email: z.exactOptional(email.entry),
  slack: z.exactOptional(slack.entry),
} satisfies Record<PersonChannel, z.ZodType>;

/** The recipient of an approval request. */
export const ASK_SCHEMA = slack.ask;

/** The recipients of a digest. */
export const DIGEST_SCHEMAS = {
  to: z.exactOptional(email.digest),
  slack: z.exactOptional(slack.digest),
};

/** The fields that name recipients of a digest, which has at least one of them. */
export const DIGEST_RECIPIENTS = Object.keys(DIGEST_SCHEMAS) as (keyof typeof DIGEST_SCHEMAS)[];

/** The addresses of people in rotations. */
export const PERSON_SCHEMAS = {
  email: z.exactOptional(email.person),
  slack: z.exactOptional(slack.person),
} satisfies Record<PersonChannel, z.ZodType>;
