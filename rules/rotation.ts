import * as z from 'zod';
import { ID_PATTERN, line, timeOfDay, timezone } from './actionSchema.ts';
import { dateMillis, WEEKDAYS } from './instant.ts';
import { LIMITS } from './limits.ts';

const person = z
  .strictObject({
    name: line(LIMITS.nameLength).describe('What people call them.'),
    email: z.exactOptional(z.email().max(LIMITS.idLength)),
    slack: z.exactOptional(z.string().regex(/^[UW][A-Z0-9]{1,20}$/, 'the id of a Slack person, such as U01')),
  })
  .describe('Somebody who can be told.');

/** A rotation document: whose turn it is to be called. */
export const rotationSchema = z
  .strictObject({
    $schema: z.exactOptional(z.string().max(LIMITS.idLength).describe('Where the schema is, for editors.')),
    id: z.string().regex(ID_PATTERN, 'an id: small letters, digits and hyphens, at most 63 characters'),
    name: z.exactOptional(line(LIMITS.nameLength)),
    timezone,
    starts: z.exactOptional(
      z
        .string()
        .refine((text) => dateMillis(text) !== undefined, 'a date such as 2026-01-05')
        .describe('A date: the first hand-over on it or after it is the first person’s.'),
    ),
    handover: z.strictObject({ weekday: z.enum(WEEKDAYS), at: timeOfDay }),
    people: z.array(person).min(1).max(100),
    overrides: z.exactOptional(
      z
        .array(
          z.strictObject({
            from: z
              .string()
              .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'a local time such as 2026-12-24T08:00'),
            to: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'a local time such as 2026-12-26T08:00'),
            person: line(LIMITS.nameLength),
          }),
        )
        .max(1_000),
    ),
  })
  .describe('People who take turns, a week each.');

/** A rotation. */
export type Rotation = z.output<typeof rotationSchema>;
/** One person of a rotation. */
export type RotationPerson = Rotation['people'][number];
