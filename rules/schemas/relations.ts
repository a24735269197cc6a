import { DAY_FIELDS, DIGEST_RECIPIENTS } from '../documents/index.ts';
import { PERSON_CHANNELS } from '../channels/index.ts';
import { whereField } from './part.ts';
import type { Part } from './part.ts';

/** Checks of lint that relate several fields, where a schema can express them. */

/** A duration of 0, and a longer one. */
const ZERO = { pattern: '^0+[smhd]$' };
const ABOVE_ZERO = { not: ZERO };

/** Returns a schema that forbids some fields. */
function without(fields: readonly string[]): Part {
  return { properties: Object.fromEntries(fields.map((field) => [field, false])) };
}

/** Returns a schema of an object with at least one of some fields. */
function withOneOf(fields: readonly string[]): Part {
  return { anyOf: fields.map((field) => ({ required: [field] })) };
}

/** The relations of `RuleBatch`: a window's length alone, or a time of day on the clock of a zone. */
export const BATCH_RELATIONS: Part = {
  if: { required: ['every'] },
  then: without(['at', 'timezone', 'days']),
  else: { required: ['at', 'timezone'] },
};

/** The relations of a rule: the first of several matching trips cannot be deleted alone. */
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

/** The relations of a digest: the day of sending fits the period, and there is a recipient. */
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

/**
 * The relations of a recipient route: only a route by attribute has the path of the attribute, and an entry or the default
 * exists.
 */
export const ROUTE_RELATIONS: Part = {
  allOf: [
    whereField('by', { const: 'attribute' }, { required: ['attribute'] }),
    whereField('by', { const: 'group' }, without(['attribute'])),
    { anyOf: [{ properties: { entries: { minProperties: 1 } } }, { required: ['default'] }] },
  ],
};

/** The relations of a rotation: at least one person has an address. */
export const ROTATION_RELATIONS: Part = {
  properties: { people: { contains: withOneOf(PERSON_CHANNELS) } },
};

/** The relations of a policy's steps, and of those for late trips: time passes between rounds. */
const ROUNDS: Part = {
  if: { properties: { steps: { prefixItems: [{ properties: { after: ZERO } }] } } },
  then: { properties: { repeat: { properties: { every: ABOVE_ZERO } } } },
};

/** The relations of an escalation policy: time passes between rounds, and before an acknowledgement lapses. */
export const POLICY_RELATIONS: Part = {
  allOf: [ROUNDS, { properties: { repage_after: ABOVE_ZERO, late: ROUNDS } }],
};
