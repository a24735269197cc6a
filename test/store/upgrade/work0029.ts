/**
 * Work under way as the release with migration 0029 wrote it, beside that of 0011, 0019 and 0024: an e-mail whose attempt died before
 * the first byte, trips whose scores the walk compares, a backfill that puts off a driver whom the service refuses.
 * @param tag as for `workOf0011`, which has to have run with it, and `workOf0024`
 */
export function workOf0029(tag: string): string {
  return `
    update deliveries set attempt = 1, claimed_at = now() - interval '1 hour', unbegun_attempt = 1
      where fleet_id = 'north' and driver_id = 'd-${tag}' and action = 'email' and state = 'pending' and rule = 'collision';

    update service_trips set scores_hash = 'scores-1', read_again_at = now(), asked_run_id = last_run_id,
        scores_listed_at = now(), scores_looked_at = now()
      where fleet_id = 'north' and driver_id = 'd-${tag}' and trip_id = 'decided';

    insert into backfill_drivers (fleet_id, backfill_id, driver_id, put_off_until, refused)
      select fleet_id, id, 'd-refused', now() + interval '1 hour',
        '[{"trip_id":"t-1","since":"2026-03-01T08:00:00Z","asked":"2026-03-01T09:00:00Z"}]'
      from backfills where fleet_id = '${tag}';
  `;
}
