import { describe, expect, it } from 'vitest';
import { webhookMessage } from '../../../../messages/channels/webhook/index.ts';
import { exampleDeletion, exampleIncident } from '../../exampleIncident.ts';

describe('an incident as a webhook', () => {
  it('names what happened, who it is about, where, and how it stands', () => {
    const body = webhookMessage(exampleIncident);
    expect(body).toMatchObject({
      type: 'incident.paged',
      timestamp: '2025-11-21T13:47:03Z',
      data: {
        fleet: 'north',
        incident: { id: '412', state: 'open', changes: 3, unanswered: false },
        policy: { id: 'collision', version: 2 },
        event: { seq: 3, kind: 'paged' },
        severity: 'critical',
        driver_id: 'd-17',
        trip_id: '1763733780000',
        possible_repeat: false,
        place: { latitude: 52.516271, longitude: 13.377703, speed_before_kmph: 62.4, speed_after_kmph: 0 },
        open_incidents: [{ id: '398' }],
      },
    });
    expect(JSON.stringify(body)).not.toContain('undefined');
  });

  it('is a type of its own for what became of it', () => {
    const event = { seq: 4, kind: 'resolved', at: '2025-11-21T14:20:00Z', by: 'Ann', note: 'Fine.' };
    expect(webhookMessage({ ...exampleIncident, reason: 'note', event })).toMatchObject({
      type: 'incident.resolved',
      data: { event: { by: 'Ann', note: 'Fine.' } },
    });
  });
});

it('a deletion that waits is a webhook too', () => {
  expect(webhookMessage(exampleDeletion)).toMatchObject({
    type: 'deletion.requested',
    data: { deletion: { id: '31', state: 'requested', expires_at: '2025-12-05T13:37:03Z' } },
  });
});
