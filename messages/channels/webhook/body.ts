import type { Json, JsonObject } from '../../../rules/vocabulary/index.ts';
import type { ChannelTestMessage } from '../../alerts/index.ts';
import type { DeletionRequestMessage } from '../../deletions/index.ts';
import type { AlertMessage } from '../../format/index.ts';
import type { IncidentMessage } from '../../incidents/index.ts';
import { textsOf } from '../../language/index.ts';
import { shortenedWebhook } from './shortened.ts';

/** The smallest of the limits behind webhooks that are in wide use: an event of Amazon EventBridge has 256 KiB. */
const LARGEST_BODY_BYTES = 262_144;

/**
 * Returns a message as the JSON body of an outgoing webhook (Standard Webhooks: `type`, `timestamp`, `data`). The same message
 * always makes the same body. Each alert has a webhook of its own, so a message about several has no body. A body that queues and
 * functions would refuse for its length is shortened (`shortened`).
 */
export function webhookMessage(message: WebhookMessage): JsonObject {
  const body = wholeBody(message);
  return Buffer.byteLength(JSON.stringify(body)) > LARGEST_BODY_BYTES ? shortenedWebhook(body) : body;
}

type WebhookMessage = AlertMessage | IncidentMessage | DeletionRequestMessage | ChannelTestMessage;

function wholeBody(message: WebhookMessage): JsonObject {
  if (!('kind' in message)) return webhookAlert(message);
  if (message.kind === 'channel_test') return webhookTest(message);
  return message.kind === 'incident' ? webhookIncident(message) : webhookDeletionRequest(message);
}

/** Returns an alert: ids, facts and times, and no position. */
function webhookAlert(message: AlertMessage): JsonObject {
  const { fleet, rule, driver, trip } = message;
  return {
    type: 'alert.matched',
    timestamp: message.decidedAt,
    data: {
      fleet: fleet.id,
      rule: { id: rule.id, name: rule.name, version: rule.version },
      severity: rule.severity,
      driver_id: driver.id,
      ...present({ driver_name: driver.name }),
      trip_id: trip.tripId,
      trip: present({
        start_time: trip.startTime,
        end_time: trip.endTime,
        distance_km: trip.distanceKm,
        duration_seconds: trip.durationSeconds,
        max_speed_kmph: trip.maxSpeedKmph,
        score: trip.score,
      }),
      sentence: message.sentence,
      ...present({ text: message.text }),
      facts: message.facts.map(({ name, label, value, unit, atLeast }) =>
        present({ fact: name, label, value, at_least: atLeast, unit }),
      ),
      events: message.events.map((event) =>
        present({
          type: event.typeName,
          start_time: event.startTime,
          duration_seconds: event.durationSeconds,
          speed_kmph: event.speedKmph,
          speed_limit_kmph: event.speedLimitKmph,
        }),
      ),
      link: message.link,
      possible_repeat: message.possibleRepeat,
    },
  };
}

/**
 * Returns an incident. `type` is `incident.` and the event (`incident.paged`, `incident.acknowledged`, …), as in
 * docs/incidents.md. It contains the place, so that help can be sent, but no path.
 */
function webhookIncident(message: IncidentMessage): JsonObject {
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
        severity: rule.severity,
        trip_id: tripId,
        sentence,
      })),
      open_incidents: message.openIncidents.map(({ id, openedAt }) => ({ id, opened_at: openedAt })),
      link: alert.link,
      possible_repeat: message.possibleRepeat,
    },
  };
}

function incidentBody({ incident }: IncidentMessage): JsonObject {
  return {
    id: incident.id,
    state: incident.state,
    opened_at: incident.openedAt,
    changes: incident.changes,
    ...present({
      assignee: incident.assignee,
      acknowledged_at: incident.acknowledgedAt,
      snoozed_until: incident.snoozedUntil,
      resolved_at: incident.resolvedAt,
      resolved_by: incident.resolvedBy,
      disposition: incident.disposition,
      note: incident.note,
      age_seconds: incident.ageSeconds,
      clock: incident.clock,
    }),
    unanswered: incident.isUnanswered,
  };
}

function placeBody({ place }: IncidentMessage): JsonObject {
  if (!place) return {};
  const { latitude, longitude, at, speedBeforeKmph, speedAfterKmph } = place;
  return {
    place: present({
      latitude,
      longitude,
      at,
      speed_before_kmph: speedBeforeKmph,
      speed_after_kmph: speedAfterKmph,
    }),
  };
}

/** Returns a deletion that waits for a person: `type` is `deletion.` and its state. */
function webhookDeletionRequest(message: DeletionRequestMessage): JsonObject {
  const { fleet, deletion, rule, driver, trip } = message;
  return {
    type: `deletion.${deletion.state}`,
    timestamp: deletion.settledAt ?? deletion.decidedAt ?? deletion.requestedAt,
    data: {
      fleet: fleet.id,
      deletion: present({
        id: deletion.id,
        state: deletion.state,
        requested_at: deletion.requestedAt,
        expires_at: deletion.expiresAt,
        decided_at: deletion.decidedAt,
        decided_by: deletion.decidedBy,
        note: deletion.note,
        reason: deletion.reason,
        settled_at: deletion.settledAt,
      }),
      rule: { id: rule.id, name: rule.name, version: rule.version },
      severity: rule.severity,
      driver_id: driver.id,
      ...present({ driver_name: driver.name }),
      trip_id: trip.tripId,
      cause: message.cause ?? textsOf('en')('deletions.noCause'),
      ...present({ snapshot_taken_at: message.snapshotTakenAt }),
      link: message.link,
      possible_repeat: message.possibleRepeat,
    },
  };
}

/** Returns the test of a receiver: it is about no trip, and requires no action. */
function webhookTest({ fleet, text, askedAt, possibleRepeat }: ChannelTestMessage): JsonObject {
  return {
    type: 'channel.test',
    timestamp: askedAt,
    data: { fleet: fleet.id, text, possible_repeat: possibleRepeat },
  };
}

/** Returns the fields that hold a value. */
function present(fields: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, Json] => field[1] !== undefined),
  );
}
