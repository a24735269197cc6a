import { describe, expect, it } from 'vitest';
import { factRows } from '../../../../messages/format/index.ts';
import { webhookMessage } from '../../../../messages/channels/webhook/index.ts';
import { exampleAlert } from '../../exampleAlert.ts';

describe('an alert for a webhook', () => {
  it('contains the alert in the fields of the wire format', () => {
    expect(webhookMessage(exampleAlert)).toEqual({
      type: 'alert.matched',
      timestamp: '2025-11-21T13:37:02Z',
      data: {
        fleet: 'north',
        rule: { id: 'collision', name: 'Collision detected', version: 4 },
        severity: 'critical',
        driver_id: 'd-17',
        driver_name: 'Ann Meyer',
        trip_id: '1763733780000',
        trip: {
          start_time: '2025-11-21T14:03:00+01:00',
          end_time: '2025-11-21T14:36:05+01:00',
          distance_km: 41.27,
          duration_seconds: 1985,
          max_speed_kmph: 131.4,
          score: 54,
        },
        sentence: exampleAlert.sentence,
        facts: [
          { fact: 'trip.events.count', label: 'collisions in this trip', value: 1 },
          { fact: 'driver.score_change', label: 'driver score change over 7 days', value: -12.5 },
        ],
        events: [{ type: 'COLLISION', start_time: '2025-11-21T14:32:10+01:00', speed_kmph: 62 }],
        link: exampleAlert.link,
        possible_repeat: false,
      },
    });
  });

  it('says of a number that it is the least it can be', () => {
    const facts = [{ name: 'driver.events.count', label: 'phone events', value: 20, atLeast: true as const }];
    expect(webhookMessage({ ...exampleAlert, facts }).data).toMatchObject({
      facts: [{ fact: 'driver.events.count', value: 20, at_least: true }],
    });
    expect(factRows({ ...exampleAlert, facts })).toEqual([{ label: 'Phone events', value: 'at least 20' }]);
  });

  it('leaves out what is not known and keeps a score that cannot be rated', () => {
    const { data } = webhookMessage({
      ...exampleAlert,
      trip: { tripId: 't', score: null },
      driver: { id: 'd' },
    });
    expect(data).toMatchObject({ trip_id: 't', trip: { score: null } });
    expect(JSON.stringify(data)).not.toMatch(/driver_name|start_time":null|undefined/);
  });
});
