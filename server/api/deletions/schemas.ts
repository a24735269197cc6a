import * as z from 'zod';
import type { Deletion } from '../../../store/deletions/index.ts';
import { driverName, onWire } from '../http/index.ts';
import type { AnswerOf } from '../http/index.ts';

const STATES = [
  ...(['requested', 'approved', 'rejected', 'expired', 'deleting'] as const),
  ...(['deleted', 'refused', 'gone', 'unknown_outcome'] as const),
];
/** The states of a deletion. */
export const deletionState = z.enum(STATES);

/** Schema of a deletion that a rule requested. */
export const deletionSchema = z
  .object({
    id: z.string(),
    driver_id: z.string(),
    driver_name: driverName,
    trip_id: z.string(),
    rule: z.string(),
    version: z.int(),
    state: deletionState,
    approval: z.enum(['required', 'auto']),
    cause: z.string().optional().meta({ description: 'Why the rule requests the deletion.' }),
    reason: z.string().optional().meta({ description: 'Reason of the outcome.' }),
    requested_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    decided_at: z.iso.datetime().optional(),
    decided_who: z.string().optional().meta({ description: 'Name of the token.' }),
    decided_by: z.string().optional().meta({ description: 'The person it named.' }),
    note: z.string().optional(),
    service_answer: z.string().optional().meta({
      description:
        'The service’s answer to the last DELETE: accepted, no_such_trip, refused, unauthorised, limited, invalid, no_answer (the trip may be deleted) or not_reached. Absent: none was sent.',
    }),
    has_snapshot: z.boolean(),
    score_before: z.number().optional().meta({
      description: 'The driver’s score just before the deletion; absent: not rated, or it could not be read.',
    }),
    score_after: z.number().optional().meta({
      description: 'The same score, read again after it. Changes of the driver’s score are counted from it.',
    }),
    score_after_read_at: z.iso
      .datetime()
      .optional()
      .meta({ description: 'Absent: not read yet; changes of the score are unknown until then.' }),
    scores_date: z.iso.date().optional().meta({ description: 'The UTC date as of which both scores are.' }),
    settled_at: z.iso.datetime().optional(),
  })
  .meta({ id: 'Deletion' });

/** Returns a deletion as the API shows it. */
export function deletionOnWire(row: Deletion): AnswerOf<typeof deletionSchema> {
  return onWire(deletionSchema, row, {
    has_snapshot: row.snapshotId !== null,
    score_after_read_at: row.baselineAt,
    scores_date: row.baselineDate ?? row.firstAttemptAt?.toISOString().slice(0, 10),
  });
}
