import type { Json, JsonObject } from '../../rules/vocabulary/index.ts';
import { isRowId } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import { isInOutbox } from '../deliveries/index.ts';
import type { IncidentEvent, IncidentKey } from './incidents.ts';

/**
 * Adds to each recipient in the `notified` details of timeline entries the outcome from the ledger. This is the delivery's
 * `state`, `reason`, and `in_outbox` if the message was stored instead of sent. A recipient whose delivery is not stored gets no
 * outcome.
 * @param args.own the delivery whose message shows the timeline. It is shown as sent, because its readers have received it.
 */
export async function withOutcomes(
  db: Db,
  args: IncidentKey & { readonly events: readonly IncidentEvent[]; readonly own?: string },
): Promise<IncidentEvent[]> {
  const { fleetId, id, events, own } = args;
  const rows = isRowId(id)
    ? await db
        .selectFrom('deliveries')
        .select(['id', 'incidentSeq', 'action', 'receiver', 'state', 'reason', 'lastError', 'reference'])
        .where((row) => row.and({ fleetId, incidentId: id, kind: 'incident_page' }))
        .execute()
    : [];
  const outcomes = new Map(
    rows.map((row) => {
      const inOutbox = isInOutbox(row);
      const state = row.id === own && row.state === 'pending' ? 'sent' : row.state;
      const reason = state === 'pending' ? row.lastError : state === 'sent' ? null : row.reason;
      const outcome: JsonObject = {
        state,
        ...(inOutbox && { in_outbox: true }),
        ...(reason !== null && { reason }),
      };
      return [keyOf(row.incidentSeq, row.action, row.receiver), outcome];
    }),
  );
  return events.map((event) => {
    const notified = event.details?.['notified'];
    if (!Array.isArray(notified)) return event;
    const known = (notified as readonly Json[]).map((each) => withOutcome(each, event.seq, outcomes));
    return { ...event, details: { ...event.details, notified: known } };
  });
}

function withOutcome(named: Json, seq: number, outcomes: ReadonlyMap<string, JsonObject>): Json {
  if (named === null || typeof named !== 'object' || Array.isArray(named)) return named;
  const { action, receiver } = named as JsonObject & { readonly action?: string; readonly receiver?: string };
  return { ...(named as JsonObject), ...outcomes.get(keyOf(seq, String(action), String(receiver))) };
}

function keyOf(seq: number | null, action: string, receiver: string): string {
  return JSON.stringify([seq, action, receiver]);
}
