import * as z from 'zod';
import type { Erasure } from '../../../store/retention/index.ts';
import { fields } from '../http/index.ts';

/** A request to erase a driver: never whom. */
export const erasureSchema = z
  .object({
    id: z.string(),
    state: z.enum(['running', 'done', 'refused']),
    reason: z.string().optional().meta({ description: 'Why it was refused.' }),
    who: z.string().meta({ description: 'The token’s name.' }),
    why: z.string(),
    removed: z.record(z.string(), z.int()).meta({ description: 'How much was removed, by what it was.' }),
    requested_at: z.iso.datetime(),
    finished_at: z.iso.datetime().optional(),
    address: z.string(),
  })
  .meta({ id: 'Erasure' });

/** An erasure on the wire. */
export function erasureOnWire(row: Erasure): Record<string, unknown> {
  return fields({
    id: row.id,
    state: row.state,
    reason: row.reason,
    who: row.who,
    why: row.why,
    removed: row.removed,
    requested_at: row.requestedAt,
    finished_at: row.finishedAt,
    address: `/api/v1/fleets/${row.fleetId}/erasures/${row.id}`,
  });
}
