import * as z from 'zod';
import { LIMITS } from '../vocabulary/index.ts';
import { ENTRY_SCHEMAS } from './channels/index.ts';
import { PATH_PATTERN } from './conditionSchema.ts';
import { documentHead, line } from './fields/index.ts';
import { messageOf, sentence } from './words/index.ts';

const entry = z
  .strictObject(ENTRY_SCHEMAS)
  .refine((channels) => Object.keys(channels).length > 0, messageOf(sentence('form_entry')))
  .describe('Who is notified, by channel.')
  .meta({ id: 'RouteEntry', minProperties: 1 });

/** The schema of a recipient route document: who is responsible for which drivers. */
export const routeSchema = z
  .strictObject({
    ...documentHead('Id of the route: documents name it as route:ID.', 'regional-manager'),
    name: z.exactOptional(
      line(LIMITS.nameLength)
        .describe('Name of the route.')
        .meta({ examples: ['Regional manager'] }),
    ),
    description: z.exactOptional(
      z.string().max(LIMITS.templateLength).describe('What the route is for, and who keeps it up to date.'),
    ),
    by: z
      .enum(['group', 'attribute'])
      .describe(
        '`group`: by the driver’s groups; all that have an entry apply. `attribute`: by the value of one attribute of the driver.',
      ),
    attribute: z.exactOptional(
      z
        .string()
        .max(LIMITS.idLength)
        .regex(PATH_PATTERN, messageOf(sentence('form_path', { example: '$.region' })))
        .describe(
          'With `attribute`: where the driver’s attributes hold the value. Where the path is that of a field of the driver record, the directory takes precedence.',
        )
        .meta({ examples: ['$.region'] }),
    ),
    entries: z
      .record(line(LIMITS.idLength), entry)
      .refine(
        (entries) => Object.keys(entries).length <= LIMITS.routeEntries,
        messageOf(sentence('form_entries', { most: LIMITS.routeEntries })),
      )
      .describe('Who is notified, by the group or by the value of the attribute.')
      .meta({ maxProperties: LIMITS.routeEntries }),
    default: z.exactOptional(
      entry.describe(
        'Who is notified where no entry applies, or where the entry has no recipient of the wanted channel.',
      ),
    ),
  })
  .describe('Who is responsible for which drivers. Documents name it as `route:ID`.');

/** A recipient route. */
export type Route = z.output<typeof routeSchema>;
/** The recipients of one entry of a route. */
export type RouteEntry = z.output<typeof entry>;
