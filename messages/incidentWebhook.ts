import type { JsonObject } from '../rules/trip.ts';
import type { IncidentMessage } from './incident.ts';
import { present } from './webhook.ts';

/**
 * An incident as the JSON body of an outgoing webhook: `type` is `incident.` and what happened (`incident.paged`,
 * `incident.acknowledged`, …), as in docs/incidents.md. It tells where it happened, so that help can be sent; it holds no path.
 */
export function webhookIncident(message: IncidentMessage): JsonObject {
  const { fleet, policy, alert, event } = message;
  return {
    type: `incident.${event.kind}`,
    timestamp: event.at,
    data: {
      fleet: fleet.id,
      incident: incidentBody(message),
      policy: { id: policy.id, name: policy.name, version: policy.version },
      event: present({ seq: event.seq, kind: event.kind, at: event.at, by: event.by, note: event.note }),
      occasion: message.occasion,
      rule: { id: alert.rule.id, name: alert.rule.name, version: alert.rule.version },
      severity: alert.rule.severity,
      driver_id: alert.driver.id,
      ...present({ driver_name: alert.driver.name }),
      trip_id: alert.trip.tripId,
      sentence: alert.sentence,
      ...placeBody(message),
      joined: message.joined.map(({ rule, tripId, sentence }) => ({
        rule: { id: rule.id, name: rule.name, version: rule.version },
        ...{ severity: rule.severity, trip_id: tripId, sentence },
      })),
      open_incidents: message.openIncidents.map(({ id, openedAt }) => ({ id, opened_at: openedAt })),
      link: alert.link,
      possible_repeat: message.possibleRepeat,
    },
  };
}

function incidentBody({ incident }: IncidentMessage): JsonObject {
  return {
    ...{ id: incident.id, state: incident.state, opened_at: incident.openedAt, changes: incident.changes },
    ...present({
      assignee: incident.assignee,
      acknowledged_at: incident.acknowledgedAt,
      resolved_at: incident.resolvedAt,
      resolved_by: incident.resolvedBy,
      disposition: incident.disposition,
      note: incident.note,
      age_seconds: incident.ageSeconds,
    }),
    unanswered: incident.isUnanswered,
  };
}

function placeBody({ place }: IncidentMessage): JsonObject {
  if (!place) return {};
  const { latitude, longitude, at, speedBeforeKmph, speedAfterKmph } = place;
  return {
    place: present({
      ...{ latitude, longitude, at },
      ...{ speed_before_kmph: speedBeforeKmph, speed_after_kmph: speedAfterKmph },
    }),
  };
}
