import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  alertTotalsByDay,
  alertsByDay,
  answerTimes,
  dispositionsByRule,
} from '../../../../store/alerts/index.ts';
import type { recordAlert } from '../../../../store/alerts/index.ts';
import { deliveriesByState } from '../../../../store/deliveries/index.ts';
import type { Db } from '../../../../store/db/index.ts';
import { storeIncident } from '../../../support/incidents/stored.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';
import { storeAlert, storeAnswer, storeDelivery } from '../../../support/store/records.ts';

const server = useServer();

const ask = async (path: string) => server.api('GET', `/statistics/${path}`, { token: TOKENS.viewer });
let made = 0;

interface Counted {
  readonly items: readonly ({ readonly date: string } & Readonly<
    Record<'sent' | 'held' | 'stopped' | 'total' | 'by_now', number>
  >)[];
}

function alert(change: Partial<Parameters<typeof recordAlert>[1]>) {
  made += 1;
  return storeAlert(server.db, {
    driverId: 'd-1',
    tripId: `t-${made}`,
    rule: 'brake',
    at: new Date('2026-03-10T12:00:00Z'),
    ...change,
  });
}

describe('statistics', () => {
  it('count alerts by rule and day of the fleet’s zone', async () => {
    // North is in Berlin: the day ends at 23:00 UTC.
    await alert({ at: new Date('2026-03-10T22:59:59Z') });
    await alert({ at: new Date('2026-03-10T23:00:00Z'), state: 'stopped', reason: 'throttled' });
    await alert({ at: new Date('2026-03-11T12:00:00Z'), state: 'held', reason: 'quiet_hours' });
    await alert({ at: new Date('2026-03-11T12:00:00Z'), rule: 'phone' });
    await alert({ at: new Date('2026-03-11T23:00:00Z') });
    const { json } = await ask('alerts?from=2026-03-10&to=2026-03-11');
    expect(json).toEqual({
      from: '2026-03-09T23:00:00.000Z',
      to: '2026-03-11T23:00:00.000Z',
      timezone: 'Europe/Berlin',
      items: [
        {
          rule: 'brake',
          date: '2026-03-11',
          sent: 0,
          held: 1,
          stopped: 1,
          total: 2,
          by_now: expect.any(Number) as number,
        },
        {
          rule: 'phone',
          date: '2026-03-11',
          sent: 1,
          held: 0,
          stopped: 0,
          total: 1,
          by_now: expect.any(Number) as number,
        },
        {
          rule: 'brake',
          date: '2026-03-10',
          sent: 1,
          held: 0,
          stopped: 0,
          total: 1,
          by_now: expect.any(Number) as number,
        },
      ],
    });
  });

  it('count the alerts of all rules together by day, which is what they come to by rule', async () => {
    const { json } = await ask('alerts-by-day?from=2026-03-10&to=2026-03-11');
    const byRule = (await ask('alerts?from=2026-03-10&to=2026-03-11')).json as unknown as Counted;
    const days = (json as unknown as Counted).items;
    expect(days.map(({ date }) => date)).toEqual(['2026-03-11', '2026-03-10']);
    for (const day of days)
      for (const name of ['sent', 'held', 'stopped', 'total', 'by_now'] as const) {
        const ofRules = byRule.items.filter(({ date }) => date === day.date);
        expect([name, day[name]]).toEqual([name, ofRules.reduce((sum, each) => sum + each[name], 0)]);
      }
    expect(days[0]).toMatchObject({ sent: 1, held: 1, stopped: 1, total: 3 });
  });

  it('count the alerts of each day up to the present time of day in the fleet’s zone', async () => {
    const range = { from: new Date('2026-03-09T23:00:00Z'), to: new Date('2026-03-11T23:00:00Z') };
    const at = async (now: string) => {
      const counted = await alertsByDay(server.db, {
        fleetId: 'north',
        timezone: 'Europe/Berlin',
        rule: 'brake',
        ...range,
        now: new Date(now),
      });
      return (JSON.parse(counted.text) as { date: string; by_now: number }[]).map(
        ({ date, by_now: count }) => `${date} ${count}`,
      );
    };
    // The alerts of that rule: at 23:59:59, and on the next day at 00:00 and 13:00 in Berlin.
    expect(await at('2026-06-01T06:00:00Z')).toEqual(['2026-03-11 1', '2026-03-10 0']);
    expect(await at('2026-06-01T11:00:00Z')).toEqual(['2026-03-11 2', '2026-03-10 0']);
    expect(await at('2026-06-01T21:59:59Z')).toEqual(['2026-03-11 2', '2026-03-10 1']);
  });

  it('count the alerts of one rule', async () => {
    const { json } = await ask('alerts?from=2026-01-01&to=2026-03-11&rule=phone');
    expect(json['items']).toEqual([
      {
        rule: 'phone',
        date: '2026-03-11',
        sent: 1,
        held: 0,
        stopped: 0,
        total: 1,
        by_now: expect.any(Number) as number,
      },
    ]);
  });

  it('count messages by channel and state', async () => {
    const delivery = (action: 'email' | 'slack' | 'escalate', receiver: string) =>
      storeDelivery(server.db, {
        driverId: 'd-1',
        tripId: 't',
        rule: 'brake',
        action,
        receiver,
        at: new Date('2026-04-10T12:00:00Z'),
      });
    await delivery('email', 'a@example.com');
    const { id } = await delivery('email', 'b@example.com');
    await sql`update deliveries set state = 'held' where id = ${id}`.execute(server.db);
    await delivery('slack', '#fleet');
    await delivery('escalate', 'collision');
    const { json } = await ask('deliveries?from=2026-04-10&to=2026-04-10');
    expect(json['items']).toEqual([
      { channel: 'email', state: 'held', count: 1 },
      { channel: 'email', state: 'pending', count: 1 },
      { channel: 'slack', state: 'pending', count: 1 },
    ]);
  });

  it('count dispositions, and measure first answers', async () => {
    const openedAt = new Date('2026-05-10T12:00:00Z');
    const after = (seconds: number) => new Date(openedAt.getTime() + seconds * 1000);
    const answered = async (seconds: number, disposition?: 'confirmed' | 'false_alarm' | 'not_driver') => {
      const { id } = await storeIncident(server.db, { openedAt, rule: 'collision' });
      const answer = (kind: 'acknowledge' | 'resolve', at: Date) =>
        storeAnswer(server.db, {
          id,
          at,
          answer: {
            kind,
            who: 'ed',
            via: 'api',
            by: 'Ann',
            ...(kind === 'resolve' && disposition && { disposition }),
          },
        });
      await answer('acknowledge', after(seconds));
      if (disposition) await answer('resolve', after(seconds + 600));
    };
    await answered(60, 'confirmed');
    await answered(120, 'false_alarm');
    await answered(180, 'not_driver');
    await answered(3_600);
    await storeIncident(server.db, { openedAt, rule: 'speed' });
    const range = '?from=2026-05-10&to=2026-05-10';
    expect((await ask(`dispositions${range}`)).json['items']).toEqual([
      { rule: 'collision', confirmed: 1, false_alarm: 1, other: 1, unresolved: 1 },
      { rule: 'speed', confirmed: 0, false_alarm: 0, other: 0, unresolved: 1 },
    ]);
    expect((await ask(`answers${range}`)).json).toMatchObject({
      count: 4,
      unanswered: 1,
      median_seconds: 150,
      p90_seconds: 2_574,
    });
  });

  it('of a range without anything are empty', async () => {
    const range = '?from=2020-05-10&to=2020-05-10';
    for (const name of ['alerts', 'deliveries', 'dispositions'])
      expect((await ask(name + range)).json['items']).toEqual([]);
    const { json } = await ask(`answers${range}`);
    expect(json).toMatchObject({ count: 0, unanswered: 0 });
    expect(json).not.toHaveProperty('median_seconds');
  });

  it.each([
    ['?from=2026-03-11&to=2026-03-10', /"from" is after "to"/],
    ['?from=2026-01-01&to=2026-03-10', /longer than 31 days/],
    ['?from=2025-01-01&to=2026-03-10&rule=brake', /longer than 366 days/],
    ['?from=yesterday', /from/],
    ['?driver_id=d-1', /driver_id/],
  ])('of %s are refused', async (range, message) => {
    const { status, json } = await ask(`alerts${range}`);
    expect([status, json['detail']]).toEqual([400, expect.stringMatching(message)]);
  });
});

describe('each statement', () => {
  const FLEETS_OF_MANY = 20;
  beforeAll(async () => {
    const many = sql`generate_series(1, 30000) n`;
    const fleet = sql`'many-' || n % ${FLEETS_OF_MANY}`;
    const at = sql`timestamptz '2026-01-01T00:00:00Z' + n * interval '15 minutes'`;
    await sql`
      insert into alerts (fleet_id, driver_id, trip_id, rule, version, revision, severity, state, at, passed_throttle, passed_budget)
      select ${fleet}, 'd-' || n % 50, 't-' || n, 'r-' || n % 9, 1, 1, 'info', 'raised', ${at}, true, true from ${many}`.execute(
      server.db,
    );
    await sql`
      insert into deliveries (fleet_id, driver_id, trip_id, delivery_key, rule, version, action, action_index, receiver, revision, state, planned_at)
      select ${fleet}, 'd-' || n % 50, 't-' || n, 'k-' || n, 'r', 1, 'email', 0, 'a@example.com', 1, 'sent', ${at} from ${many}`.execute(
      server.db,
    );
    await sql`
      insert into incidents (fleet_id, policy, policy_version, rule, rule_version, severity, driver_id, trip_id, state, opened_at)
      select ${fleet}, 'p', 1, 'r-' || n % 9, 1, 'critical', 'd-' || n % 50, 't-' || n, 'open', ${at} from ${many}`.execute(
      server.db,
    );
    await sql`analyze alerts, deliveries, incidents`.execute(server.db);
  });

  const range = {
    fleetId: 'many-1',
    timezone: 'Europe/Berlin',
    now: new Date('2026-03-08T00:00:00Z'),
    from: new Date('2026-03-01T00:00:00Z'),
    to: new Date('2026-03-08T00:00:00Z'),
  };
  it.each([
    ['alerts', (db: Db) => alertsByDay(db, range)],
    ['alerts', (db: Db) => alertTotalsByDay(db, range)],
    ['deliveries', (db: Db) => deliveriesByState(db, range)],
    ['incidents', (db: Db) => answerTimes(db, range)],
    ['incidents', (db: Db) => dispositionsByRule(db, range)],
  ])('about %s reads its range by an index', async (table, read) => {
    await server.db.connection().execute(async (db) => {
      const scans = async (): Promise<{ whole: number; read: number }> => {
        await sql`select pg_stat_force_next_flush()`.execute(db);
        await sql`select pg_stat_clear_snapshot()`.execute(db);
        const { rows } = await sql<{ whole: number; read: number }>`
          select seq_scan::int as whole, (seq_tup_read + idx_tup_fetch)::int as read
          from pg_stat_user_tables where relname = ${table}`.execute(db);
        return rows[0]!;
      };
      const before = await scans();
      await read(db);
      const after = await scans();
      expect(after.whole).toBe(before.whole);
      // A week of one fleet: 34 rows of 30,000.
      expect(after.read - before.read).toBeLessThan(200);
    });
  });
});
