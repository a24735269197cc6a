import type { JsonObject } from '../rules/trip.ts';
import type { DeletionRequestMessage } from './deletionRequest.ts';
import { present } from './webhook.ts';

/** A deletion that waits for a person as the JSON body of an outgoing webhook, `type` `deletion.` and its state. */
export function webhookDeletionRequest(message: DeletionRequestMessage): JsonObject {
  const { fleet, deletion, rule, driver, trip } = message;
  return {
    type: `deletion.${deletion.state}`,
    timestamp: deletion.settledAt ?? deletion.decidedAt ?? deletion.requestedAt,
    data: {
      fleet: fleet.id,
      deletion: present({
        ...{ id: deletion.id, state: deletion.state, requested_at: deletion.requestedAt },
        ...{ expires_at: deletion.expiresAt, decided_at: deletion.decidedAt, decided_by: deletion.decidedBy },
        ...{ note: deletion.note, reason: deletion.reason, settled_at: deletion.settledAt },
      }),
      rule: { id: rule.id, name: rule.name, version: rule.version },
      severity: rule.severity,
      driver_id: driver.id,
      ...present({ driver_name: driver.name }),
      trip_id: trip.tripId,
      cause: message.cause,
      ...present({ snapshot_taken_at: message.snapshotTakenAt }),
      link: message.link,
      possible_repeat: message.possibleRepeat,
    },
  };
}
