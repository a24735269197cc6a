import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Db } from '../../../store/db/index.ts';
import { online } from '../../../store/migrations/index.ts';
import { NEXT_MIGRATIONS } from '../../support/store/laterSchema.ts';
import { olderDatabase } from '../../support/store/olderSchema.ts';
import type { OlderDatabase } from '../../support/store/olderSchema.ts';
import { breaches, pictureOf } from '../../support/store/schemaWatch.ts';

let empty: OlderDatabase;
beforeAll(async () => {
  empty = await olderDatabase(inject('postgresUrl'), '0000');
});
afterAll(() => empty.close());

async function watched(db: Db, work: () => Promise<void>, isOnline = false): Promise<string[]> {
  const before = await pictureOf(db);
  await work();
  return breaches([before, await pictureOf(db)], { isOnline });
}

describe('every migration', () => {
  it('leaves the release before it working, and keeps nobody from a table for long', async () => {
    const found: Record<string, string[]> = {};
    for (const [name, step] of Object.entries(NEXT_MIGRATIONS))
      found[name] = await watched(empty.db, () => step.up(empty.db), step.isOnline);
    expect(Object.fromEntries(Object.entries(found).filter(([, wrong]) => wrong.length > 0))).toEqual({});
    const { indexes, constraints } = await pictureOf(empty.db);
    expect(indexes.has('trips_window_order')).toBe(true);
    expect([...constraints].filter(([, { isValid }]) => !isValid)).toEqual([]);
  });

  it('may be begun anew when it is online', async () => {
    for (const step of Object.values(NEXT_MIGRATIONS))
      if (step.isOnline) expect(await watched(empty.db, () => step.up(empty.db), true)).toEqual([]);
  });
});

describe('what keeps migrations to it', () => {
  it.each([
    ['alter table trips drop column tracking_id', 'trips.tracking_id is gone'],
    ['alter table trips rename column tracking_id to tracker', 'trips.tracking_id is gone'],
    ['drop table rate_limits', 'rate_limits is gone'],
    ['alter table trips add column lane text not null', 'trips.lane is required'],
    ['alter table trips alter column score set not null', 'trips.score became required'],
    ['alter table trips alter column revision type bigint', 'trips was rewritten'],
    ['alter table trips add column token uuid not null default gen_random_uuid()', 'trips was rewritten'],
    ['alter table fleets alter column name type varchar', 'fleets.name changed its type'],
    ['create index trips_slow on trips (fleet_id, score)', 'trips_slow was built while'],
    ['create unique index trips_one on trips (fleet_id, session_id)', 'trips_one refuses rows'],
    ["alter table trips add column side text check (side in ('l', 'r'))", 'was looked through while'],
    ['alter table trips add constraint fast check (score > 0) not valid', 'trips.fast binds columns'],
    [
      `alter table deliveries drop constraint deliveries_kind_check,
         add constraint deliveries_kind_check check (kind in ('alert', 'digest')) not valid`,
      "deliveries.deliveries_kind_check refuses 'budget_notice'",
    ],
  ])('sees the harm of: %s', async (statement, harm) => {
    await empty.db
      .transaction()
      .execute(async (tx) => {
        const found = await watched(tx, () =>
          sql
            .raw(statement)
            .execute(tx)
            .then(() => undefined),
        );
        expect(found.join('\n')).toContain(harm);
        throw new Error('undo');
      })
      .catch((error: Error) => expect(error.message).toBe('undo'));
  });

  it('finds nothing in what does no harm', async () => {
    const harmless = `alter table trips add column lane text, add column turns integer not null default 0,
      add constraint trips_lane_check check (lane in ('l', 'r')) not valid;
      create table lanes (fleet_id text not null check (fleet_id <> ''), id text primary key);
      create unique index lanes_one on lanes (fleet_id)`;
    expect(
      await watched(empty.db, () =>
        sql
          .raw(harmless)
          .execute(empty.db)
          .then(() => undefined),
      ),
    ).toEqual([]);
    const late = online({
      indexes: { trips_by_lane: 'on trips (fleet_id, lane)' },
      constraints: { trips: ['trips_lane_check'] },
    });
    expect(await watched(empty.db, () => late.up(empty.db), true)).toEqual([]);
  });
});
