import * as z from 'zod';
import {
  CHANNEL,
  durationSchema,
  ID_PATTERN,
  line,
  timeOfDay,
  timezone,
  webAddress,
} from './actionSchema.ts';
import { WEEKDAYS } from './instant.ts';
import { LIMITS } from './limits.ts';

/** `rotation:ID` stands for whoever's turn it is. */
const ROTATION = /^rotation:[a-z0-9][a-z0-9-]{0,62}$/;

const receiver = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('slack'),
    channel: z
      .string()
      .refine((text) => CHANNEL.test(text) || ROTATION.test(text), 'a channel, a person or a rotation'),
  }),
  z.strictObject({
    type: z.literal('email'),
    to: z
      .array(z.union([z.email().max(LIMITS.idLength), z.string().regex(ROTATION)]))
      .min(1)
      .max(20),
  }),
  z.strictObject({ type: z.literal('webhook'), url: webAddress }),
]);

const receivers = z.array(receiver).min(1).max(10);

const step = z.strictObject({
  after: durationSchema.describe('From the start of the round.'),
  notify: receivers,
  when: z.exactOptional(
    z
      .strictObject({
        days: z.exactOptional(z.array(z.enum(WEEKDAYS)).min(1).max(7)),
        from: z.exactOptional(timeOfDay),
        to: z.exactOptional(timeOfDay),
        timezone,
      })
      .describe('Outside of these hours the step is skipped.'),
  ),
});

const repeat = z.strictObject({ times: z.int().min(0).max(20), every: durationSchema });

/** An escalation policy document: who is told of an incident, and who next when nobody answers. */
export const escalationPolicySchema = z
  .strictObject({
    $schema: z.exactOptional(z.string().max(LIMITS.idLength).describe('Where the schema is, for editors.')),
    id: z.string().regex(ID_PATTERN, 'an id: small letters, digits and hyphens, at most 63 characters'),
    name: line(LIMITS.nameLength),
    description: z.exactOptional(z.string().max(LIMITS.templateLength)),
    steps: z.array(step).min(1).max(20),
    repeat: z.exactOptional(repeat),
    repage_after: z.exactOptional(durationSchema),
    join_within: z.exactOptional(durationSchema),
    unanswered: z.exactOptional(receivers),
    late: z.exactOptional(
      z
        .strictObject({
          after: durationSchema,
          steps: z.array(step).min(1).max(20),
          repeat: z.exactOptional(repeat),
        })
        .describe('The chain for a trip that arrives this long after its end.'),
    ),
  })
  .describe('Who is told of an incident, and who next when nobody answers.');

/** An escalation policy. */
export type EscalationPolicy = z.output<typeof escalationPolicySchema>;
/** One way of telling somebody in a step. */
export type PolicyReceiver = z.output<typeof receiver>;
/** One step of a chain. */
export type PolicyStep = EscalationPolicy['steps'][number];
