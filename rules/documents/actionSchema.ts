import * as z from 'zod';
import { receiversNamed } from '../channels/index.ts';
import { ACTION_SCHEMAS, ASK_SCHEMA } from './channels/index.ts';
import { ID_PATTERN, durationSchema, held, notBatched } from './fields/index.ts';
import type { batch, quietHours } from './fields/index.ts';
import { messageOf, sentence } from './words/index.ts';

const escalate = z
  .strictObject({
    type: z.literal('escalate').describe('An incident run by an escalation policy.'),
    policy: z
      .string()
      .regex(ID_PATTERN, messageOf(sentence('form_policyId')))
      .describe('Id of the policy.')
      .meta({ examples: ['collision'] }),
    ...held,
    ...notBatched,
  })
  .meta({
    id: 'EscalateAction',
    description: 'Opens an incident: people are paged until one of them acknowledges it.',
  });

const deleteTrip = z
  .strictObject({
    type: z.literal('delete_trip').describe('Deletion of the trip at the service.'),
    approval: z.enum(['required', 'auto']).default('required').describe('Whether a person must approve.'),
    ask: z.exactOptional(ASK_SCHEMA),
    max_per_day: z.int().min(1).max(10_000).default(10).describe('Most deletions in one UTC day.'),
    max_share: z
      .number()
      .gt(0)
      .max(1)
      .default(0.05)
      .describe("Largest share of the UTC day's trips that may be deleted, from 20 trips on."),
    expires_after: durationSchema.default('14d').describe('How long to wait for an approval.'),
    ...notBatched,
  })
  .meta({
    id: 'DeleteTripAction',
    description:
      'Deletes the trip, after a snapshot and only if every safety check passes; always the last action.',
  });

/** The schema of a rule's action. The field `type` selects the kind of action. */
export const actionSchema = z.discriminatedUnion('type', [...ACTION_SCHEMAS, escalate, deleteTrip]);

/** One action of a rule. */
export type RuleAction = z.output<typeof actionSchema>;

/** Hours during which an action holds alerts of rules that are not critical. */
export type QuietHours = z.output<typeof quietHours>;

/** The times at which an action sends its collected alerts: the end of each window, or a time of day. */
export type Batch = z.output<typeof batch>;

/** Returns the quiet hours of an action, if any. A deletion has none, because it notifies no recipient. */
export function quietHoursOf(action: RuleAction | undefined): QuietHours | undefined {
  return action === undefined || action.type === 'delete_trip' ? undefined : action.quiet_hours;
}

/**
 * Returns the receivers of an action: the receivers of a message, the policy of an escalation, or the word `trip` for a deletion.
 */
export function receiversOf(action: RuleAction): readonly string[] {
  if (action.type === 'escalate') return [action.policy];
  if (action.type === 'delete_trip') return ['trip'];
  return receiversNamed(action).map(({ receiver }) => receiver);
}
