import { DAY_FIELDS, DIGEST_RECIPIENTS } from '../documents/index.ts';
import { PERSON_CHANNELS } from '../channels/index.ts';
import { whereField } from './part.ts';
import type { Part } from './part.ts';

/** Checks between several fields that lint makes and that a schema can express. */

/** Schemas of a duration of 0, and of a longer duration. */
const ZERO = { pattern: '^0+[smhd]$' };
const ABOVE_ZERO = { not: ZERO };

/** Returns a schema that forbids fields. */
function without(fields: readonly string[]): Part {
  return { properties: Object.fromEntries(fields.map((field) => [field, false])) };
}

/** Returns a schema that requires at least one of several fields. */
function withOneOf(fields: readonly string[]): Part {
  return { anyOf: fields.map((field) => ({ required: [field] })) };
}

/** Relations in a batch: either only the length of a window, or a time of day with its time zone. */
export const BATCH_RELATIONS: Part = {
  if: { required: ['every'] },
  then: without(['at', 'timezone', 'days']),
  else: { required: ['at', 'timezone'] },
};

/**
 * Relations in a rule: a rule with the trigger `becomes_true` cannot delete trips, because it would delete only the first of
 * several.
 */
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

/** Relations in a digest: the day of sending must fit the period, and there must be a recipient. */
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
 * Relations in a recipient route: a route by attribute, and no other, has the attribute's path. There must be an entry or a
 * default.
 */
export const ROUTE_RELATIONS: Part = {
  allOf: [
    whereField('by', { const: 'attribute' }, { required: ['attribute'] }),
    whereField('by', { const: 'group' }, without(['attribute'])),
    { anyOf: [{ properties: { entries: { minProperties: 1 } } }, { required: ['default'] }] },
  ],
};

/** Relations in a rotation: at least one person must have an address. */
export const ROTATION_RELATIONS: Part = {
  properties: { people: { contains: withOneOf(PERSON_CHANNELS) } },
};

/** Relations in a chain of steps: some time must pass between two rounds. */
const ROUNDS: Part = {
  if: { properties: { steps: { prefixItems: [{ properties: { after: ZERO } }] } } },
  then: { properties: { repeat: { properties: { every: ABOVE_ZERO } } } },
};

/**
 * Relations in an escalation policy: some time must pass between two rounds, and before paging resumes after an acknowledgement.
 */
export const POLICY_RELATIONS: Part = {
  allOf: [ROUNDS, { properties: { repage_after: ABOVE_ZERO, late: ROUNDS } }],
};
