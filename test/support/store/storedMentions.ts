import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { eraseMentions } from '../../../store/retention/index.ts';
import type { Db } from '../../../store/db/index.ts';

/** When everything here was written. */
export const KEPT_AT = new Date('2026-02-01T00:00:00Z');

/** Writes rows that may mention a driver into one fleet, and reads what is left of them. */
export function storedMentions(db: Db, fleetId: string) {
  const one = async (query: ReturnType<typeof sql>): Promise<string> => {
    const { rows } = await query.execute(db);
    return (rows[0] as { id: string }).id;
  };
  const valuesOf = async (table: string, column: string): Promise<readonly unknown[]> => {
    const { rows } = await sql<{ value: unknown }>`
      select ${sql.ref(column)} as value from ${sql.table(table)} where fleet_id = ${fleetId} order by ${sql.ref(column)}::text`.execute(
      db,
    );
    return rows.map(({ value }) => value);
  };
  return {
    valuesOf,
    erase: (driverId: string, ...names: readonly string[]) =>
      eraseMentions(db, { fleetId, driverId, names: [driverId, ...names], at: KEPT_AT }),
    audit: (entry: { type: string; id: string; details?: object; why?: string; action?: string }) =>
      one(sql`insert into audit (fleet_id, at, who, action, subject_type, subject_id, details, why)
        values (${fleetId}, ${KEPT_AT}, 'ann', ${entry.action ?? 'it.happened'}, ${entry.type}, ${entry.id},
          ${entry.details === undefined ? null : JSON.stringify(entry.details)}, ${entry.why ?? null}) returning id`),
    audited: async () => {
      const { rows } = await sql<{ subjectId: string; details: unknown; why: string | null }>`
        select subject_id, details, why from audit where fleet_id = ${fleetId} order by id`.execute(db);
      return rows;
    },
    outbox: (text: string, deliveryId: string | null = null) =>
      one(sql`insert into outbox (fleet_id, channel, receiver, text, picture, delivery_id, at)
        values (${fleetId}, 'slack', '#x', ${text}, ${Buffer.alloc(20_000)}, ${deliveryId}, ${KEPT_AT}) returning id`),
    delivery: (of: { driverId: string; tripId: string; groupedInto?: string; digestRunId?: string }) =>
      one(sql`insert into deliveries (fleet_id, driver_id, trip_id, delivery_key, rule, version, action,
          action_index, receiver, revision, state, kind, planned_at, grouped_into, digest_run_id, reason)
        values (${fleetId}, ${of.driverId}, ${of.tripId}, ${randomUUID()}, 'r', 1, 'slack', 0, '#x', 1,
          ${of.groupedInto ? 'skipped' : 'sent'}, ${of.digestRunId ? 'digest' : 'alert'}, ${KEPT_AT},
          ${of.groupedInto ?? null}, ${of.digestRunId ?? null}, ${of.groupedInto ? 'grouped' : null}) returning id`),
    simulation: (input: object) =>
      one(sql`insert into simulations (fleet_id, id, input, who, created_at)
        values (${fleetId}, ${randomUUID()}, ${JSON.stringify(input)}, 'ann', ${KEPT_AT}) returning id`),
    notification: (body: object) =>
      one(sql`insert into notifications (fleet_id, type, version, received_at, source, body)
        values (${fleetId}, 'X', 1, ${KEPT_AT}, 'webhook', ${JSON.stringify(body)}) returning id`),
    deadLetter: (body: string, count = 1) =>
      one(sql`insert into dead_letters (fleet_id, content_hash, reason, first_seen_at, last_seen_at, body, body_bytes)
        select ${fleetId}, ${randomUUID()} || number, 'r', ${KEPT_AT}, ${KEPT_AT}, ${Buffer.from(body)}, 1
        from generate_series(1, ${count}::int) number returning id`),
    silence: (drivers: readonly string[], reason = 'r') =>
      one(sql`insert into silences (fleet_id, id, reason, drivers, created_at, created_by, until)
        values (${fleetId}, ${randomUUID()}, ${reason}, ${[...drivers]}::text[], ${KEPT_AT}, 'ann', ${KEPT_AT}) returning id`),
    backtest: (result: object) =>
      one(sql`insert into backtests (fleet_id, id, state, question, result, who, created_at)
        values (${fleetId}, ${randomUUID()}, 'done', '{}', ${JSON.stringify(result)}, 'ann', ${KEPT_AT}) returning id`),
    digest: (content: object) =>
      one(sql`insert into digest_runs (fleet_id, digest_id, version, period, period_from, period_to, before_from,
          before_to, origin, document, state, content, created_at, settled_at)
        values (${fleetId}, 'weekly', 1, 'week', '2026-01-01', '2026-01-07', '2025-12-25', '2025-12-31',
          'on_demand', '{}', 'done', ${JSON.stringify(content)}, ${KEPT_AT}, ${KEPT_AT}) returning id`),
    trip: (driverId: string, tripId: string) =>
      sql`insert into trips (fleet_id, driver_id, trip_id, state, first_received_at, ended_at)
        values (${fleetId}, ${driverId}, ${tripId}, 'decided', ${KEPT_AT}, ${KEPT_AT})`.execute(db),
  };
}
