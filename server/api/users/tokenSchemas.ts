import * as z from 'zod';
import type { PersonalToken } from '../../../store/identity/index.ts';
import { fields } from '../http/index.ts';

/** A personal token without its secret. */
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
export function personalTokenOnWire(row: PersonalToken): Record<string, unknown> {
  const { id, fleetId, name, role, createdAt, expiresAt, lastUsedAt } = row;
  return fields({
    id,
    fleet: fleetId,
    name,
    role,
    created_at: createdAt,
    expires_at: expiresAt,
    last_used_at: lastUsedAt,
  });
}
