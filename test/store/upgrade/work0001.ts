/**
 * Returns the statements of work in progress as release 0.1.0 writes it: its own columns, by name, and no others. On the newest
 * schema they act as that release beside the newest one, as during a rollout. A later release with a migration gets its own file
 * like this.
 * @param tag distinguishes two runs: `before` or `after`
 */
export function workOf0001(tag: string): string {
  const of = `'north', 'd-${tag}'`;
  const run = tag === 'before' ? 'weekly' : 'daily';
  return `
    insert into fleets (fleet_id, name, timezone, updated_at) values ('north', 'North', 'Europe/Berlin', now())
      on conflict (fleet_id) do update set name = excluded.name, timezone = excluded.timezone, updated_at = now();

    insert into notifications (fleet_id, driver_id, trip_id, type, version, received_at, source, workflow_id, body)
      values (${of}, 'waiting', 'TRIP_SCORED', 1, now(), 'webhook', 'trip:north:waiting:${tag}', '{"type":"TRIP_SCORED"}'),
             (${of}, 'decided', 'TRIP_SCORED', 1, now(), 'webhook', 'trip:north:decided:${tag}', null),
             ('north', null, null, 'SOMETHING_ELSE', null, now(), 'webhook', null, '{"a":1}');
    insert into dead_letters (fleet_id, content_hash, reason, first_seen_at, last_seen_at, content_type, body, body_bytes)
      values ('north', 'hash-${tag}', 'no JSON', now(), now(), 'text/plain', 'x', 1)
      on conflict (fleet_id, content_hash) do update set count = dead_letters.count + 1, last_seen_at = now();

    insert into trips (fleet_id, driver_id, trip_id, state, revision, workflow_id, score_unrated, events_known, first_received_at)
      values (${of}, 'waiting', 'waiting', 0, 'trip:north:waiting:${tag}', false, false, now())
      on conflict (fleet_id, driver_id, trip_id) do nothing;
    insert into trips (fleet_id, driver_id, trip_id, state, revision, content_hash, workflow_id, distance_km, duration_seconds,
        max_speed_kmph, start_time, end_time, score, score_unrated, ratings, extra, problems, events_known, path_points,
        speed_samples, first_received_at, stored_at, decided_at, ended_at, window_hash, window_since)
      values (${of}, 'decided', 'decided', 1, 'content-1', 'trip:north:decided:${tag}', 12.5, 900, 84, '2026-03-01T09:00:00.000+01:00',
        '2026-03-01T09:15:00.000+01:00', 71, false, '{"hard_brake_rating":60}', '{}', '[]', true, 2, 2, now(), now(), now(),
        '2026-03-01T08:15:00Z', 'window-1', now());
    insert into trip_events (fleet_id, driver_id, trip_id, position, type_code, type_name, start_time, end_time,
        duration_seconds, extra, trip_ended_at)
      values (${of}, 'decided', 0, 4, 'COLLISION', '2026-03-01T09:05:00.000+01:00', '2026-03-01T09:05:01.000+01:00', 1, '{}',
        '2026-03-01T08:15:00Z');
    insert into trip_paths (fleet_id, driver_id, trip_id, path, speed_profile)
      values (${of}, 'decided', '[{"latitude":1,"longitude":2}]', '[]');
    insert into driver_readings (fleet_id, driver_id, end_date, score, reading, read_at)
      values (${of}, '2026-03-01', 71, '{"driver_id":"d-${tag}","score":71}', now());
    insert into decisions (fleet_id, driver_id, trip_id, revision, decision, decided_at, workflow_id)
      values (${of}, 'decided', 1, '{"fleet":"north","driver_id":"d-${tag}","trip_id":"decided","revision":1,"rules":[],"actions":[]}',
        now(), 'trip:north:decided:${tag}');

    insert into alerts (fleet_id, driver_id, trip_id, rule, version, revision, severity, state, reason, at, groups,
        passed_throttle, passed_budget, detail)
      values (${of}, 'decided', 'collision', 1, 1, 'critical', 'raised', null, now(), null, true, true, null),
             (${of}, 'decided', 'night', 1, 1, 'info', 'held', 'quiet_hours', now(), '{north}', true, true, '06:00');
    insert into deliveries (fleet_id, driver_id, trip_id, delivery_key, alert_id, rule, version, action, action_index, receiver,
        revision, state, reason, attempt, claimed_at, unknown_outcome_attempts, possible_repeat, planned_at, settled_at, kind, release_at)
      select fleet_id, driver_id, trip_id, key, id, rule, 1, action, 0, receiver, 1, given.state, given.reason, attempt, claimed_at,
        '{}', false, now(), settled_at, 'alert', release_at
      from alerts join (values
        ('collision', '${DELIVERY_KEYS.get(tag) ?? ''}', 'email', 'lead@example.com', 'pending', null, 0, null::timestamptz, null::timestamptz, null::timestamptz),
        ('collision', 'claimed-${tag}', 'slack', '#fleet-safety', 'pending', null, 1, now() - interval '1 hour', null, null),
        ('collision', 'sent-${tag}', 'webhook', 'https://example.com/hook', 'sent', null, 1, null, now(), null),
        ('night', 'held-${tag}', 'email', 'night@example.com', 'held', 'quiet_hours', 0, null, null, '2026-03-02T05:00:00Z')
      ) as given (of_rule, key, action, receiver, state, reason, attempt, claimed_at, settled_at, release_at)
        on of_rule = rule
      where fleet_id = 'north' and driver_id = 'd-${tag}';

    insert into trip_snapshots (fleet_id, driver_id, trip_id, content_hash, raw, trip, reason, taken_at)
      values (${of}, 'decided', 'content-1', '{"trip_id":"decided"}', '{}', 'deletion', now());
    insert into deletions (fleet_id, driver_id, trip_id, rule, version, state, approval, requested_at, expires_at)
      values (${of}, 'decided', 'invalid', 1, 'requested', 'required', now(), now() + interval '14 days');

    insert into documents (fleet_id, kind, id, published_version, last_version, updated_at)
      values ('north', 'rule', 'rule-${tag}', 1, 2, now());
    insert into document_versions (fleet_id, kind, id, version, body, at, who)
      values ('north', 'rule', 'rule-${tag}', 1, '{"id":"rule-${tag}","mode":"live"}', now(), 'ann'),
             ('north', 'rule', 'rule-${tag}', 2, '{"id":"rule-${tag}","mode":"live"}', now(), 'ann');
    insert into silences (fleet_id, id, reason, created_at, created_by, until)
      values ('north', 'silence-${tag}', 'A test drive.', now(), 'ann', now() + interval '1 day');
    insert into audit (fleet_id, at, who, action, subject_type, subject_id)
      values ('north', now(), 'ann', 'published', 'rule', 'rule-${tag}');
    insert into outbox (fleet_id, channel, receiver, text, at) values ('north', 'email', 'lead@example.com', 'Text', now());
    insert into fleet_alarms (fleet_id, kind, subject, message, raised_at, last_seen_at)
      values ('north', 'analytics_unauthorised', '${tag}', 'The key is refused.', now(), now());
    insert into backtests (fleet_id, id, state, question, who, created_at, trips_done)
      values ('north', gen_random_uuid(), 'running', '{}', 'ann-${tag}', now(), 7);
    insert into backfills (fleet_id, id, state, from_date, to_date, alerts, who, created_at, drivers_listed_at)
      values ('${tag}', '00000000-0000-4000-8000-000000000011', 'running', '2026-02-01', '2026-02-28', false, 'ann', now(), now());
    insert into backfill_drivers (fleet_id, backfill_id, driver_id)
      values ('${tag}', '00000000-0000-4000-8000-000000000011', 'd-1'), ('${tag}', '00000000-0000-4000-8000-000000000011', 'd-2');
    insert into group_refreshes (fleet_id, group_ids, refreshed_at) values ('${tag}', '{north}', now());
    insert into driver_groups (fleet_id, driver_id, groups, seen_at) values (${of}, '{north}', now());
    insert into score_readings (fleet_id, group_id, end_date, score, read_at) values ('${tag}', '', '2026-03-01', 70, now());
    insert into slack_channels (fleet_id, name, channel_id, seen_at) values ('north', '#${tag}', 'C01', now());

    with opened as (
      insert into incidents (fleet_id, policy, policy_version, rule, rule_version, severity, driver_id, trip_id, trip_ended_at,
          late, state, opened_at, position, due_at, changes)
        values ('north', 'collision', 1, 'collision', 1, 'critical', 'd-${tag}', 'decided', '2026-03-01T08:15:00Z', false, 'open',
          now(), 1, now() + interval '10 minutes', 2)
        returning id
    ), joined as (
      insert into incident_alerts (fleet_id, delivery_id, incident_id, alert_id, rule, version, severity, driver_id, trip_id, at)
        select 'north', deliveries.id, opened.id, alert_id, rule, version, 'critical', driver_id, trip_id, now()
        from deliveries, opened where fleet_id = 'north' and delivery_key = 'claimed-${tag}'
    ), timeline as (
      insert into incident_events (fleet_id, incident_id, seq, at, kind, who, via, details)
        select 'north', opened.id, seq, now(), kind, 'tripline', 'tripline', details::jsonb
        from opened, (values (1, 'opened', null), (2, 'paged', '{"page":0,"notified":[{"type":"slack","channel":"#safety-urgent"}]}'))
          as given (seq, kind, details)
    )
    insert into deliveries (fleet_id, driver_id, trip_id, delivery_key, alert_id, rule, version, action, action_index, receiver,
        revision, state, attempt, unknown_outcome_attempts, possible_repeat, planned_at, kind, incident_id, incident_seq, shown_change)
      select 'north', 'd-${tag}', 'decided', 'page-${tag}', null, 'collision', 1, 'slack', 0, '#safety-urgent', 1, 'pending', 0, '{}',
        false, now(), 'incident_page', opened.id, 2, 2
      from opened;

    update deletions set state = 'deleting', claim = claim + 1, claimed_at = now(), attempts = 1, first_attempt_at = now(),
        score_before = 71, baseline_date = '2026-03-01', baseline_rated = true, revision = 1, content_hash = 'content-1'
      where fleet_id = 'north' and driver_id = 'd-${tag}';
    insert into rate_limits (fleet_id, key, booked_until) values ('north', '#${tag}', now());
    insert into webhook_secret_generations (fleet_id, origin, generation, began_at)
      values ('north', 'https://hooks.example.com', case '${tag}' when 'before' then 2 else 3 end, now());
    insert into simulations (fleet_id, id, input, who, created_at) values ('north', gen_random_uuid(), '{}', 'ann-${tag}', now());
    insert into slack_people (fleet_id, user_id, name, read_at) values ('north', 'U-${tag}', 'Ann', now());

    with run as (
      insert into digest_runs (fleet_id, digest_id, version, period, period_from, period_to, before_from, before_to, origin,
          document, state, content, created_at, gathered)
        values ('north', '${run}', 1, 'week', '2026-02-23', '2026-03-01', '2026-02-16', '2026-02-22', 'scheduled',
          '{"id":"${run}","to":[{"type":"email","address":"lead@example.com"}]}', 'sending', '{"drivers":1}', now(), '{"now":{"complete":true,"drivers":1}}')
        returning id
    ), driver as (
      insert into digest_drivers (fleet_id, run_id, range, driver_id, score, highway_ratio)
        select 'north', id, 'now', 'd-${tag}', 71, 0.5 from run
    )
    insert into deliveries (fleet_id, driver_id, trip_id, delivery_key, alert_id, rule, version, action, action_index, receiver,
        revision, state, attempt, claimed_at, unknown_outcome_attempts, possible_repeat, planned_at, kind, digest_run_id)
      select 'north', '', '', 'digest-${tag}', null, '', 1, 'email', 0, 'lead@example.com', 1, 'pending', 1,
        now() - interval '1 hour', '{}', false, now(), 'digest', id
      from run;
    insert into digest_unsubscribes (fleet_id, digest_id, address, created_at) values ('north', '${run}', 'x-${tag}@example.com', now());

    insert into reconcile_fleets (fleet_id, since) values ('north', '2026-02-01') on conflict do nothing;
    with reconciliation as (
      insert into reconcile_runs (fleet_id, from_date, to_date, is_wide, is_first, started_at, drivers_listed_at, trips_listed)
        values ('north', '2026-02-27', '2026-03-01', false, false, now(), now(), 1)
        returning id
    ), driver as (
      insert into reconcile_drivers (fleet_id, run_id, driver_id) select 'north', id, 'd-${tag}' from reconciliation
    )
    insert into service_trips (fleet_id, driver_id, trip_id, day, is_history, first_listed_at, last_run_id)
      select 'north', 'd-${tag}', 'decided', '2026-03-01', false, now(), id from reconciliation;
    update trips set received_from = 'webhook' where fleet_id = 'north' and driver_id = 'd-${tag}' and trip_id = 'decided';

    insert into erasures (fleet_id, id, driver_hash, driver_id, state, who, why, removed, requested_at)
      values ('north', gen_random_uuid(), 'hash-${tag}', 'd-gone-${tag}', 'running', 'ann', 'Asked for.', '{"trips":2}', now());
    insert into erased_drivers (fleet_id, driver_hash, erased_at) values ('north', 'hash-${tag}', now());
    insert into trip_tombstones (fleet_id, trip_hash, removed_at) values ('north', 'trip-hash-${tag}', now());
    insert into retention_counts (fleet_id, category, count, last_at) values ('north', 'trips-${tag}', 3, now());

    with message as (
      insert into alarm_messages (fleet_id, kind, subject, event, message, raised_at, planned_at)
        values ('north', 'analytics_unauthorised', '${tag}', 'raised', 'The key is refused.', now(), now())
        returning id
    ), alarm as (
      update fleet_alarms set raised_message_id = message.id from message
        where fleet_id = 'north' and kind = 'analytics_unauthorised' and subject = '${tag}'
    ), request as (
      insert into temporal_requests (fleet_id, kind, subject, requested_at, due_at)
        select 'north', 'start_alarm_message', id::text, now(), now() from message
    )
    insert into deliveries (fleet_id, driver_id, trip_id, delivery_key, alert_id, rule, version, action, action_index, receiver,
        revision, state, attempt, unknown_outcome_attempts, possible_repeat, planned_at, kind, alarm_message_id)
      select 'north', '', '', 'alarm-${tag}', null, '', 1, 'slack', 0, '#operations', 1, 'pending', 0, '{}', false, now(), 'alarm', id
      from message;

    update deliveries set attempt = 1, claimed_at = now() - interval '1 hour', unsent_attempt = 1
      where fleet_id = 'north' and driver_id = 'd-${tag}' and action = 'email' and state = 'pending' and rule = 'collision';

    update service_trips set scores_hash = 'scores-1', scores_listed_at = now(), scores_checked_at = now()
      where fleet_id = 'north' and driver_id = 'd-${tag}' and trip_id = 'decided';

    insert into backfill_drivers (fleet_id, backfill_id, driver_id, postponed_until, refused)
      select fleet_id, id, 'd-refused', now() + interval '1 hour',
        '[{"trip_id":"t-1","since":"2026-03-01T08:00:00Z","asked":"2026-03-01T09:00:00Z"}]'
      from backfills where fleet_id = '${tag}';
  `;
}

/** Keys of the pending e-mail, as that release made them of fleet, driver, trip, rule, action and receiver. */
const DELIVERY_KEYS = new Map([
  ['before', 'e2ee0c8a34814651e6ea59dea1c5c558'],
  ['after', 'fe740012ee21a3c42acfa27e5ea06e13'],
]);
