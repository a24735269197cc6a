import * as z from 'zod';
import { actionSchema, durationSchema, ID_PATTERN, line, OWNER } from './actionSchema.ts';
import { conditionsSchema } from './conditionSchema.ts';
import { LIMITS } from '../vocabulary/index.ts';

const idList = (what: string) => z.array(line(LIMITS.idLength)).min(1).max(LIMITS.listedIds).describe(what);

const scope = z
  .strictObject({
    groups: z.exactOptional(idList('Only drivers of at least one of these groups.')),
    drivers: z.exactOptional(idList('Only these drivers.')),
    exclude_drivers: z.exactOptional(idList('Never these drivers.')),
  })
  .describe('Which drivers the rule is about; everyone without it.');

const throttle = z
  .strictObject({
    per: z.enum(['driver', 'group', 'fleet', 'trip']),
    every: durationSchema,
  })
  .describe(
    'At most one alert in that time per driver, group, fleet or trip; a higher severity breaks through.',
  );

const budget = z
  .strictObject({ alerts_per_day: z.int().min(1).max(100_000) })
  .describe(
    "Most alerts in one of the fleet's local days; what comes after goes into one summary. Critical ones pass.",
  );

/** The rule document. `parseRule` checks more than it can say: values by fact and operator, templates, duplicates. */
export const ruleSchema = z
  .strictObject({
    $schema: z.exactOptional(z.string().max(LIMITS.idLength).describe('Where the schema is, for editors.')),
    id: z
      .string()
      .regex(
        ID_PATTERN,
        'an id: small letters, digits and hyphens, at most 63 characters, starting with a letter or digit',
      )
      .describe('Id of the rule: small letters, digits and hyphens.')
      .meta({ examples: ['repeated-phone-use'] }),
    name: line(LIMITS.nameLength)
      .describe('What people call the rule.')
      .meta({ examples: ['Repeated phone use'] }),
    description: z.exactOptional(z.string().max(LIMITS.templateLength).describe('Why the rule exists.')),
    severity: z
      .enum(['info', 'warning', 'critical'])
      .default('warning')
      .describe('How much an alert matters.'),
    mode: z
      .enum(['off', 'shadow', 'live'])
      .default('live')
      .describe('off: not evaluated; shadow: decides and records, sends nothing; live: sends.'),
    scope: z.exactOptional(scope),
    conditions: conditionsSchema,
    throttle: z.exactOptional(throttle),
    budget: z.exactOptional(budget),
    owner: z.exactOptional(
      z
        .string()
        .max(254)
        .regex(OWNER, 'a Slack channel such as #fleet-safety, or an e-mail address')
        .describe('Who is told when the rule is over its budget; its Slack and e-mail receivers without it.')
        .meta({ examples: ['lead@example.com', '#fleet-safety'] }),
    ),
    suppresses: z.exactOptional(
      z
        .array(z.string().regex(ID_PATTERN, 'the id of a rule'))
        .min(1)
        .max(LIMITS.listedIds)
        .describe('Rules that this one silences for the same trip.'),
    ),
    actions: z
      .array(actionSchema)
      .max(LIMITS.actions)
      .default([])
      .describe('What happens when the rule matches.'),
  })
  .describe('A Tripline rule: who it is about, when it fires, and what happens then.');

/** A rule with its defaults filled in. */
export type Rule = z.output<typeof ruleSchema>;
