import * as z from 'zod';
import { outboxIdOf } from '../../store/deliveries.ts';
import type { Delivery } from '../../store/deliveries.ts';
import type { DigestRun } from '../../store/digestAsking.ts';
import { fields } from './list.ts';

const range = z.object({ from: z.iso.date(), to: z.iso.date() }).meta({
  description: 'Whole UTC dates, both included.',
});
const state = z.enum(['gathering', 'sending', 'done', 'failed']);

/** A sending that has begun. */
export const askedRun = z.object({
  id: z.string(),
  state: z.literal('gathering'),
  period: range,
  compared_with: range,
  address: z.string(),
});

/** A sending of a digest, with every receiver. */
export const digestRun = z
  .object({
    id: z.string(),
    version: z.int(),
    kind: z.enum(['day', 'week', 'month']),
    period: range,
    compared_with: range,
    origin: z.enum(['scheduled', 'on_demand']),
    who: z.string().optional().meta({ description: 'Of one that was asked for: the token’s name.' }),
    why: z.string().optional(),
    state: state.meta({
      description: '`gathering`: figures are read. `sending`: messages are on their way.',
    }),
    reason: z.string().optional().meta({
      description: 'Why it failed; or that it went to nobody: `nobody_wants_it`, `nobody_reached`.',
    }),
    caveats: z.array(z.string()).meta({ description: 'What it had to say of its own figures.' }),
    receivers: z.array(
      z.object({
        delivery_id: z.string(),
        action: z.enum(['slack', 'email']),
        receiver: z.string(),
        state: z.enum(['pending', 'sent', 'held', 'skipped', 'unconfirmed', 'failed']),
        reason: z.string().optional().meta({
          description:
            'Of one that failed: the refusal. Of one that was skipped: `unsubscribed` or `too_late`.',
        }),
        last_error: z.string().optional(),
        attempts: z.int(),
        possible_repeat: z.boolean().meta({ description: 'It may have arrived twice.' }),
        outbox_id: z.string().optional(),
        at: z.iso.datetime(),
      }),
    ),
    at: z.iso.datetime(),
    settled_at: z.iso.datetime().optional(),
  })
  .meta({ id: 'DigestRun' });

/** A sending on the wire. */
export function runOnWire(run: DigestRun, messages: readonly Delivery[]): Record<string, unknown> {
  return fields({
    ...{ id: run.id, version: run.version, kind: run.period, state: run.state },
    origin: run.origin === 'rescheduled' ? 'scheduled' : run.origin,
    period: { from: run.periodFrom, to: run.periodTo },
    compared_with: { from: run.beforeFrom, to: run.beforeTo },
    ...{ who: run.requestedBy, why: run.why, reason: run.reason, caveats: run.caveats ?? [] },
    receivers: messages.map(receiverOnWire),
    ...{ at: run.createdAt, settled_at: run.settledAt },
  });
}

function receiverOnWire(row: Delivery): Record<string, unknown> {
  return fields({
    ...{ delivery_id: row.id, action: row.action, receiver: row.receiver, state: row.state },
    ...{ reason: row.reason, last_error: row.state === 'sent' ? null : row.lastError },
    ...{ attempts: row.attempt, possible_repeat: row.possibleRepeat, outbox_id: outboxIdOf(row) },
    at: row.settledAt ?? row.plannedAt,
  });
}
