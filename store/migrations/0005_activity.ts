import { online } from './online.ts';

/** What happened since a moment, in the order it happened: what whoever watches asks every second. */
export const activity = online({
  indexes: {
    decisions_by_time: 'on decisions (fleet_id, decided_at, id)',
    deliveries_by_settling: 'on deliveries (fleet_id, settled_at, id) where settled_at is not null',
    deliveries_held: "on deliveries (fleet_id, planned_at, id) where state = 'held'",
    deletions_by_request: 'on deletions (fleet_id, requested_at, id)',
  },
});
