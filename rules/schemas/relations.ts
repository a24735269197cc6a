import { DAY_FIELDS, DIGEST_RECIPIENTS } from '../documents/index.ts';
import { PERSON_CHANNELS } from '../channels/index.ts';
import { whereField } from './part.ts';
import type { Part } from './part.ts';

/** What lint refuses about fields beside each other, where a schema can say it. */

/** A duration of 0, and one of more. */
const ZERO = { pattern: '^0+[smhd]$' };
const ABOVE_ZERO = { not: ZERO };

/** Fields that may not stand at a place. */
function without(fields: readonly string[]): Part {
  return { properties: Object.fromEntries(fields.map((field) => [field, false])) };
}

/** An object with at least one of some fields. */
function withOneOf(fields: readonly string[]): Part {
  return { anyOf: fields.map((field) => ({ required: [field] })) };
}

/** Of `RuleBatch`: a window's length alone, or a time of day on the clock of a zone. */
export const BATCH_RELATIONS: Part = {
  if: { required: ['every'] },
  then: without(['at', 'timezone', 'days']),
  else: { required: ['at', 'timezone'] },
};

/** Of a rule: the first of several matching trips cannot be deleted alone. */
export const RULE_RELATIONS: Part = {
  allOf: [
    whereField(
      'trigger',
      { const: 'becomes_true' },
      {
        properties: {
          actions: { items: { properties: { type: { not: { const: 'delete_trip' } } } } },
        },
      },
    ),
  ],
};

/** Of a digest: the day of sending belongs to the period, and somebody gets it. */
export const DIGEST_RELATIONS: Part = {
  allOf: [
    withOneOf(DIGEST_RECIPIENTS),
    ...(['day', 'week', 'month'] as const).map((period) => {
      const own = period === 'day' ? undefined : DAY_FIELDS[period];
      const others = Object.values(DAY_FIELDS).filter((field) => field !== own);
      const send = { ...without(others), ...(own !== undefined && { required: [own] }) };
      return whereField('period', { const: period }, { properties: { send } });
    }),
  ],
  properties: { groups: { uniqueItems: true }, sections: { uniqueItems: true }, to: { uniqueItems: true } },
};

/** Of a recipient route: the path of the attribute belongs to a route by attribute, and an entry or the default is there. */
export const ROUTE_RELATIONS: Part = {
  allOf: [
    whereField('by', { const: 'attribute' }, { required: ['attribute'] }),
    whereField('by', { const: 'group' }, without(['attribute'])),
    { anyOf: [{ properties: { entries: { minProperties: 1 } } }, { required: ['default'] }] },
  ],
};

/** Of a rotation: at least one person can be reached. */
export const ROTATION_RELATIONS: Part = {
  properties: { people: { contains: withOneOf(PERSON_CHANNELS) } },
};

/** Of a policy and of its steps for late trips: rounds do not follow each other at once. */
const ROUNDS: Part = {
  if: { properties: { steps: { prefixItems: [{ properties: { after: ZERO } }] } } },
  then: { properties: { repeat: { properties: { every: ABOVE_ZERO } } } },
};

/** Of an escalation policy: rounds have a distance, and an acknowledgement does not lapse at once. */
export const POLICY_RELATIONS: Part = {
  allOf: [ROUNDS, { properties: { repage_after: ABOVE_ZERO, late: ROUNDS } }],
};
