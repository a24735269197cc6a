import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Creates the table of live events: a row for each change of an incident, an alert, a delivery or an alarm, stored for a day. */
export async function createLive(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table live_events (
      id bigint generated always as identity,
      xid xid8 not null default pg_current_xact_id(),
      fleet_id text not null,
      at timestamptz not null default clock_timestamp(),
      kind text not null check (kind in ('incident', 'alert', 'delivery', 'alarm')),
      subject_id text not null,
      state text not null,
      primary key (xid, id)
    );
    comment on column live_events.id is
      'In the order of the changes of one row: a later change of it waits for the earlier one''s transaction.';
    comment on column live_events.xid is
      'The transaction that made the change. Readers remember which transactions they have seen, not the highest id: '
      'transactions do not end in the order in which they take ids.';
    comment on column live_events.subject_id is 'The id of the incident, alert or delivery; of an alarm kind, or kind/subject.';
    comment on column live_events.state is 'Its state after the change; of an alarm open or resolved.';
    -- What is old enough to be removed.
    create index live_events_by_age on live_events (at);
  `.execute(db);

  // Triggers write the events, so that no statement that changes a state can omit its event, and no round trip is needed.
  await sql`
    create function record_live_event() returns trigger language plpgsql as $$
    begin
      insert into live_events (fleet_id, kind, subject_id, state)
      values (new.fleet_id, tg_argv[0], new.id::text, new.state);
      return null;
    end $$;
    create function record_live_alarm() returns trigger language plpgsql as $$
    begin
      insert into live_events (fleet_id, kind, subject_id, state)
      values (new.fleet_id, 'alarm', new.kind || case new.subject when '' then '' else '/' || new.subject end,
        case when new.resolved_at is null then 'open' else 'resolved' end);
      return null;
    end $$;
  `.execute(db);
  await sql`
    create trigger incidents_are_live_at_first after insert on incidents
      for each row execute function record_live_event('incident');
    -- Notes and assignees too: whoever shows an incident reads it again.
    create trigger incidents_are_live after update of changes, state on incidents
      for each row when (old.changes <> new.changes or old.state <> new.state)
      execute function record_live_event('incident');
    create trigger alerts_are_live_at_first after insert on alerts
      for each row execute function record_live_event('alert');
    create trigger alerts_are_live after update of state, reason on alerts
      for each row when (old.state <> new.state or old.reason is distinct from new.reason)
      execute function record_live_event('alert');
    create trigger deliveries_are_live_at_first after insert on deliveries
      for each row execute function record_live_event('delivery');
    create trigger deliveries_are_live after update of state on deliveries
      for each row when (old.state <> new.state) execute function record_live_event('delivery');
    create trigger alarms_are_live_at_first after insert on fleet_alarms
      for each row execute function record_live_alarm();
    create trigger alarms_are_live after update of resolved_at on fleet_alarms
      for each row when ((old.resolved_at is null) <> (new.resolved_at is null))
      execute function record_live_alarm();
  `.execute(db);
}
