import { describe, expect, it } from 'vitest';
import {
  actionWords,
  auditWords,
  deletionReasonWords,
  deliveryBadge,
  formatValue,
  reasonWords,
} from '../../../messages/format/index.ts';
import { tripPage } from '../../../messages/pages/index.ts';
import { exampleAlert } from '../exampleAlert.ts';

describe('a delivery in words', () => {
  it.each([
    [{ action: 'slack', state: 'sent' }, 'Sent'],
    [{ action: 'slack', state: 'sent', inOutbox: true }, 'Stored in the outbox'],
    [{ action: 'delete_trip', state: 'sent' }, 'Trip deleted'],
    [{ action: 'delete_trip', state: 'held', reason: 'awaiting_approval' }, 'Waits for approval'],
    [{ action: 'slack', state: 'held', reason: 'quiet hours' }, 'Held'],
    [{ action: 'email', state: 'failed', inOutbox: true }, 'Failed'],
  ] as const)('%j is %s', (delivery, words) => {
    expect(deliveryBadge(delivery).words).toBe(words);
  });

  it('names actions, reasons and entries of the audit log as a person would', () => {
    expect(['slack', 'email', 'later'].map((each) => actionWords(each))).toEqual([
      'Slack',
      'E-mail',
      'later',
    ]);
    expect(reasonWords('awaiting_approval')).toBeUndefined();
    expect(reasonWords(null)).toBeUndefined();
    expect(reasonWords('has_collision')).toBe('The trip has a collision, so it is kept.');
    expect(reasonWords('no such channel')).toBe('no such channel');
    expect(auditWords('decision.recorded')).toBe('Decision recorded');
    expect(auditWords('deletion.requested')).toBe('Deletion requested');
  });
});

describe('why a deletion stands as it does', () => {
  it.each([
    ['approved', 'daily_cap_reached', /continues after 00:00 UTC/],
    ['approved', 'daily_share_reached', /continues after 00:00 UTC/],
    ['requested', 'daily_share_reached', /a person must decide/],
    ['refused', 'daily_cap_reached', /so the trip is kept/],
    ['refused', 'has_collision', /so it is kept/],
  ])('%s, %s', (state, reason, words) => {
    expect(deletionReasonWords({ state, reason })).toMatch(words);
  });

  it('needs no words where the state says it all', () => {
    expect(deletionReasonWords({ state: 'rejected', reason: 'daily_share_reached' })).toBeUndefined();
    expect(deletionReasonWords({ state: 'deleting', reason: 'delete_ok' })).toBeUndefined();
    expect(deletionReasonWords({ state: 'approved', reason: null })).toBeUndefined();
  });
});

it('a trip’s page says nothing in the program’s own names', () => {
  const trip = { rule: 'r', possibleRepeat: false, at: '2025-11-21T13:37:09Z' };
  const html = tripPage({
    fleet: exampleAlert.fleet,
    driver: { id: 'd' },
    trip: { tripId: 't' },
    state: 'decided',
    nonce: 'n',
    alerts: [
      { rule: 'told', state: 'raised', at: trip.at },
      { rule: 'late', state: 'stopped', reason: 'silenced', detail: '<roadworks>', at: trip.at },
    ],
    deliveries: [
      {
        ...trip,
        action: 'delete_trip',
        receiver: 'trip',
        state: 'held',
        reason: 'awaiting_approval',
        deletion: { id: '31', decideUntil: '2025-12-05T13:37:09Z' },
      },
      { ...trip, action: 'slack', receiver: '#yard', state: 'sent', inOutbox: true },
    ],
    revisions: [],
    audit: [{ at: trip.at, who: 'tripline', what: 'decision.recorded' }],
  });
  expect(html).not.toMatch(/delete_trip|awaiting_approval|decision\.recorded/);
  for (const words of [
    'Waits for approval',
    'Deletion <bdi>31</bdi>',
    'by 5 Dec 2025',
    'Stored in the outbox',
  ])
    expect(html).toContain(words);
  expect(html).toContain('Decision recorded');
  expect(html).toContain('Silenced by &quot;&lt;roadworks&gt;&quot;.');
  expect(html).not.toContain('<code>told</code>');
});

it('writes a change by one point in the singular', () => {
  expect([formatValue(1, 'points'), formatValue(-1, 'points'), formatValue(2, 'points')]).toEqual([
    '1 point',
    '-1 point',
    '2 points',
  ]);
});
