import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { getDocument, publishDocument, saveDraft } from '../../../store/documents/index.ts';
import { rateLimitKeyOf } from '../../../store/deliveries/index.ts';
import { isDriverStored, namesOfDriver, removeSomeTrips } from '../../../store/retention/index.ts';
import { KEPT_AT, storedMentions } from '../../support/store/storedMentions.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const test = useDatabase();

it('no slot of the driver’s addresses stays, and none of anybody’s that is over', async () => {
  const fleetId = 'slots';
  const later = new Date(KEPT_AT.getTime() + 40_000);
  const kept = storedMentions(test.db, fleetId);
  for (const [channel, at] of [
    [rateLimitKeyOf('Petra@example.com'), later],
    [rateLimitKeyOf('formerly-petra@example.com'), KEPT_AT],
    [rateLimitKeyOf('lead@example.com'), later],
    ['#fleet', later],
  ] as const)
    await sql`insert into rate_limits (fleet_id, key, booked_until) values (${fleetId}, ${channel}, ${at})`.execute(
      test.db,
    );
  await sql`insert into rate_limits (fleet_id, key, booked_until, paused_until)
    values (${fleetId}, '#paused', ${KEPT_AT}, ${later}), ('other-fleet', '#f', ${KEPT_AT}, null)`.execute(
    test.db,
  );
  await kept.erase('petra-7f3', 'Petra Person', 'petra@example.com');
  const left = [rateLimitKeyOf('lead@example.com'), '#fleet', '#paused'];
  expect((await kept.valuesOf('rate_limits', 'key')).toSorted()).toEqual(left.toSorted());
  expect(await storedMentions(test.db, 'other-fleet').valuesOf('rate_limits', 'key')).toEqual(['#f']);
});

describe('rows about others', () => {
  it.each(['7', '42', '100', '1001', '4711'])('stay when driver %s is erased', async (id) => {
    const kept = storedMentions(test.db, `others-of-${id}`);
    await kept.outbox(`Trip of bob: ${id} km in 1${id} s, at ${id}:${id}`);
    await kept.outbox(id);
    await kept.simulation({
      driver_id: 'bob',
      score: Number(id),
      path: Array.from({ length: 1_200 }, (_, index) => ({
        latitude: index,
        longitude: 13 + Number(id) / 1e4,
      })),
    });
    await kept.notification({
      driver_id: 'bob',
      samples: Array.from({ length: 1_200 }, (_, index) => index),
    });
    await kept.notification({ drivers: Number(id), score: id, at: [id, { [id]: 1 }] });
    await kept.deadLetter(`{"driver_id":"bob","score":${id},"at":"${id}", broken`);
    await kept.deadLetter(`{"driver_id":"bob","score":${id},"at":"${id}"}`);
    await kept.digest({ drivers: { fell: { drivers: [{ driverId: 'bob', score: Number(id) }] } }, text: id });
    await kept.backtest({ examples: [{ driver_id: 'bob', at: id }], hours: [{ hour: Number(id) }] });
    await kept.silence(['bob'], `for ${id} days`);
    await kept.audit({ type: 'trip', id: `bob/${id}`, details: { revision: 1, matched: ['r1', 'r2'] } });
    await kept.audit({ type: 'delivery', id, details: { driver_id: 'bob', trip_id: id } });
    await kept.audit({ type: 'silence', id, details: { drivers: ['bob', 'carl'], n: Number(id) }, why: id });
    for (const names of [[], ['Ann Meyer']]) {
      const removed = await kept.erase(id, ...names);
      expect(Object.entries(removed).filter(([, count]) => count > 0)).toEqual([]);
    }
  });

  it('stay when their drivers’ ids hold the erased one’s', async () => {
    const kept = storedMentions(test.db, 'parts');
    for (const [id, part] of [
      ['john.smith', 'smith'],
      ['depot/17', 'depot'],
    ] as const) {
      await kept.trip(id, 't-1');
      await kept.outbox(`Trip of ${id}`);
      await kept.simulation({ driver_id: id });
      await kept.notification({ members: [id] });
      await kept.deadLetter(`{"driver_id":"${id}", broken`);
      await kept.audit({
        type: 'deletion',
        id: '4',
        details: { driver_id: id, trip_id: 't-2' },
        why: `${id}!`,
      });
      await kept.audit({ type: 'trip', id: `${id}/t-1`, details: { effects: [] } });
      const removed = await kept.erase(part);
      expect(Object.entries(removed).filter(([, count]) => count > 0)).toEqual([]);
    }
  });

  it('stay in an entry, a body and a text that name the erased driver too', async () => {
    const kept = storedMentions(test.db, 'both');
    await kept.silence(['d-1', 'bob'], 'd-1 and bob');
    await kept.audit({ type: 'silence', id: 's', details: { until: 'x', drivers: ['d-1', 'bob'] } });
    await kept.erase('d-1');
    expect(await kept.valuesOf('silences', 'drivers')).toEqual([['bob']]);
    expect(await kept.valuesOf('silences', 'reason')).toEqual(['[erased] and bob']);
    expect(await kept.audited()).toEqual([
      { subjectId: 's', details: { until: 'x', drivers: ['bob'] }, why: null },
    ]);
  });
});

describe.each([
  ['7', []],
  ['7', ['Ann Meyer']],
  ['ab', ['Ann Meyer']],
  ['4711', []],
  ['planted-driver', []],
])('driver %s with names %j', (id, names) => {
  it('is taken out of every field that holds drivers', async () => {
    const kept = storedMentions(test.db, `fields-of-${id}-${names.length}`);
    const value = /^\d+$/.test(id) ? Number(id) : id;
    await kept.simulation({ driver_id: id });
    await kept.simulation({ driver_id: value });
    await kept.notification({ members: [id, 'bob'] });
    await kept.notification({ data: { driverIds: ['bob', value] } });
    await kept.notification({ byDriver: { [id]: 1 } });
    await kept.deadLetter(`{"driver_id" : "${id}", broken`);
    await kept.deadLetter(`{"driverId":${value}, broken`);
    await kept.deadLetter(`{"members":["bob","${id}"], broken`);
    await kept.deadLetter(JSON.stringify({ driver: { id: value } }));
    await kept.digest({ fell: { drivers: [{ driverId: id }, { driverId: 'bob' }] } });
    await kept.backtest({ examples: [{ driver_id: id }, { driver_id: 'bob' }] });
    await kept.silence([id]);
    await kept.audit({ type: 'driver', id, details: { driver_id: id }, action: 'driver.exported' });
    await kept.audit({ type: 'driver', id });
    await kept.audit({ type: 'trip', id: `${id}/t-1`, details: { revision: 1 } });
    await kept.audit({ type: 'incident', id: '9', details: { driver_id: id, trip_id: 't' } });
    expect(await kept.erase(id, ...names)).toEqual({
      outbox: 0,
      simulations: 2,
      notifications: 3,
      dead_letters: 4,
      backtests: 1,
      digest_runs: 1,
      silences: 1,
      words: 0,
      audit: 4,
    });
    expect(await kept.valuesOf('digest_runs', 'content')).toEqual([
      { fell: { drivers: [{ driverId: 'bob' }] } },
    ]);
    expect(await kept.valuesOf('backtests', 'result')).toEqual([{ examples: [{ driver_id: 'bob' }] }]);
    expect((await kept.audited()).map((row) => [row.subjectId, row.details])).toEqual(
      ['removed', 'removed', 'removed', '9'].map((subject) => [subject, { removed: true }]),
    );
    const again = await kept.erase(id, ...names);
    expect(Object.entries(again).filter(([, count]) => count > 0)).toEqual([]);
  });
});

describe('a message in the outbox', () => {
  it('is removed that was about a trip of the driver beside someone else’s, also where no text shows it', async () => {
    const kept = storedMentions(test.db, 'carried');
    const key = { fleetId: 'carried', driverId: '7' };
    await kept.trip('7', 't-7');
    const bobs = await kept.delivery({ driverId: 'bob', tripId: 't-8' });
    const other = await kept.delivery({ driverId: 'bob', tripId: 't-9' });
    await kept.delivery({ driverId: '7', tripId: 't-7', groupedInto: bobs });
    await kept.outbox('Alerts: bob, 7', bobs);
    await kept.outbox('Alerts: bob', other);
    expect(await removeSomeTrips(test.db, { ...key, until: KEPT_AT, limit: 50, at: KEPT_AT })).toMatchObject({
      trips: 1,
    });
    expect(await kept.valuesOf('outbox', 'text')).toEqual(['Alerts: bob']);
  });

  it('is removed that is of a digest about the driver, and no other digest’s', async () => {
    const kept = storedMentions(test.db, 'digest-messages');
    const run = await kept.digest({ drivers: [{ driverId: '7' }, { driverId: 'bob' }] });
    const other = await kept.digest({ drivers: [{ driverId: '17' }], score: 7 });
    await kept.outbox('bob 5, 7 4', await kept.delivery({ driverId: '', tripId: '', digestRunId: run }));
    await kept.outbox('17 7', await kept.delivery({ driverId: '', tripId: '', digestRunId: other }));
    await kept.erase('7');
    expect(await kept.valuesOf('outbox', 'text')).toEqual(['17 7']);
  });

  it('is removed that names the driver, by a name which only a digest still contains', async () => {
    const kept = storedMentions(test.db, 'digest-names');
    const key = { fleetId: 'digest-names', driverId: '7' };
    await kept.digest({
      drivers: {
        rose: {
          drivers: [
            { driverId: '7', name: 'Ann Meyer' },
            { driverId: 'b', name: 'Bob' },
          ],
        },
      },
    });
    await kept.outbox('Weekly: Ann Meyer 41');
    await kept.outbox('Weekly: Bob 41');
    const names = await namesOfDriver(test.db, key);
    expect(names).toEqual(['7', 'Ann Meyer']);
    await kept.erase('7', ...names);
    expect(await kept.valuesOf('outbox', 'text')).toEqual(['Weekly: Bob 41']);
  });
});

describe('the title of a message', () => {
  it('goes with a trip of the driver, and the driver’s name goes from those that only mention it', async () => {
    const kept = storedMentions(test.db, 'titles');
    const key = { fleetId: 'titles', driverId: 'ann-1' };
    await kept.trip('ann-1', 't-1');
    const title = async (text: string, ...[of]: Parameters<typeof kept.delivery>): Promise<string> => {
      const id = await kept.delivery(of);
      await sql`update deliveries set title = ${text} where id = ${id}`.execute(test.db);
      return id;
    };
    const summary = await title('2 alerts: Bob, Ann Meyer', { driverId: 'bob', tripId: 't-2' });
    await title('Ann Meyer: 3 phone events', { driverId: 'ann-1', tripId: 't-1', groupedInto: summary });
    await title('Bob: 1 collision', { driverId: 'bob', tripId: 't-3' });
    await title('Bob, like Ann Meyer', { driverId: 'bob', tripId: 't-4' });
    await removeSomeTrips(test.db, { ...key, until: KEPT_AT, limit: 50, at: KEPT_AT });
    expect([...(await kept.valuesOf('deliveries', 'title'))].sort()).toEqual([
      'Bob, like Ann Meyer',
      'Bob: 1 collision',
      null,
    ]);
    await kept.erase('ann-1', 'Ann Meyer');
    const left = await kept.valuesOf('deliveries', 'title');
    expect(left).toContain('Bob: 1 collision');
    expect(JSON.stringify(left)).not.toContain('Ann Meyer');
  });
});

describe('a dead letter', () => {
  it.each([
    ['жук', '{"driver_id":"\\u0436\\u0443\\u043a", broken'],
    ['жук', '{"driver_id":"\\u0436\\u0443\\u043A", broken'],
    ['жук', '{"who":"\\u0436\\u0443\\u043A"}'],
    ['O"Neil', '{"driver_id":"O\\"Neil", broken'],
    ['a/b-c', '{"driver_id":"a\\/b-c", broken'],
    ['7', '{"driver_id":"\\u0037", broken'],
  ])('that spells %s in JSON goes: %s', async (id, body) => {
    const kept = storedMentions(test.db, `letter-${body}`);
    await kept.deadLetter(body);
    await kept.deadLetter('{"driver_id":"\\u0436", broken');
    expect(await kept.erase(id)).toMatchObject({ dead_letters: 1 });
  });

  it('goes however many others there are, before it and beside it', async () => {
    const kept = storedMentions(test.db, 'many-letters');
    await kept.deadLetter('{"driver_id":"d-1", broken', 1_050);
    await kept.deadLetter('{"driver_id":"d-17", broken', 1_050);
    expect(await kept.erase('d-1')).toMatchObject({ dead_letters: 1_050 });
    expect(await kept.valuesOf('dead_letters', 'fleet_id')).toHaveLength(1_050);
  });
});

it('looks for names that no regular expression of the database could hold', async () => {
  const kept = storedMentions(test.db, 'long');
  await kept.silence(['bob'], 'for Ann Meyer');
  await kept.erase('d-1', 'a'.repeat(60_000), 'b'.repeat(60_000), 'Ann Meyer');
  expect(await kept.valuesOf('silences', 'reason')).toEqual(['for [erased]']);
});

it('a driver is kept by a silence that names him, until that is erased too', async () => {
  const kept = storedMentions(test.db, 'again');
  const key = { fleetId: 'again', driverId: 'd-1' };
  expect(await isDriverStored(test.db, key)).toBe(false);
  await kept.silence(['bob', 'd-1']);
  expect(await isDriverStored(test.db, { ...key, driverId: 'd-17' })).toBe(false);
  expect(await isDriverStored(test.db, key)).toBe(true);
  await kept.erase('d-1');
  expect(await isDriverStored(test.db, key)).toBe(false);
});

it('words go from each row that has them, behind many that do not, also where rows have no id of their own', async () => {
  const kept = storedMentions(test.db, 'words');
  await sql`insert into fleet_alarms (fleet_id, kind, subject, message, raised_at, last_seen_at)
    select 'words', 'kind-' || number % 3, number, case when number % 600 = 0 then 'for d-1' else 'for d-17' end,
      ${KEPT_AT}::timestamptz, ${KEPT_AT}::timestamptz
    from generate_series(1, 1800) number`.execute(test.db);
  expect(await kept.erase('d-1')).toMatchObject({ words: 3 });
  const messages = await kept.valuesOf('fleet_alarms', 'message');
  const erased = messages.filter((message) => message === 'for [erased]');
  expect([messages.length, erased.length]).toEqual([1_800, 3]);
  expect(messages).not.toContain('for d-1');
});

it('an erasure that broke off continues with the same names, also one that only a digest contains', async () => {
  const kept = storedMentions(test.db, 'broken');
  const key = { fleetId: 'broken', driverId: '7' };
  await kept.digest({ drivers: [{ driverId: '7', name: 'Ann Meyer' }] });
  await kept.silence(['bob'], 'for Ann Meyer');
  await kept.audit({ type: 'digest', id: 'weekly', why: 'Ann Meyer asked' });
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(
    test.db,
  );
  await sql`create trigger refused before update on audit for each row execute function refuse()`.execute(
    test.db,
  );
  await expect(kept.erase('7', ...(await namesOfDriver(test.db, key)))).rejects.toThrow('no');
  await sql`drop trigger refused on audit`.execute(test.db);
  await kept.erase('7', ...(await namesOfDriver(test.db, key)));
  expect(await kept.audited()).toEqual([{ subjectId: 'weekly', details: null, why: '[erased] asked' }]);
  expect(await kept.valuesOf('silences', 'reason')).toEqual(['for [erased]']);
  expect(await kept.valuesOf('digest_runs', 'content')).toEqual([{ drivers: [] }]);
});

it('a document’s text with comments goes whole when a comment names the driver, and its content stays', async () => {
  const kept = storedMentions(test.db, 'commented');
  const key = { fleetId: 'commented', kind: 'rule' as const, who: 'token', at: KEPT_AT };
  for (const [id, source] of [
    ['his', '{} // quieter for Ann Meyer'],
    ['other', '{} // quieter for Bob'],
  ] as const) {
    await saveDraft(test.db, { ...key, id, body: { id }, source });
    await publishDocument(test.db, { ...key, id });
    await saveDraft(test.db, { ...key, id, body: { id, name: 'n' }, source });
  }
  expect(await kept.erase('d-1', 'Ann Meyer')).toMatchObject({ words: 2 });
  expect(await getDocument(test.db, { ...key, id: 'his' })).toMatchObject({
    source: null,
    published: { id: 'his' },
    draftSource: null,
    draft: { id: 'his', name: 'n' },
  });
  const text = '{} // quieter for Bob';
  expect(await getDocument(test.db, { ...key, id: 'other' })).toMatchObject({
    source: text,
    draftSource: text,
  });
});
