import { MockActivityEnvironment } from '@temporalio/testing';
import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import { createReleases } from '../../activities/release.ts';
import { tellDelivery } from '../../activities/roundupMessage.ts';
import { emailMessage, slackMessage } from '../../messages/message.ts';
import { countPassedAlerts, newestPassedAlert } from '../../store/alertHistory.ts';
import { listAlerts, recordAlert } from '../../store/alerts.ts';
import { carriedBy } from '../../store/carriers.ts';
import { getDelivery, listDeliveries, planDelivery } from '../../store/deliveries.ts';
import { publishDocument, saveDraft } from '../../store/documents.ts';
import { keepGroups } from '../../store/groups.ts';
import { createSilence } from '../../store/silences.ts';
import { ruleDocument } from '../rules/given.ts';
import { useDatabase } from '../support/useDatabase.ts';

const inTest = useDatabase();
const fleetId = 'f';
const NIGHT = new Date('2026-01-12T22:00:00Z');
const SIX = new Date('2026-01-13T05:00:00Z');
const SEVEN = new Date('2026-01-13T06:00:00Z');

let now: Date;
beforeEach(async () => {
  now = SIX;
  await sql`truncate alerts, deliveries, trips, decisions, silences, driver_groups, group_refreshes cascade`.execute(
    inTest.db,
  );
});

function deps(): ActivityDependencies {
  return {
    db: inTest.db,
    now: () => now,
    log: pino({ level: 'silent' }),
    publicUrl: 'https://tripline.example',
    fleets: new Map([[fleetId, { id: fleetId, name: 'Fleet', timezone: 'Europe/Berlin' }]]),
  } as Partial<ActivityDependencies> as ActivityDependencies;
}

interface Attempt {
  /** Where the attempt before was lost. */
  readonly from?: string;
  /** Hears of each position, and may break the attempt off. */
  readonly onPosition?: (position: unknown, environment: MockActivityEnvironment) => void;
}

type Released = Awaited<ReturnType<ReturnType<typeof createReleases>['releaseHeld']>>;

async function releaseAt(at: Date, { from, onPosition }: Attempt = {}): Promise<Released> {
  const environment = new MockActivityEnvironment(from === undefined ? {} : { heartbeatDetails: from });
  environment.on('heartbeat', (position: unknown) => onPosition?.(position, environment));
  const activities = createReleases(deps());
  const run = (): Promise<Released> =>
    activities.releaseHeld({ fleet: fleetId, releaseAt: at.toISOString() });
  return environment.run<[], Released, () => Promise<Released>>(run);
}

/** One alert that is held, with a message for each receiver and time. */
async function hold(
  tripId: string,
  messages: Readonly<Record<string, Date>>,
  fields: Partial<Parameters<typeof recordAlert>[1]> = {},
): Promise<void> {
  const key = { fleetId, driverId: `of ${tripId}`, tripId, rule: 'quiet', version: 1, revision: 1 };
  const alert = await recordAlert(inTest.db, {
    ...{ ...key, severity: 'warning', state: 'held', reason: 'quiet_hours', at: NIGHT },
    ...fields,
  });
  for (const [receiver, at] of Object.entries(messages))
    await planDelivery(inTest.db, {
      ...{ ...key, action: receiver.startsWith('#') ? 'slack' : 'email', actionIndex: 0, receiver },
      ...{ alertId: alert.id, state: 'held', reason: 'quiet_hours', releaseAt: at, at: NIGHT },
    });
}

async function silence(fields: Partial<Parameters<typeof createSilence>[1]>): Promise<void> {
  const until = new Date(SIX.getTime() + 600_000);
  const given = { fleetId, id: 'roadworks', reason: 'Roadworks', who: 'ed', at: NIGHT, until };
  await createSilence(inTest.db, { ...given, ...fields });
}

const alerts = async (): Promise<string[]> =>
  (await listAlerts(inTest.db, { fleetId, limit: 200 })).items
    .map(({ tripId, state, reason, detail }) => [tripId, state, reason, detail].filter(Boolean).join(' '))
    .sort();
const deliveries = async (): Promise<string[]> =>
  (await listDeliveries(inTest.db, { fleetId, limit: 200 })).items
    .map(({ tripId, receiver, state, reason }) => [tripId, receiver, state, reason].filter(Boolean).join(' '))
    .sort();

describe('what quiet hours held', () => {
  it('keeps which silence stopped it', async () => {
    await hold('a', { '#x': SIX });
    await hold('b', { '#x': SIX });
    await silence({ drivers: ['of a'] });
    await releaseAt(SIX);
    expect(await alerts()).toEqual(['a stopped silenced roadworks', 'b raised']);
    expect(await deliveries()).toEqual(['a #x skipped silenced', 'b #x pending']);
  });

  it('is stopped by a silence of groups though nobody had asked for groups when it was held', async () => {
    await hold('a', { '#x': SIX });
    await hold('b', { '#x': SIX });
    await hold('c', { '#x': SIX }, { groups: [] });
    await silence({ groups: ['north'] });
    const members = new Map([
      ['of a', ['north']],
      ['of b', ['south']],
      ['of c', ['north']],
    ]);
    await keepGroups(inTest.db, { fleetId, groupIds: ['north', 'south'], members, at: SIX });
    await releaseAt(SIX);
    expect(await alerts()).toEqual(['a stopped silenced roadworks', 'b raised', 'c raised']);
  });

  it('of which one message is silenced and a later one goes is told', async () => {
    await hold('a', { '#x': SIX, 'lead@example.com': SEVEN });
    await silence({});
    await releaseAt(SIX);
    expect(await alerts()).toEqual(['a held quiet_hours']);
    now = SEVEN;
    await releaseAt(SEVEN);
    expect(await alerts()).toEqual(['a raised']);
    expect(await deliveries()).toEqual(['a #x skipped silenced', 'a lead@example.com pending']);
  });

  describe('and nobody is told of', () => {
    const history = { fleetId, rule: 'quiet', withShadow: false };
    const passed = async (driverId: string) => {
      const from = new Date(NIGHT.getTime() - 1);
      const scope = { of: 'driver', driverId } as const;
      return {
        throttles: (await newestPassedAlert(inTest.db, { ...history, after: from, scope })) !== undefined,
        ofBudget: await countPassedAlerts(inTest.db, { ...history, from, to: SEVEN }),
      };
    };

    it('throttles no later one, and takes nothing of the budget', async () => {
      await hold('a', { '#x': SIX, 'lead@example.com': SEVEN });
      expect(await passed('of a')).toEqual({ throttles: true, ofBudget: 1 });
      await silence({ until: new Date(SEVEN.getTime() + 1) });
      await releaseAt(SIX);
      expect(await passed('of a')).toEqual({ throttles: true, ofBudget: 1 });
      now = SEVEN;
      await releaseAt(SEVEN);
      expect(await alerts()).toEqual(['a stopped silenced roadworks']);
      expect(await passed('of a')).toEqual({ throttles: false, ofBudget: 0 });
    });

    it.each([
      ['another message tells', { state: 'skipped', reason: 'grouped' }],
      ['somebody may have heard', { state: 'unconfirmed', reason: 'no answer' }],
    ] as const)('unless %s', async (_how, other) => {
      await hold('a', { '#x': SIX, 'lead@example.com': SIX });
      await inTest.db.updateTable('deliveries').set(other).where('receiver', '=', '#x').execute();
      await silence({});
      await releaseAt(SIX);
      expect(await deliveries()).toContain('a lead@example.com skipped silenced');
      expect(await passed('of a')).toEqual({ throttles: true, ofBudget: 1 });
    });
  });

  it('is one message a channel and mailbox, the gravest carries', async () => {
    await hold('a', { '#x': SIX, 'Lead@example.com': SIX });
    await hold('b', { '#x': SIX, '#y': SIX, 'lead@example.com': SIX }, { severity: 'info' });
    await hold('c', { '#x': SIX }, { severity: 'critical' });
    await hold('d', { '#x': SEVEN });
    const { deliveries: due } = await releaseAt(SIX);
    expect(due).toHaveLength(3);
    expect(await deliveries()).toEqual([
      'a #x skipped grouped',
      'a Lead@example.com pending',
      'b #x skipped grouped',
      'b #y pending',
      'b lead@example.com skipped grouped',
      'c #x pending',
      'd #x held quiet_hours',
    ]);
    expect(await alerts()).toEqual(['a raised', 'b raised', 'c raised', 'd held quiet_hours']);
  });

  it('and was already put on a message when the release was interrupted stays on that one', async () => {
    await hold('a', { '#x': SIX }, { severity: 'info' });
    await hold('b', { '#x': SIX }, { severity: 'info' });
    const { items } = await listDeliveries(inTest.db, { fleetId });
    const of = (tripId: string): string => items.find((each) => each.tripId === tripId)!.id;
    await sql`update deliveries set state = 'skipped', reason = 'grouped', carried_by = ${of('a')}::bigint
      where id = ${of('b')}::bigint`.execute(inTest.db);
    await hold('c', { '#x': SIX }, { severity: 'critical' });
    expect((await releaseAt(SIX, { from: of('b') })).deliveries).toEqual([{ id: of('a'), action: 'slack' }]);
    expect((await carriedBy(inTest.db, { fleetId, id: of('a'), limit: 9 })).items).toHaveLength(2);
  });
});

describe('a held message that was to tell others too, and is left out', () => {
  async function carriedByFirst(): Promise<string> {
    for (const tripId of ['a', 'b', 'c']) await hold(tripId, { '#x': SIX });
    const { items } = await listDeliveries(inTest.db, { fleetId });
    const of = (tripId: string): string => items.find((each) => each.tripId === tripId)!.id;
    await sql`update deliveries set state = 'skipped', reason = 'grouped', settled_at = ${NIGHT}, carried_by = ${of('a')}::bigint
      where id = any(${[of('b'), of('c')]}::bigint[])`.execute(inTest.db);
    await sql`update alerts set state = 'raised', reason = null where trip_id in ('b', 'c')`.execute(
      inTest.db,
    );
    return of('c');
  }

  it('leaves them to be told by another', async () => {
    await carriedByFirst();
    await silence({ drivers: ['of a'] });
    const { deliveries: due } = await releaseAt(SIX);
    expect(due).toHaveLength(1);
    expect(await deliveries()).toEqual(['a #x skipped silenced', 'b #x pending', 'c #x skipped grouped']);
    expect((await carriedBy(inTest.db, { fleetId, id: due[0]!.id, limit: 9 })).items).toHaveLength(1);
    expect(await alerts()).toEqual(['a stopped silenced roadworks', 'b raised', 'c raised']);
  });

  it('leaves those out that are not told any more either, each for its own reason', async () => {
    await carriedByFirst();
    await silence({ drivers: ['of a', 'of b'] });
    expect((await releaseAt(SIX)).deliveries).toHaveLength(1);
    expect(await deliveries()).toEqual(['a #x skipped silenced', 'b #x skipped silenced', 'c #x pending']);
    expect(await alerts()).toEqual([
      'a stopped silenced roadworks',
      'b stopped silenced roadworks',
      'c raised',
    ]);
  });
});

describe('seventy thousand held alerts', () => {
  const MANY = 70_000;
  const rule = ruleDocument({
    ...{ id: 'quiet', severity: 'warning' },
    actions: [{ type: 'slack', channel: '#night' }],
  });

  async function holdSlice(first: number, last: number): Promise<void> {
    const { db } = inTest;
    await sql`insert into trips (fleet_id, driver_id, trip_id, state, revision, content_hash, score_unrated, ratings, extra,
        problems, events_known, first_announced_at, kept_at, ended_at)
      select ${fleetId}, 'driver ' || n % 4000, n::text, case n % 10 when 9 then 'gone' else 'decided' end, 1, 'h', false,
        '{}', '{}', '[]', true, ${NIGHT}::timestamptz, ${NIGHT}::timestamptz, ${NIGHT}::timestamptz
      from generate_series(${first}::int, ${last}::int) n`.execute(db);
    await sql`insert into decisions (fleet_id, driver_id, trip_id, revision, decision, decided_at)
      select ${fleetId}, 'driver ' || n % 4000, n::text, 1, jsonb_build_object('revision', 1, 'decided_at', '2026-01-12T22:00:00Z',
        'rules', jsonb_build_array(jsonb_build_object('rule', 'quiet', 'outcome', 'matched', 'sentence', 'Fired.'))), ${NIGHT}
      from generate_series(${first}::int, ${last}::int) n where n < 100 or n = 60000`.execute(db);
    await sql`with alerted as (
        insert into alerts (fleet_id, driver_id, trip_id, rule, version, revision, severity, state, reason, at)
        select ${fleetId}, 'driver ' || n % 4000, n::text, 'quiet', 1, 1,
          case n when 60000 then 'critical' else 'warning' end, 'held', 'quiet_hours', ${NIGHT}
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
    const lost = releaseAt(SIX, {
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
    const { deliveries: due, more } = await releaseAt(SIX, {
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
    const carrier = await getDelivery(inTest.db, { fleetId, id: due[0]!.id });
    expect(carrier?.tripId).toBe('60000');
    const { message } = (await tellDelivery(deps(), carrier!)).told(false);
    const slack = slackMessage(message);
    expect(slack.blocks.length).toBeLessThanOrEqual(50);
    expect(JSON.stringify(slack)).toContain('63,000 alerts of 63,000 trips and 3,600 drivers');
    expect(JSON.stringify(slack.blocks)).toContain('and 62,980 more');
    const mail = emailMessage(message, { picture: false });
    expect(mail.html.length).toBeLessThan(100_000);
    expect(mail.text).toContain('and 62,960 more');
  });
});
