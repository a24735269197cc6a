import * as z from 'zod';
import { WEEKDAYS, dateMillis } from '../time/index.ts';
import { LIMITS } from '../vocabulary/index.ts';
import { ID_PATTERN, emailAddress, line, timeOfDay, timezone } from './actionSchema.ts';

const person = z
  .strictObject({
    name: line(LIMITS.nameLength)
      .describe('What people call them; overrides name them by it.')
      .meta({
        examples: ['Ann'],
      }),
    email: z.exactOptional(
      emailAddress('an e-mail address such as ann@example.com')
        .max(LIMITS.idLength)
        .describe('Where an e-mail to the rotation goes in their week.')
        .meta({ examples: ['ann@example.com'] }),
    ),
    slack: z.exactOptional(
      z
        .string()
        .regex(
          /^[UW][A-Z0-9]{1,20}$/,
          'the id of a Slack person, such as U01ABCDEF (in Slack: profile, “Copy member ID”)',
        )
        .describe(
          'Their Slack member id (in Slack: profile, “Copy member ID”), where a Slack message to the rotation goes.',
        )
        .meta({ examples: ['U01ABCDEF'] }),
    ),
  })
  .describe('Somebody who can be told.');

function isLocalTime(text: string): boolean {
  const [date = '', time = ''] = text.split('T');
  return dateMillis(date) !== undefined && timeOfDay.safeParse(time).success;
}

const localTime = (example: string, what: string) =>
  z
    .string()
    .refine(isLocalTime, `a local date and time such as ${example}, without seconds or offset`)
    .describe(what)
    .meta({ examples: [example] });

const override = z
  .strictObject({
    from: localTime('2026-12-24T08:00', 'Its first minute, on the clock of the rotation’s zone.'),
    to: localTime('2026-12-26T08:00', 'Its end: at this minute it is over.'),
    person: line(LIMITS.nameLength)
      .describe('Who has it instead: the name of somebody in `people`.')
      .meta({ examples: ['Ann'] }),
  })
  .describe('Somebody has it for a while, whoever’s week it is.');

/** A rotation document: whose turn it is to be called. */
export const rotationSchema = z
  .strictObject({
    $schema: z.exactOptional(z.string().max(LIMITS.idLength).describe('Where the schema is, for editors.')),
    id: z
      .string()
      .regex(ID_PATTERN, 'an id: small letters, digits and hyphens, at most 63 characters')
      .describe('Id of the rotation: policies name it as rotation:ID.')
      .meta({ examples: ['safety'] }),
    name: z.exactOptional(
      line(LIMITS.nameLength)
        .describe('What people call the rotation.')
        .meta({ examples: ['Safety on call'] }),
    ),
    timezone: timezone
      .describe('Whose clock the hand-over and the overrides are on.')
      .meta({ examples: ['Europe/Berlin', 'America/Chicago'] }),
    handover: z
      .strictObject({
        weekday: z.enum(WEEKDAYS).describe('The day on which a week begins.'),
        at: timeOfDay.describe('The time at which it does.').meta({ examples: ['08:00'] }),
      })
      .describe('When it goes from one person to the next, every week.'),
    starts: z.exactOptional(
      z
        .string()
        .refine((text) => dateMillis(text) !== undefined, 'a date such as 2026-01-05')
        .describe(
          'A date: the first hand-over on it or after it is the first person’s; 2024-01-01 without it. Set it anew when the list of people changes, to say whose week it is.',
        )
        .meta({ examples: ['2026-01-05'] }),
    ),
    people: z
      .array(person)
      .min(1)
      .max(LIMITS.rotationPeople)
      .describe('Who takes turns, a week each, in this order, round and round.'),
    overrides: z.exactOptional(
      z
        .array(override)
        .max(LIMITS.overrides)
        .describe('Holidays and swaps; where two overlap, the one listed last counts.'),
    ),
  })
  .describe('People who take turns, a week each.');

/** A rotation. */
export type Rotation = z.output<typeof rotationSchema>;
/** One person of a rotation. */
export type RotationPerson = Rotation['people'][number];
