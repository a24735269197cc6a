import { MockActivityEnvironment } from '@temporalio/testing';
import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../activities/dependencies/index.ts';
import { composeDelivery, createReleases } from '../../activities/dispatch/index.ts';
import { emailMessage, slackMessage } from '../../messages/message.ts';
import { getDelivery } from '../../store/deliveries/index.ts';
import { publishDocument, saveDraft } from '../../store/documents/index.ts';
import { ruleDocument } from '../rules/given.ts';
import { useDatabase } from '../support/store/useDatabase.ts';

const inTest = useDatabase();
const fleetId = 'f';
const NIGHT = new Date('2026-01-12T22:00:00Z');
const SIX = new Date('2026-01-13T05:00:00Z');

function deps(): ActivityDependencies {
  return {
    db: inTest.db,
    now: () => SIX,
    log: pino({ level: 'silent' }),
    publicUrl: 'https://tripline.example',
    fleets: new Map([[fleetId, { id: fleetId, name: 'Fleet', timezone: 'Europe/Berlin' }]]),
  } as Partial<ActivityDependencies> as ActivityDependencies;
}

interface Attempt {
  /** Where the attempt before was lost. */
  readonly from?: string;
  /** Receives each position, and may interrupt the attempt. */
  readonly onPosition?: (position: unknown, environment: MockActivityEnvironment) => void;
}

type Released = Awaited<ReturnType<ReturnType<typeof createReleases>['releaseHeld']>>;

async function release({ from, onPosition }: Attempt = {}): Promise<Released> {
  const environment = new MockActivityEnvironment(from === undefined ? {} : { heartbeatDetails: from });
  environment.on('heartbeat', (position: unknown) => onPosition?.(position, environment));
  const activities = createReleases(deps());
  const run = (): Promise<Released> =>
    activities.releaseHeld({ fleet: fleetId, releaseAt: SIX.toISOString() });
  return environment.run<[], Released, () => Promise<Released>>(run);
}

describe('seventy thousand held alerts', () => {
  const MANY = 70_000;
  const rule = ruleDocument({
    id: 'quiet',
    severity: 'warning',
    actions: [{ type: 'slack', channel: '#night' }],
  });

  async function holdSlice(first: number, last: number): Promise<void> {
    const { db } = inTest;
    await sql`insert into trips (fleet_id, driver_id, trip_id, state, revision, content_hash, score_unrated, ratings, extra,
        problems, events_known, first_received_at, stored_at, ended_at)
      select ${fleetId}, 'driver ' || n % 4000, n::text, case n % 10 when 9 then 'gone' else 'decided' end, 1, 'h', false,
        '{}', '{}', '[]', true, ${NIGHT}::timestamptz, ${NIGHT}::timestamptz, ${NIGHT}::timestamptz
      from generate_series(${first}::int, ${last}::int) n`.execute(db);
    await sql`insert into decisions (fleet_id, driver_id, trip_id, revision, decision, decided_at)
      select ${fleetId}, 'driver ' || n % 4000, n::text, 1, jsonb_build_object('revision', 1, 'decided_at', '2026-01-12T22:00:00Z',
        'rules', jsonb_build_array(jsonb_build_object('rule', 'quiet', 'outcome', 'matched', 'reason', 'matched'))), ${NIGHT}
      from generate_series(${first}::int, ${last}::int) n where n < 100 or n = 60000`.execute(db);
    await sql`with alerted as (
        insert into alerts (fleet_id, driver_id, trip_id, rule, version, revision, severity, state, reason, at,
          passed_throttle, passed_budget)
        select ${fleetId}, 'driver ' || n % 4000, n::text, 'quiet', 1, 1,
          case n when 60000 then 'critical' else 'warning' end, 'held', 'quiet_hours', ${NIGHT}, true, true
        from generate_series(${first}::int, ${last}::int) n returning id, driver_id, trip_id)
      insert into deliveries (fleet_id, driver_id, trip_id, delivery_key, alert_id, rule, version, action, action_index,
        receiver, revision, state, reason, planned_at, release_at)
      select ${fleetId}, driver_id, trip_id, md5(trip_id), id, 'quiet', 1, 'slack', 0,
        '#night', 1, 'held', 'quiet_hours', ${NIGHT}, ${SIX} from alerted`.execute(db);
  }

  async function holdMany(): Promise<void> {
    const { db } = inTest;
    const edit = { fleetId, kind: 'rule', id: 'quiet', who: 'ed', at: NIGHT } as const;
    await saveDraft(db, { ...edit, body: rule });
    await publishDocument(db, edit);
    const slice = 5_000;
    for (let first = 1; first <= MANY; first += slice) {
      await holdSlice(first, first + slice - 1);
      // Statistics that PostgreSQL happened to take amid the insert say that the tables are empty. With them any index looks
      // as good as any other, each foreign key's check reads the whole fleet, and the statement outlasts its time.
      await sql`analyze trips, decisions, alerts, deliveries`.execute(db);
    }
  }

  it('are one bounded message, though its worker is lost on the way, and none is left behind', async () => {
    await holdMany();
    const positions: string[] = [];
    const lost = release({
      onPosition(position, environment) {
        // A slow page's sign of life says again how far it is.
        if (positions.at(-1) === String(position)) return;
        positions.push(String(position));
        if (positions.length === 30) environment.cancel('WORKER_SHUTDOWN');
      },
    });
    await expect(lost).rejects.toThrow();
    expect(positions).toHaveLength(30);
    const resumed: string[] = [];
    const { deliveries: due, more } = await release({
      from: positions.at(-1)!,
      onPosition: (position) => resumed.push(String(position)),
    });
    expect(new Set(resumed).size).toBeLessThanOrEqual(41);
    expect(due).toHaveLength(1);
    expect(more).toBe(false);
    const { rows } = await sql<{ what: string; count: number }>`
      select concat_ws(' ', state, reason) as what, count(*)::int as count from deliveries group by 1 order by 1`.execute(
      inTest.db,
    );
    expect(rows).toEqual([
      { what: 'pending', count: 1 },
      { what: 'skipped grouped', count: MANY * 0.9 - 1 },
      { what: 'skipped resolved', count: MANY * 0.1 },
    ]);
    const states = await sql<{ what: string; count: number }>`
      select concat_ws(' ', state, reason, detail) as what, count(*)::int as count from alerts group by 1 order by 1`.execute(
      inTest.db,
    );
    expect(states.rows).toEqual([
      { what: 'raised', count: MANY * 0.9 },
      { what: 'stopped resolved gone', count: MANY * 0.1 },
    ]);
    const summary = await getDelivery(inTest.db, { fleetId, id: due[0]!.id });
    expect(summary?.tripId).toBe('60000');
    const { message } = (await composeDelivery(deps(), summary!)).marked(false);
    const slack = slackMessage(message);
    expect(slack.blocks.length).toBeLessThanOrEqual(50);
    expect(JSON.stringify(slack)).toContain('63,000 alerts of 63,000 trips and 3,600 drivers');
    expect(JSON.stringify(slack.blocks)).toContain('and 62,980 more');
    const mail = emailMessage(message, { picture: false });
    expect(mail.html.length).toBeLessThan(100_000);
    expect(mail.text).toContain('and 62,960 more');
  });
});
