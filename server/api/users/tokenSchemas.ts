import * as z from 'zod';
import type { PersonalToken } from '../../../store/identity/index.ts';
import { onWire } from '../http/index.ts';
import type { AnswerOf } from '../http/index.ts';

/** Schema of a personal token without its secret. */
export const personalTokenSchema = z
  .object({
    id: z.string(),
    fleet: z.string(),
    name: z.string(),
    role: z.enum(['viewer', 'editor', 'admin']).meta({ description: 'The most it may do.' }),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().optional().meta({ description: 'To the minute. Absent: never used.' }),
  })
  .meta({ id: 'PersonalToken' });

/** Returns a stored personal token as the API shows it, without its secret. */
export function personalTokenOnWire(row: PersonalToken): AnswerOf<typeof personalTokenSchema> {
  return onWire(personalTokenSchema, row, { fleet: row.fleetId });
}
