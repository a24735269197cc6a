/**
 * Work under way as the release with migration 0019 wrote it, beside that of 0011: incidents with their pages, claims of
 * deletions, booked Slack channels.
 * @param tag as for `workOf0011`, which has to have run with it
 */
export function workOf0019(tag: string): string {
  return `
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
    ), told as (
      insert into incident_events (fleet_id, incident_id, seq, at, kind, who, via, details)
        select 'north', opened.id, seq, now(), kind, 'tripline', 'tripline', details::jsonb
        from opened, (values (1, 'opened', null), (2, 'paged', '{"page":0,"told":[{"type":"slack","channel":"#safety-urgent"}]}'))
          as given (seq, kind, details)
    )
    insert into deliveries (fleet_id, driver_id, trip_id, delivery_key, alert_id, rule, version, action, action_index, receiver,
        revision, state, attempt, unclear_attempts, possible_repeat, planned_at, kind, incident_id, incident_seq, shown_change)
      select 'north', 'd-${tag}', 'decided', 'page-${tag}', null, 'collision', 1, 'slack', 0, '#safety-urgent', 1, 'pending', 0, '{}',
        false, now(), 'incident_page', opened.id, 2, 2
      from opened;

    update deletions set state = 'deleting', claim = claim + 1, claimed_at = now(), attempts = 1, first_attempt_at = now(),
        score_before = 71, baseline_date = '2026-03-01', baseline_rated = true, revision = 1, content_hash = 'content-1',
        workflow_started_at = now()
      where fleet_id = 'north' and driver_id = 'd-${tag}';
    insert into trial_undecided (fleet_id, driver_id, trip_id, rule, version, outcome, at)
      values ('north', 'd-${tag}', 'decided', 'rule-${tag}', 2, 'unknown', now());
    insert into slack_pace (fleet_id, channel, booked_until) values ('north', '#${tag}', now());
    insert into slack_people (fleet_id, user_id, name, read_at) values ('north', 'U-${tag}', 'Ann', now());
  `;
}
