import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Decision, RuleDecision, RuleOutcome } from '../../../rules/evaluation/index.ts';
import { alertedInRun, recordAlert } from '../../../store/alerts/index.ts';
import { claimTrip, recordDecision, setTripState } from '../../../store/trips/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const inTest = useDatabase();
const KEY = { fleetId: 'f', driverId: 'd' };
const RULE = 'phone';

/** Stores a trip that ended `minute` minutes after the first. */
async function trip(tripId: string, minute: number, at = new Date('2026-03-03T00:00:00Z')): Promise<void> {
  await claimTrip(inTest.db, { ...KEY, tripId, workflowId: tripId, at });
  const endedAt = new Date(Date.parse('2026-03-01T00:00:00Z') + minute * 60_000);
  await sql`update trips set ended_at = ${endedAt} where trip_id = ${tripId}`.execute(inTest.db);
}

async function decide(
  tripId: string,
  outcome: RuleOutcome,
  fields: Partial<RuleDecision & Pick<Decision, 'revision' | 'decided_at'>> = {},
): Promise<void> {
  const { revision = 1, decided_at: decidedAt = '2026-03-03T00:00:00Z', ...rest } = fields;
  const rule = { rule: RULE, version: 1, outcome, ...rest } as Partial<RuleDecision> as RuleDecision;
  const ids = { fleet: 'f', driver_id: 'd', trip_id: tripId, revision, decided_at: decidedAt };
  await recordDecision(inTest.db, { fleetId: 'f', decision: { ...ids, rules: [rule], actions: [] } });
}

async function alert(tripId: string, fields: Partial<Parameters<typeof recordAlert>[1]> = {}): Promise<void> {
  await recordAlert(inTest.db, {
    ...KEY,
    tripId,
    rule: RULE,
    version: 1,
    revision: 1,
    severity: 'warning',
    state: 'raised',
    at: new Date('2026-03-03T00:00:00Z'),
    ...fields,
  });
}

const stopped = (reason: string) =>
  ({ state: 'stopped', reason, passedThrottle: false, passedBudget: false }) as const;

/**
 * Stores the driver's trips, a minute apart, one letter each: m matched and alerted, s still true, q silenced, n not matched, u
 * unknown, f failed, o out of scope, w undecided, d deleted after its alert, g gone after it. Checks the trip at the question
 * mark.
 */
async function askAbout(trips: string): Promise<string | undefined> {
  const outcomes: Readonly<Record<string, RuleOutcome>> = {
    m: 'matched',
    s: 'matched',
    q: 'matched',
    d: 'matched',
    g: 'matched',
    n: 'not_matched',
    u: 'unknown',
    f: 'failed',
    o: 'out_of_scope',
  };
  for (const [minute, letter] of [...trips].entries()) {
    const tripId = `${letter}${minute}`;
    await trip(tripId, minute);
    const outcome = outcomes[letter];
    if (outcome) await decide(tripId, outcome);
    if ('mdg'.includes(letter)) await alert(tripId);
    if (letter === 's') await alert(tripId, stopped('still_true'));
    if (letter === 'q') await alert(tripId, stopped('silenced'));
    const at = new Date();
    if (letter === 'd') await setTripState(inTest.db, { ...KEY, tripId, state: 'deleted', at });
    if (letter === 'g') await setTripState(inTest.db, { ...KEY, tripId, state: 'gone', at });
  }
  return ask(`?${trips.indexOf('?')}`, trips.indexOf('?'));
}

function ask(tripId: string, minute: number | undefined, fields: object = {}): Promise<string | undefined> {
  const endedAt =
    minute === undefined ? undefined : new Date(Date.parse('2026-03-01T00:00:00Z') + minute * 60_000);
  const place = { driverId: 'd', tripId, endedAt };
  return alertedInRun(inTest.db, { fleetId: 'f', rule: RULE, withShadow: false, ...fields, trip: place });
}

beforeEach(() => sql`truncate alerts, deliveries, trips, decisions cascade`.execute(inTest.db));

describe('the run of a matching trip', () => {
  it.each<[string, string, string | undefined]>([
    ['has no alert without earlier decisions', '?', undefined],
    ['has that of the match before', 'm?', 'm0'],
    ['has that of the nearest alert', 'mm?', 'm1'],
    ['has it through others that are still true', 'mss?', 'm0'],
    ['ends with a trip that was not matched', 'mn?', undefined],
    ['ends with it, matches between or not', 'msns?', undefined],
    ['goes on through unknown, failed and undecided trips, and through those out of scope', 'mufow?', 'm0'],
    ['is not begun by a silenced match', 'q?', undefined],
    ['goes on through it', 'mq?', 'm0'],
    ['leaves out deleted and gone trips', 'dg?', undefined],
    ['goes on through them', 'mdg?', 'm0'],
    ['of a late trip has the alert after it', '?m', 'm1'],
    ['of a late trip has the alert before it', 'm?s', 'm0'],
    ['of a late trip has none that a trip not matched separates from it', 'mn?nm', undefined],
    ['of a late trip has the alert of one side', 'mn?sum', 'm5'],
    ['that a late trip has split has no alert in its second part', 'mns?', undefined],
  ])('%s: %s', async (_, trips, expected) => {
    expect(await askAbout(trips)).toBe(expected);
  });

  it('has no alert of the trip itself, and takes the newest decision of the others', async () => {
    await trip('a', 0);
    await decide('a', 'matched');
    await alert('a');
    expect(await ask('a', 0)).toBeUndefined();
    await trip('b', 1);
    expect(await ask('b', 1)).toBe('a');
    await decide('a', 'not_matched', { revision: 2 });
    expect(await ask('b', 1)).toBeUndefined();
    await decide('a', 'matched', { revision: 3 });
    expect(await ask('b', 1)).toBe('a');
  });

  it('orders trips of one instant by their ids, and has no place for a trip without an end', async () => {
    await trip('a', 5);
    await decide('a', 'matched');
    await alert('a');
    await trip('B', 5);
    await decide('B', 'not_matched');
    // "B" is before "a", and both before "c".
    expect(await ask('c', 5)).toBe('a');
    expect(await ask('A', 5)).toBeUndefined();
    expect(await ask('x', undefined)).toBeUndefined();
  });

  it('counts what was held, over its budget not, and in shadow only for a rule in shadow', async () => {
    await trip('a', 0);
    await decide('a', 'matched');
    await alert('a', { state: 'held', reason: 'batched' });
    expect(await ask('b', 1)).toBe('a');
    await sql`update alerts set state = 'stopped', reason = 'over_budget', passed_budget = false`.execute(
      inTest.db,
    );
    expect(await ask('b', 1)).toBeUndefined();
    await sql`update alerts set reason = 'shadow', passed_budget = true`.execute(inTest.db);
    expect(await ask('b', 1)).toBeUndefined();
    expect(await ask('b', 1, { withShadow: true })).toBe('a');
  });

  it('is that of one driver, rule and fleet', async () => {
    await trip('a', 0);
    await decide('a', 'matched');
    await alert('a');
    expect(await ask('b', 1, { rule: 'other' })).toBeUndefined();
    expect(await ask('b', 1, { fleetId: 'g' })).toBeUndefined();
    const other = { driverId: 'e', tripId: 'b', endedAt: new Date('2026-03-01T01:00:00Z') };
    expect(
      await alertedInRun(inTest.db, { fleetId: 'f', rule: RULE, withShadow: false, trip: other }),
    ).toBeUndefined();
  });
});

describe('a driver with thousands of trips', () => {
  it('costs as many rows as there are trips between it and the alert, read by the index of its ends', async () => {
    await sql`
      insert into trips (fleet_id, driver_id, trip_id, state, revision, ended_at, first_received_at, not_matched)
      select 'f', 'd', 'old-' || n, 'decided', 1, timestamptz '2026-01-01' + n * interval '1 minute', now(), '{phone}'
      from generate_series(1, 20000) n`.execute(inTest.db);
    await sql`analyze trips`.execute(inTest.db);
    await trip('a', 0);
    await decide('a', 'matched');
    await alert('a');
    const place = { driverId: 'd', tripId: 'b', endedAt: new Date('2026-03-01T00:01:00Z') };
    const asked = { fleetId: 'f', withShadow: false, trip: place };
    await inTest.db.connection().execute(async (db) => {
      await sql`begin`.execute(db);
      // The counter also includes earlier reads of the connection that were not reported yet.
      const rowsRead = async (): Promise<number> => {
        const { rows } = await sql<{ read: string }>`
          select (seq_tup_read + idx_tup_fetch)::text as read from pg_stat_xact_user_tables where relname = 'trips'`.execute(
          db,
        );
        return Number(rows[0]!.read);
      };
      const before = await rowsRead();
      expect(await alertedInRun(db, { ...asked, rule: RULE })).toBe('a');
      expect((await rowsRead()) - before).toBeLessThan(10);
      // Without any alert of the rule there is nothing to search.
      expect(await alertedInRun(db, { ...asked, rule: 'never' })).toBeUndefined();
      expect((await rowsRead()) - before).toBeLessThan(10);
      await sql`rollback`.execute(db);
    });
  });
});
