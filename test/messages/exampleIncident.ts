import type { DeletionRequestMessage } from '../../messages/deletions/index.ts';
import type { IncidentMessage } from '../../messages/incidents/index.ts';
import { alertFullOf, exampleAlert } from './exampleAlert.ts';

const { possibleRepeat: _mark, deliveryKey: _key, ...alert } = exampleAlert;

/** An ordinary page of an incident without an answer yet. Tests change its subject. */
export const exampleIncident: IncidentMessage = {
  kind: 'incident',
  fleet: exampleAlert.fleet,
  incident: {
    id: '412',
    state: 'open',
    openedAt: '2025-11-21T13:37:03Z',
    changes: 3,
    isUnanswered: false,
  },
  policy: { id: 'collision', name: 'Collision', version: 2 },
  reason: 'page',
  event: { seq: 3, kind: 'paged', at: '2025-11-21T13:47:03Z' },
  occasion: 'Step 2 of 3: not acknowledged for 10 min.',
  alert,
  joined: [
    {
      rule: { id: 'hard-brake', name: 'Hard brake', version: 3, severity: 'warning' },
      tripId: '1763733780000',
      sentence: '2 hard brakes in this trip detected (threshold: 1 or more).',
    },
  ],
  place: {
    latitude: 52.516271,
    longitude: 13.377703,
    at: '2025-11-21T14:32:10+01:00',
    speedBeforeKmph: 62.4,
    speedAfterKmph: 0,
  },
  lastTrips: [
    {
      tripId: '1763630000000',
      endTime: '2025-11-20T17:02:00+01:00',
      distanceKm: 18.4,
      score: 71,
      alerts: 0,
    },
    {
      tripId: '1763530000000',
      endTime: '2025-11-19T16:40:00+01:00',
      distanceKm: 22.03,
      score: 64,
      alerts: 2,
    },
  ],
  openIncidents: [{ id: '398', ruleName: 'Repeated phone use', openedAt: '2025-11-20T16:05:00Z' }],
  timeline: [
    { at: '2025-11-21T13:37:03Z', text: 'Opened' },
    { at: '2025-11-21T13:37:03Z', text: 'Step 1 of round 1: notified #safety-urgent, Ann' },
    { at: '2025-11-21T13:47:03Z', text: 'Step 2 of round 1: notified head@example.com' },
  ],
  deliveryKey: 'incident-key',
  possibleRepeat: false,
};

/** Makes an incident in a state, with the given text as every text from outside. */
export function incidentFullOf(
  text: string,
  state: IncidentMessage['incident']['state'] = 'open',
): IncidentMessage {
  const { possibleRepeat: _repeat, deliveryKey: _own, ...hostile } = alertFullOf(text);
  const rule = { ...exampleAlert.rule, id: text, name: text };
  return {
    ...exampleIncident,
    fleet: { ...exampleAlert.fleet, name: text, timezone: text },
    alert: hostile,
    policy: { id: text, name: text, version: 1 },
    occasion: text,
    event: { seq: 9, kind: 'paged', at: '2025-11-21T13:47:03Z', by: text, note: text },
    incident: {
      id: '412',
      state,
      openedAt: '2025-11-21T13:37:03Z',
      changes: 9,
      ageSeconds: 26_400,
      isUnanswered: true,
      assignee: text,
      resolvedBy: text,
      note: text,
      acknowledgedAt: '2025-11-21T13:49:00Z',
      resolvedAt: '2025-11-21T14:00:00Z',
      repageAt: '2025-11-21T15:49:00Z',
    },
    joined: Array.from({ length: 40 }, () => ({ rule, tripId: text, sentence: text })),
    lastTrips: Array.from({ length: 40 }, () => ({ tripId: text, alerts: 3 })),
    openIncidents: Array.from({ length: 40 }, () => ({ id: text, ruleName: text, openedAt: text })),
    timeline: Array.from({ length: 40 }, () => ({ at: text, text })),
    possibleRepeat: true,
  };
}

/** An ordinary request to delete a trip. */
export const exampleDeletion: DeletionRequestMessage = {
  kind: 'deletion_request',
  fleet: exampleAlert.fleet,
  deletion: {
    id: '31',
    state: 'requested',
    requestedAt: '2025-11-21T13:37:03Z',
    expiresAt: '2025-12-05T13:37:03Z',
  },
  rule: { id: 'ghost-trip', name: 'Trip without driving', version: 2, severity: 'info' },
  driver: { id: 'd-17', name: 'Ann Meyer' },
  trip: { ...exampleAlert.trip, distanceKm: 0.12, durationSeconds: 40, maxSpeedKmph: 9 },
  cause: 'Distance of this trip was 0.12 km (threshold: less than 0.5 km).',
  link: exampleAlert.link,
  deliveryKey: 'deletion-key',
  possibleRepeat: false,
};

/** Makes a request in a state, with the given text as every text from outside. */
export function deletionFullOf(
  text: string,
  state: DeletionRequestMessage['deletion']['state'] = 'requested',
): DeletionRequestMessage {
  const decided = { decidedBy: text, note: text, reason: text, decidedAt: '2025-11-22T08:00:00Z' };
  return {
    ...exampleDeletion,
    fleet: { ...exampleAlert.fleet, name: text, timezone: text },
    deletion: { ...exampleDeletion.deletion, ...decided, state },
    rule: { ...exampleDeletion.rule, id: text, name: text },
    driver: { id: text, name: `${text}!` },
    trip: { ...exampleDeletion.trip, tripId: text },
    cause: text,
    possibleRepeat: true,
  };
}
