import { online } from './online.ts';

/** Messages of incidents that are not out yet: whoever looks for those that stayed behind reads no others. */
export const incidentMessagesPending = online({
  indexes: {
    incident_messages_pending:
      "on deliveries (planned_at) where incident_id is not null and state = 'pending'",
  },
});
