import { Registry } from 'prom-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { registerIncidentMetrics } from '../../../../server/metrics/index.ts';
import type { IncidentEventKind } from '../../../../store/tables/index.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';
import { storeAlert } from '../../../support/store/records.ts';

// A Monday in Berlin begins at 23:00 UTC of the Sunday before.
const SUNDAY_EVENING = new Date('2026-03-01T22:59:00Z');
const MONDAY = new Date('2026-03-01T23:01:00Z');

const server = useServer();
beforeAll(async () => {
  for (const at of [SUNDAY_EVENING, MONDAY]) await alert('collision', at);
  await alert('collision', MONDAY, 'silenced');
  await alert('speeding', MONDAY);
  await incident('collision', { ended: ['confirmed', 600], events: [['acknowledged', 60]] });
  await incident('collision', { ended: ['confirmed', 1_200], events: [['snoozed', 120]] });
  await incident('collision', {
    ended: ['false_alarm', 3_600],
    events: [['unanswered', 900]],
  });
  await incident('collision', { events: [['acknowledged', 180]] });
  await incident('collision', { events: [] });
  await incident('collision', { events: [], fleetId: 'south' });
});

let made = 0;
const trip = () => ({ driverId: 'd-1', tripId: `t-${(made += 1)}` });

async function alert(rule: string, at: Date, stopped?: string): Promise<void> {
  await storeAlert(server.db, {
    ...trip(),
    rule,
    severity: 'critical',
    at,
    groups: [],
    state: stopped ? 'stopped' : 'raised',
    passedThrottle: true,
    passedBudget: true,
    ...(stopped && { reason: stopped }),
  });
}

/** Stores an incident of Monday. Times are seconds after its opening. */
async function incident(
  rule: string,
  it: {
    readonly ended?: readonly ['confirmed' | 'false_alarm', number];
    readonly events: readonly (readonly [IncidentEventKind, number])[];
    readonly fleetId?: string;
  },
): Promise<void> {
  const { ended, events, fleetId = 'north' } = it;
  const after = (seconds: number): Date => new Date(MONDAY.getTime() + seconds * 1000);
  const { id } = await server.db
    .insertInto('incidents')
    .values({
      fleetId,
      ...trip(),
      policy: 'p',
      policyVersion: 1,
      rule,
      ruleVersion: 1,
      severity: 'critical',
      state: ended ? 'resolved' : 'open',
      openedAt: MONDAY,
      late: false,
      ...(ended && { disposition: ended[0], resolvedAt: after(ended[1]) }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const all = [...events, ...(ended ? [['resolved', ended[1]] as const] : [])];
  for (const [index, [kind, seconds]] of all.entries())
    await server.db
      .insertInto('incidentEvents')
      .values({
        fleetId,
        incidentId: id,
        seq: index + 1,
        kind,
        at: after(seconds),
        who: 'ann',
        via: 'api',
      })
      .execute();
}

const get = (query: string) => server.api('GET', `/feedback${query}`, { token: TOKENS.viewer });

describe('feedback', () => {
  it('counts per rule and local week how alerts ended, and how fast people answered', async () => {
    const { status, json } = await get('?from=2026-02-23&to=2026-03-08');
    expect(status).toBe(200);
    expect(json).toEqual({
      timezone: 'Europe/Berlin',
      items: [
        {
          week: '2026-03-02',
          rule: 'collision',
          alerts: 1,
          stopped: 1,
          incidents: 5,
          confirmed: 2,
          false_alarm: 1,
          not_driver: 0,
          other: 0,
          unresolved: 2,
          unanswered: 1,
          // Of 60, 120, 180 and, resolved without having been acknowledged, 3,600 seconds.
          answer_seconds: { median: 150, p90: 2_574 },
          resolve_seconds: { median: 1_200, p90: 3_120 },
        },
        {
          week: '2026-03-02',
          rule: 'speeding',
          alerts: 1,
          stopped: 0,
          incidents: 0,
          confirmed: 0,
          false_alarm: 0,
          not_driver: 0,
          other: 0,
          unresolved: 0,
          unanswered: 0,
        },
        {
          week: '2026-02-23',
          rule: 'collision',
          alerts: 1,
          stopped: 0,
          incidents: 0,
          confirmed: 0,
          false_alarm: 0,
          not_driver: 0,
          other: 0,
          unresolved: 0,
          unanswered: 0,
        },
      ],
    });
  });

  it('of one rule and of days in which nothing was', async () => {
    const one = await get('?from=2026-03-02&to=2026-03-02&rule=speeding');
    expect(one.json['items']).toMatchObject([{ rule: 'speeding', alerts: 1 }]);
    expect((await get('?from=2026-01-01&to=2026-01-31')).json['items']).toEqual([]);
  });

  it('refuses a range that is upside down or endless, with what to write instead', async () => {
    const upside = await get('?from=2026-03-08&to=2026-03-02');
    expect([upside.status, upside.json['detail']]).toEqual([
      400,
      '"from" is after "to": write the first day, then the last.',
    ]);
    const endless = await get('?from=2001-01-01&to=2026-03-02');
    expect([endless.status, endless.json['detail']]).toEqual([
      400,
      'The range is longer than 731 days: ask for a part of it.',
    ]);
  });
});

it('metrics say what is not resolved and how the rest ended, by fleet', async () => {
  const registry = new Registry();
  const now = (): Date => new Date(MONDAY.getTime() + 3_600_000);
  registerIncidentMetrics(registry, { db: server.db, now });
  const wanted = [
    'tripline_incidents{fleet="north",state="open"} 2',
    'tripline_incidents{fleet="south",state="open"} 1',
    'tripline_incident_oldest_seconds{fleet="north",state="open"} 3600',
    'tripline_incident_outcomes{fleet="north",rule="collision",outcome="confirmed"} 2',
    'tripline_incident_outcomes{fleet="north",rule="collision",outcome="unanswered"} 1',
  ];
  // On a busy machine a check may come too late for one answer.
  await expect
    .poll(async () => {
      const lines = (await registry.metrics()).split('\n');
      return wanted.filter((line) => !lines.includes(line));
    })
    .toEqual([]);
});
