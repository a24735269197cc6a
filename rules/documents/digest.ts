import * as z from 'zod';
import { WEEKDAYS } from '../time/index.ts';
import { LIMITS } from '../vocabulary/index.ts';
import type { JsonObject } from '../vocabulary/index.ts';
import { DIGEST_SCHEMAS } from './channels/index.ts';
import { documentHead, line, timeOfDay, timezone } from './fields/index.ts';
import { PATH_PATTERN } from './conditionSchema.ts';
import { messageOf, sentence } from './words/index.ts';

/** The sections that a digest may have below its head, in the order of the message. */
export const SECTIONS = [
  'scores',
  'groups',
  'drivers',
  'driving',
  'alerts',
  'rules',
  'deletions',
  'devices',
  'coverage',
] as const;

const send = z
  .strictObject({
    weekday: z.exactOptional(z.enum(WEEKDAYS).describe('The day of a weekly digest; only with `week`.')),
    day: z.exactOptional(
      z
        .int()
        .min(1)
        .max(28)
        .describe('The day of the month of a monthly digest, 1 to 28; only with `month`.')
        .meta({ examples: [2] }),
    ),
    at: timeOfDay
      .describe(
        'The time of day. One that the clock of the zone skips or repeats when it changes is refused.',
      )
      .meta({ examples: ['07:00'] }),
    timezone: timezone
      .describe('The IANA time zone of these times.')
      .meta({ examples: ['Europe/Berlin', 'America/Chicago', 'Asia/Kolkata'] }),
  })
  .describe('When it is sent.');

/** The schema of a digest document: content, recipients and times of sending. */
export const digestSchema = z
  .strictObject({
    ...documentHead('Id of the digest.', 'weekly-north'),
    name: line(LIMITS.nameLength)
      .describe('Its name, shown in the subject.')
      .meta({ examples: ['North, weekly'] }),
    description: z.exactOptional(
      z.string().max(LIMITS.templateLength).describe('What the digest is for, and who requested it.'),
    ),
    period: z
      .enum(['day', 'week', 'month'])
      .describe(
        'What it covers, in whole UTC dates: `day` the last date that is over at sending, `week` the seven dates ending with that one, `month` the last whole month.',
      ),
    send,
    groups: z.exactOptional(
      z
        .array(line(LIMITS.idLength))
        .min(1)
        .max(LIMITS.digestGroups)
        .describe('Only drivers in these groups; default: the whole fleet.')
        .meta({ examples: [['north']] }),
    ),
    ...DIGEST_SCHEMAS,
    sections: z.exactOptional(
      z
        .array(z.enum(SECTIONS))
        .min(1)
        .max(SECTIONS.length)
        .describe('Which sections it has; all of them by default.')
        .meta({ examples: [['scores', 'drivers', 'alerts']] }),
    ),
    needs_attention_below: z
      .number()
      .min(0)
      .max(100)
      .default(70)
      .describe('A driver whose score is lower needs attention; scores are 0 to 100.'),
    min_trips: z
      .int()
      .min(1)
      .max(100)
      .default(3)
      .describe('Drivers with fewer trips in the period are not ranked.'),
    units: z.exactOptional(
      z.enum(['km', 'miles']).describe('Units of distances; default: those of the fleet’s settings.'),
    ),
    language: z.exactOptional(
      z.enum(['en', 'de']).describe('English or German; default: the language of the fleet’s settings.'),
    ),
    driver_name: z.exactOptional(
      z
        .string()
        .max(LIMITS.idLength)
        .regex(PATH_PATTERN, messageOf(sentence('form_path', { example: '$.name' })))
        .describe(
          'Where a driver’s attributes have the name; default: the path in the fleet’s settings. Without a name, the digest shows ids.',
        )
        .meta({ examples: ['$.name'] }),
    ),
    paused: z.boolean().default(false).describe('While true, nothing is sent.'),
  })
  .describe('A periodic report about the fleet, or some of its groups.');

/** The field of `send` that contains the day of sending, by period. A daily digest has no such field. */
export const DAY_FIELDS = { week: 'weekday', month: 'day' } as const satisfies Partial<
  Record<Digest['period'], keyof Digest['send']>
>;

/** A periodic report. */
export type Digest = z.output<typeof digestSchema>;

/**
 * The part of a digest that a token limited to groups may see. `narrowed`: the digest covers the whole fleet, and the token sees
 * its own groups.
 */
type DigestSight = 'whole' | 'narrowed' | 'none';

/**
 * Returns the part of a digest that a token may see.
 * @param groups the groups that the token may see; undefined: the whole fleet
 */
export function sightOfDigest(document: JsonObject, groups: readonly string[] | undefined): DigestSight {
  if (groups === undefined) return 'whole';
  const named = document['groups'];
  if (named === undefined) return 'narrowed';
  const isAbout = Array.isArray(named) && named.every((each) => groups.some((group) => group === each));
  return isAbout ? 'whole' : 'none';
}

/** Limits a digest of the whole fleet to some groups. */
export function narrowedTo(document: JsonObject, groups: readonly string[]): JsonObject {
  return { ...document, groups: [...new Set(groups)].sort() };
}
