import * as z from 'zod';
import { actionSchema } from './actionSchema.ts';
import { documentHead, ID_PATTERN, OWNER, durationSchema, line } from './fields/index.ts';
import { conditionsSchema } from './conditionSchema.ts';
import { LIMITS } from '../vocabulary/index.ts';
import { messageOf, sentence } from './words/index.ts';

const idList = (what: string) => z.array(line(LIMITS.idLength)).min(1).max(LIMITS.listedIds).describe(what);

const scope = z
  .strictObject({
    groups: z.exactOptional(idList('Only drivers of at least one of these groups.')),
    drivers: z.exactOptional(idList('Only these drivers.')),
    exclude_drivers: z.exactOptional(idList('Never these drivers.')),
  })
  .describe('Which drivers the rule applies to; default: all.');

const throttle = z
  .strictObject({
    per: z.enum(['driver', 'group', 'fleet', 'trip']).describe('Whose alerts are counted together.'),
    every: durationSchema
      .describe('Time in which there is one alert at most.')
      .meta({ examples: ['24h', '7d', '10m', '30s'] }),
  })
  .describe(
    'At most one alert in that time per driver, group, fleet or trip; alerts of a higher severity are not throttled.',
  );

const budget = z
  .strictObject({
    alerts_per_day: z.int().min(1).max(100_000).describe('Most alerts in one day, at least 1.'),
  })
  .describe(
    "Most alerts in one of the fleet's local days; further ones go into one summary. Critical alerts ignore the budget.",
  );

/**
 * The schema of a rule document. `parseRule` also checks what a schema cannot express: values by fact and operator, templates,
 * and duplicates.
 */
export const ruleSchema = z
  .strictObject({
    ...documentHead('Id of the rule: small letters, digits and hyphens.', 'repeated-phone-use'),
    name: line(LIMITS.nameLength)
      .describe('Name of the rule.')
      .meta({ examples: ['Repeated phone use'] }),
    description: z.exactOptional(z.string().max(LIMITS.templateLength).describe('Why the rule exists.')),
    severity: z
      .enum(['info', 'warning', 'critical'])
      .default('warning')
      .describe('How much an alert matters.'),
    mode: z
      .enum(['off', 'shadow', 'live'])
      .default('live')
      .describe('off: not evaluated; shadow: evaluated and recorded, sends nothing; live: sends.'),
    copy_of: z.exactOptional(
      z
        .string()
        .regex(ID_PATTERN, messageOf(sentence('form_ruleId')))
        .describe('The rule of which this one is a copy; their alerts are compared.'),
    ),
    scope: z.exactOptional(scope),
    conditions: conditionsSchema,
    trigger: z.exactOptional(
      z
        .enum(['each_trip', 'becomes_true'])
        .describe(
          'each_trip (default): every matching trip may alert; becomes_true: only the first of consecutive matching trips of a driver.',
        ),
    ),
    throttle: z.exactOptional(throttle),
    budget: z.exactOptional(budget),
    owner: z.exactOptional(
      z
        .string()
        .max(254)
        .regex(OWNER, messageOf(sentence('form_owner')))
        .describe(
          'Who is notified when the rule is over its budget; default: its Slack and e-mail recipients.',
        )
        .meta({ examples: ['lead@example.com', '#fleet-safety'] }),
    ),
    suppresses: z.exactOptional(
      z
        .array(z.string().regex(ID_PATTERN, messageOf(sentence('form_ruleId'))))
        .min(1)
        .max(LIMITS.listedIds)
        .describe('Rules that this one suppresses for the same trip.'),
    ),
    actions: z
      .array(actionSchema)
      .max(LIMITS.actions)
      .default([])
      .describe('What happens when the rule matches.'),
  })
  .describe('A Tripline rule: whom it applies to, when it matches, and what happens then.');

/** A rule with its defaults filled in. */
export type Rule = z.output<typeof ruleSchema>;
