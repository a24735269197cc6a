import * as z from 'zod';
import { decisionWords, whyRecipient } from '../../../messages/decisions/index.ts';
import { shownReceiver } from '../../../messages/format/index.ts';
import type { Language } from '../../../messages/language/index.ts';
import type { Decision } from '../../../rules/evaluation/index.ts';
import type { RecipientReason } from '../../../rules/recipients/index.ts';
import type { AnswerOf } from './answer.ts';

/** JSON Schema of a trace node. It is written by hand, because a trace mirrors conditions of any depth. */
export const TRACE_NODE: object = {
  description:
    'Mirrors the conditions. A group has `all`, `any`, `not` or `condition` with `of`; a comparison has the required and the actual value. Every node has its `result`.',
  type: 'object',
  required: ['result'],
  properties: {
    result: { type: 'string', enum: ['true', 'false', 'unknown'] },
    all: { type: 'array', items: { $ref: '#/components/schemas/TraceNode' } },
    any: { type: 'array', items: { $ref: '#/components/schemas/TraceNode' } },
    not: { $ref: '#/components/schemas/TraceNode' },
    condition: { type: 'string', description: 'Name of a shared condition.' },
    of: { $ref: '#/components/schemas/TraceNode' },
    fact: { type: 'string' },
    name: { type: 'string' },
    params: { type: 'object' },
    path: { type: 'string' },
    operator: { type: 'string' },
    value: { description: 'The rule’s value, or the other fact it compares with.' },
    compared: { description: 'The other fact’s value.' },
    compared_at_least: {
      type: 'boolean',
      const: true,
      description: 'The other fact’s value is a lower bound.',
    },
    actual: { description: 'The fact’s value; absent when unknown.' },
    at_least: {
      type: 'boolean',
      const: true,
      description:
        'The value is a lower bound, since some events did not arrive or cannot be read. The result is `unknown` unless it is the same for every larger value.',
    },
    trips_without_events: {
      type: 'integer',
      description: 'How many trips’ events did not arrive or cannot be read.',
    },
    unread_events: {
      type: 'boolean',
      const: true,
      description: 'The type of some events of the trip cannot be read.',
    },
    unknown_because: { type: 'string', description: 'Why the fact is unknown, in words.' },
    history_since: {
      type: 'string',
      format: 'date-time',
      description: 'Where stored history begins, when that is inside the window.',
    },
    window_end: {
      type: 'string',
      format: 'date-time',
      description:
        'End of the window. Present if the trip arrived late: the window then ends with a later trip.',
    },
    since_deletion: {
      type: 'string',
      format: 'date',
      description:
        'UTC date on which Tripline deleted a trip of the driver: the change is counted from the score after it.',
    },
  },
};

const trace = z.unknown().meta({ $ref: '#/components/schemas/TraceNode' });

const nearestMiss = z
  .object({
    pointer: z.string().meta({ description: 'The condition’s place in the rule.' }),
    fact: z.string(),
    name: z.string().optional(),
    params: z.record(z.string(), z.unknown()).optional(),
    path: z.string().optional(),
    operator: z.string(),
    value: z.unknown(),
    actual: z.unknown().optional(),
    at_least: z.literal(true).optional().meta({
      description: 'A value was a lower bound only: the gap is at least this large.',
    }),
    gap: z.number().optional().meta({
      description: 'The distance from the threshold, in the fact’s unit; seconds for times, days for dates.',
    }),
    relative_gap: z.number().optional().meta({ description: 'The gap as a share of the threshold.' }),
  })
  .meta({
    description:
      'For a rule that did not match: which condition was missed, and by how much (the nearest miss).',
  });

const ruleDecision = z
  .object({
    rule: z.string(),
    name: z.string(),
    version: z.int().meta({ description: '0: a draft.' }),
    conditions: z
      .array(z.object({ id: z.string(), version: z.int() }))
      .optional()
      .meta({ description: 'The shared conditions that the rule uses, with their versions.' }),
    severity: z.enum(['info', 'warning', 'critical']),
    mode: z.enum(['off', 'shadow', 'live']),
    outcome: z.enum(['matched', 'not_matched', 'unknown', 'failed', 'out_of_scope']),
    reason: z.string(),
    sentence: z.string().meta({ description: 'The explanation in one or more sentences.' }),
    nearest_miss: nearestMiss.optional(),
    trace: trace.optional(),
  })
  .meta({ id: 'RuleDecision' });

/** Schema of a decision: the outcome of one trip with the rules of one moment. */
export const decisionSchema = z
  .object({
    fleet: z.string(),
    driver_id: z.string(),
    trip_id: z.string(),
    revision: z.int(),
    decided_at: z.iso.datetime(),
    age_until: z
      .object({ at: z.iso.datetime(), because: z.enum(['first_decision', 'received', 'now']) })
      .optional()
      .meta({
        description:
          'Of a simulation or replay whose rules use `trip.age_seconds`: when the age was measured. For a stored trip it is measured at the first decision, as live, or when its notification was received if the trip was never evaluated.',
      }),
    rules: z.array(ruleDecision),
    actions: z.array(
      z.object({
        rule: z.string(),
        action: z.string(),
        receiver: z.string().meta({ description: 'For a webhook, only the host.' }),
        reason: z.string().optional().meta({ description: 'Why it is not sent.' }),
        because: z.string().optional().meta({
          description: 'Why this receiver, where a route or the driver record names them.',
        }),
      }),
    ),
  })
  .meta({ id: 'Decision' });

/** Returns a decision as the API shows it: worded, and with only the host of a webhook's address, which may hold a secret. */
export function decisionOnWire(decision: Decision, language: Language): AnswerOf<typeof decisionSchema> {
  return {
    ...decision,
    rules: decision.rules.map((rule) => decisionWords(rule, language)),
    actions: decision.actions.map((action) => actionOnWire(action, language)),
  };
}

/**
 * Returns an action of a decision as the API shows it.
 * @param language of `because`, the reason why this recipient receives the message
 */
export function actionOnWire(
  { because, ...action }: Decision['actions'][number],
  language: Language = 'en',
): AnswerOf<typeof decisionSchema>['actions'][number] {
  const why =
    typeof because === 'object' ? whyRecipient(because as unknown as RecipientReason, language) : because;
  return { ...action, receiver: shownReceiver(action), ...(why !== undefined && { because: why }) };
}

/** Schema of any JSON object, for the OpenAPI document. */
export const anyObject = z.record(z.string(), z.unknown());

/** Schema of a rule, for the OpenAPI document. Requests are checked by `parseRule`, whose messages are better. */
export const anyRule = z.unknown().meta({ $ref: '#/components/schemas/Rule' });

/** Schema of a shared condition, for the OpenAPI document. Requests are checked by `parseSharedCondition`. */
export const anyCondition = z.unknown().meta({ $ref: '#/components/schemas/Condition' });

/** Schema of an escalation policy, for the OpenAPI document. Requests are checked by `parseEscalationPolicy`. */
export const anyPolicy = z.unknown().meta({ $ref: '#/components/schemas/EscalationPolicy' });

/** Schema of a digest, for the OpenAPI document. Requests are checked by `parseDigest`. */
export const anyDigest = z.unknown().meta({ $ref: '#/components/schemas/Digest' });

/** Schema of a fleet’s settings, for the OpenAPI document. Requests are checked by `parseSettings`. */
export const anySettings = z.unknown().meta({ $ref: '#/components/schemas/Settings' });

/** Schema of a rotation, for the OpenAPI document. Requests are checked by `parseRotation`. */
export const anyRotation = z.unknown().meta({ $ref: '#/components/schemas/Rotation' });
/** Schema of a recipient route, for the OpenAPI document. Requests are checked by `parseRoute`. */
export const anyRoute = z.unknown().meta({ $ref: '#/components/schemas/Route' });
