import * as z from 'zod';
import { ID_PATTERN, messageOf, sentence } from '../../../rules/documents/index.ts';
import { driverNames, issue, optionalBy, storableText } from '../http/index.ts';

/** Rules, drivers or groups of one silence. */
const MOST = 1_000;

/** A silence as it is answered. */
export const silenceSchema = z
  .object({
    id: z.string(),
    reason: z.string(),
    until: z.iso.datetime().meta({ description: 'When it ends, or would have ended.' }),
    rules: z.array(z.string()).optional(),
    drivers: z.array(z.string()).optional(),
    driver_names: driverNames,
    groups: z.array(z.string()).optional(),
    critical_rules: z.array(z.string()).optional().meta({
      description: 'Those of `rules` that are critical as published: nobody is notified of their alerts.',
    }),
    active: z.boolean().meta({ description: 'Whether it is active now.' }),
    may_end: z
      .boolean()
      .optional()
      .meta({ description: 'Whether you may end it early; in lists, and where one is shown.' }),
    created_at: z.iso.datetime(),
    created_by: z.string().meta({ description: 'Name of the token.' }),
    ended_at: z.iso.datetime().optional().meta({ description: 'When it was ended early.' }),
    ended_by: z.string().optional(),
    ended_why: z.string().optional(),
    dry_run: z.boolean().optional().meta({ description: '`true`: nothing was created.' }),
    warnings: z.array(issue).optional().meta({
      description:
        'Only when created: that it covers the whole fleet or a critical rule, and drivers of whom nothing is stored yet, which may be mistyped.',
    }),
    would_have_silenced: z
      .object({
        since: z.iso.datetime(),
        alerts: z.int().meta({ description: 'Alerts that were sent, or are still to be.' }),
        rules: z
          .array(z.object({ rule: z.string(), alerts: z.int() }))
          .meta({ description: 'The same by rule, most first.' }),
      })
      .optional()
      .meta({
        description: 'Only with `dry_run`: alerts of the last seven days that it would have stopped.',
      }),
  })
  .meta({ id: 'Silence' });

const scope = (what: string) =>
  z.array(storableText(512).min(1)).min(1).max(MOST).optional().meta({ description: what });

/** A silence to create. */
export const newSilence = z.strictObject({
  id: z
    .string()
    .regex(ID_PATTERN, messageOf(sentence('smallId')))
    .meta({ description: 'Id of the silence, by which it is ended.' }),
  reason: storableText(2_000).min(1).meta({ description: 'The reason; recorded in the audit log.' }),
  until: z.iso
    .datetime({
      offset: true,
      error: messageOf(sentence('mustBe', { wanted: sentence('form_utcTime') })),
    })
    .meta({ description: 'When it ends.' }),
  rules: scope('Only alerts of these rules. A critical rule is silenced only when it is named here.'),
  drivers: scope('Only alerts about these drivers.'),
  groups: scope('Only alerts about drivers of these groups.'),
  by: optionalBy,
});

/** The end of a silence, by whom and why. */
export const ending = z.strictObject({
  why: storableText(2_000).min(1).optional(),
  by: optionalBy,
});
