/**
 * Work under way as the release with migration 0024 wrote it, beside that of 0011 and 0019: a digest whose mail was being sent, a
 * walk through the service's lists, a driver being erased, an alarm to be told.
 * @param tag as for `workOf0011`, which has to have run with it
 */
export function workOf0024(tag: string): string {
  const run = tag === 'before' ? 'weekly' : 'daily';
  return `
    with run as (
      insert into digest_runs (fleet_id, digest_id, version, period, period_from, period_to, before_from, before_to, origin,
          document, state, content, created_at, gathered)
        values ('north', '${run}', 1, 'week', '2026-02-23', '2026-03-01', '2026-02-16', '2026-02-22', 'scheduled',
          '{"id":"${run}","to":[{"type":"email","address":"lead@example.com"}]}', 'sending', '{"drivers":1}', now(), '{"now":true}')
        returning id
    ), driver as (
      insert into digest_drivers (fleet_id, run_id, range, driver_id, score, highway_ratio)
        select 'north', id, 'now', 'd-${tag}', 71, 0.5 from run
    )
    insert into deliveries (fleet_id, driver_id, trip_id, delivery_key, alert_id, rule, version, action, action_index, receiver,
        revision, state, attempt, claimed_at, unclear_attempts, possible_repeat, planned_at, kind, digest_run_id)
      select 'north', '', '', 'digest-${tag}', null, '', 1, 'email', 0, 'lead@example.com', 1, 'pending', 1,
        now() - interval '1 hour', '{}', false, now(), 'digest', id
      from run;
    insert into digest_unsubscribes (fleet_id, digest_id, address, created_at) values ('north', '${run}', 'x-${tag}@example.com', now());

    insert into reconcile_fleets (fleet_id, since) values ('north', '2026-02-01') on conflict do nothing;
    with walk as (
      insert into reconcile_runs (fleet_id, from_date, to_date, is_wide, is_first, started_at, drivers_listed_at, trips_listed)
        values ('north', '2026-02-27', '2026-03-01', false, false, now(), now(), 1)
        returning id
    ), driver as (
      insert into reconcile_drivers (fleet_id, run_id, driver_id) select 'north', id, 'd-${tag}' from walk
    )
    insert into service_trips (fleet_id, driver_id, trip_id, day, is_history, first_listed_at, last_run_id)
      select 'north', 'd-${tag}', 'decided', '2026-03-01', false, now(), id from walk;
    update trips set announced_by = 'webhook' where fleet_id = 'north' and driver_id = 'd-${tag}' and trip_id = 'decided';

    insert into erasures (fleet_id, id, driver_hash, driver_id, state, who, why, removed, requested_at)
      values ('north', gen_random_uuid(), 'hash-${tag}', 'd-gone-${tag}', 'running', 'ann', 'Asked for.', '{"trips":2}', now());
    insert into erased_drivers (fleet_id, driver_hash, erased_at) values ('north', 'hash-${tag}', now());
    insert into forgotten_trips (fleet_id, trip_hash, forgotten_at) values ('north', 'trip-hash-${tag}', now());
    insert into retention_counts (fleet_id, what, count, last_at) values ('north', 'trips-${tag}', 3, now());

    with told as (
      insert into alarm_messages (fleet_id, kind, subject, says, message, raised_at, planned_at)
        values ('north', 'analytics_unauthorised', '${tag}', 'raised', 'The key is refused.', now(), now())
        returning id
    ), alarm as (
      update fleet_alarms set told_by = told.id from told
        where fleet_id = 'north' and kind = 'analytics_unauthorised' and subject = '${tag}'
    )
    insert into deliveries (fleet_id, driver_id, trip_id, delivery_key, alert_id, rule, version, action, action_index, receiver,
        revision, state, attempt, unclear_attempts, possible_repeat, planned_at, kind, alarm_message_id)
      select 'north', '', '', 'alarm-${tag}', null, '', 1, 'slack', 0, '#operations', 1, 'pending', 0, '{}', false, now(), 'alarm', id
      from told;
  `;
}
