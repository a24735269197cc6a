import * as z from 'zod';
import { DATE_PATTERN, WEEKDAYS, dateMillis } from '../time/index.ts';
import { LIMITS } from '../vocabulary/index.ts';
import { PERSON_SCHEMAS } from './channels/index.ts';
import { documentHead, line, timeOfDay, timezone } from './fields/index.ts';
import { messageOf, sentence } from './words/index.ts';

const person = z
  .strictObject({
    name: line(LIMITS.nameLength)
      .describe('Their name; overrides refer to it.')
      .meta({
        examples: ['Ann'],
      }),
    ...PERSON_SCHEMAS,
  })
  .describe('A person who can be notified.');

function isLocalTime(text: string): boolean {
  const [date = '', time = ''] = text.split('T');
  return dateMillis(date) !== undefined && timeOfDay.safeParse(time).success;
}

/** Syntax of a local time, such as `2026-12-24T08:00`. Some texts of this form are still invalid. */
const LOCAL_TIME_PATTERN = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$';

const localTime = (example: string, what: string) =>
  z
    .string()
    .refine(isLocalTime, messageOf(sentence('form_localTime', { example })))
    .describe(what)
    .meta({ examples: [example], pattern: LOCAL_TIME_PATTERN });

const override = z
  .strictObject({
    from: localTime('2026-12-24T08:00', 'Its start, in the rotation’s time zone.'),
    to: localTime('2026-12-26T08:00', 'Its end, exclusive.'),
    person: line(LIMITS.nameLength)
      .describe('Who is on call instead: a name from `people`.')
      .meta({ examples: ['Ann'] }),
  })
  .describe('Puts one person on call for a while, whoever’s shift it is.');

/** The schema of a rotation document: the people who are on call in turn. */
export const rotationSchema = z
  .strictObject({
    ...documentHead('Id of the rotation: policies name it as rotation:ID.', 'safety'),
    name: z.exactOptional(
      line(LIMITS.nameLength)
        .describe('Name of the rotation.')
        .meta({ examples: ['Safety on call'] }),
    ),
    timezone: timezone
      .describe('The IANA time zone of the handover and the overrides.')
      .meta({ examples: ['Europe/Berlin', 'America/Chicago'] }),
    handover: z
      .strictObject({
        weekday: z.enum(WEEKDAYS).describe('The weekday of the handover.'),
        at: timeOfDay.describe('The time of the handover.').meta({ examples: ['08:00'] }),
      })
      .describe('When a shift ends and the next one begins, every week.'),
    starts: z.exactOptional(
      z
        .string()
        .refine((text) => dateMillis(text) !== undefined, messageOf(sentence('form_date')))
        .describe(
          'A date: the first handover on or after it starts the first person’s shift; default: 2024-01-01. Set it again when the list of people changes, to say whose shift it is.',
        )
        .meta({ examples: ['2026-01-05'], pattern: DATE_PATTERN.source }),
    ),
    people: z
      .array(person)
      .min(1)
      .max(LIMITS.rotationPeople)
      .describe('The people on call, one week each, in this order, repeating.'),
    overrides: z.exactOptional(
      z
        .array(override)
        .max(LIMITS.overrides)
        .describe('Holidays and swaps; where two overlap, the one listed last applies.'),
    ),
  })
  .describe('People who are on call in turn, one week each.');

/** A rotation. */
export type Rotation = z.output<typeof rotationSchema>;
/** One person in a rotation. */
export type RotationPerson = Rotation['people'][number];
