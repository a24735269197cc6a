import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, it } from 'vitest';
import { UnknownFleetError } from '../../../activities/dependencies/index.ts';
import { createDigestOpening } from '../../../activities/digests/index.ts';
import { storePublished } from '../../support/store/published.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const test = useDatabase();
const warnings: unknown[] = [];
const log = { info: () => undefined, warn: (...said: unknown[]) => void warnings.push(said) };

const tickWith = (fleets: ReadonlyMap<string, object>, digest: string, scheduledFor: string) => ({
  at: (now: string) =>
    createDigestOpening({ fleets, db: test.db, log, now: () => new Date(now) } as never).openDigestRun({
      fleet: 'north',
      digest,
      scheduledFor,
    }),
});
const NORTH = new Map([['north', {}]]);

const tick = (digest: string, scheduledFor: string, now = scheduledFor) =>
  tickWith(NORTH, digest, scheduledFor).at(now);

async function publish(id: string, body: object): Promise<void> {
  const document = { id, name: id, period: 'day', to: ['a@example.com'], paused: false, ...body };
  await storePublished(test.db, { kind: 'digest', body: document });
}

const runs = async (id: string): Promise<string[]> => {
  const rows = await test.db.selectFrom('digestRuns').select('periodTo').where('digestId', '=', id).execute();
  return rows.map(({ periodTo }) => periodTo).sort();
};

describe('a tick', () => {
  it('at both showings of an hour that is there twice opens one run', async () => {
    // Lint refuses such a time, but newer time zone data may bring one into a published version.
    await publish('autumn', { send: { at: '02:30', timezone: 'Europe/Berlin' } });
    const opened = await tick('autumn', '2026-10-25T00:30:00Z');
    expect(opened).toMatchObject({ kind: 'run', periodEnd: '2026-10-24:day' });
    expect(await tick('autumn', '2026-10-25T01:30:00Z')).toEqual(opened);
    await test.db.updateTable('digestRuns').set({ state: 'done' }).where('digestId', '=', 'autumn').execute();
    expect(await tick('autumn', '2026-10-25T01:30:00Z')).toEqual({ kind: 'none', reason: 'done' });
    expect(await runs('autumn')).toEqual(['2026-10-24']);
  });

  it('at the second showing makes up for a first one that never came', async () => {
    await publish('late', { send: { at: '02:30', timezone: 'Europe/Berlin' } });
    expect(await tick('late', '2026-10-25T01:30:00Z')).toMatchObject({
      kind: 'run',
      periodEnd: '2026-10-24:day',
    });
  });

  it('in an hour that is not there opens nothing where the calendar of Temporal names another time', async () => {
    await publish('spring', { send: { at: '02:15', timezone: 'Australia/Lord_Howe' } });
    expect(await tick('spring', '2026-10-03T15:45:00Z')).toEqual({ kind: 'none', reason: 'superseded' });
    // The next one is sent as usual.
    expect(await tick('spring', '2026-10-04T15:15:00Z')).toMatchObject({ kind: 'run' });
    expect(await runs('spring')).toHaveLength(1);
  });

  it('asked again after a lost answer names the same run, and none once that is over', async () => {
    await publish('again', { send: { at: '07:00', timezone: 'UTC' } });
    const first = await tick('again', '2026-06-02T07:00:00Z');
    expect(await tick('again', '2026-06-02T07:00:00Z', '2026-06-02T07:05:00Z')).toEqual(first);
    await test.db.updateTable('digestRuns').set({ state: 'done' }).where('digestId', '=', 'again').execute();
    expect(await tick('again', '2026-06-02T07:00:00Z')).toEqual({ kind: 'none', reason: 'done' });
  });

  it('of a period whose kind was changed opens its own run, once, and as another workflow', async () => {
    await publish('kinds', { send: { at: '07:00', timezone: 'UTC' } });
    const daily = await tick('kinds', '2026-06-01T07:00:00Z');
    expect(daily).toMatchObject({ kind: 'run', periodEnd: '2026-05-31:day' });
    await test.db.updateTable('digestRuns').set({ state: 'done' }).where('digestId', '=', 'kinds').execute();
    await publish('kinds', { period: 'month', send: { day: 1, at: '08:00', timezone: 'UTC' } });
    const monthly = await tick('kinds', '2026-06-01T08:00:00Z');
    expect(monthly).toMatchObject({ kind: 'run', periodEnd: '2026-05-31:month' });
    const both = Promise.all([tick('kinds', '2026-06-01T08:00:00Z'), tick('kinds', '2026-06-01T08:00:00Z')]);
    expect(await both).toEqual([monthly, monthly]);
    expect(await runs('kinds')).toEqual(['2026-05-31', '2026-05-31']);
    await test.db.updateTable('digestRuns').set({ state: 'done' }).where('digestId', '=', 'kinds').execute();
    expect(await tick('kinds', '2026-06-01T08:00:00Z')).toEqual({ kind: 'none', reason: 'done' });
    await publish('kinds', { send: { at: '07:00', timezone: 'UTC' } });
    expect(await tick('kinds', '2026-06-01T07:00:00Z')).toEqual({ kind: 'none', reason: 'done' });
  });

  it('that waited is for the newest sending, and for none after its catch-up', async () => {
    await publish('waited', { send: { at: '07:00', timezone: 'UTC' } });
    const waited = await tick('waited', '2026-06-02T07:00:00Z', '2026-06-04T09:00:00Z');
    expect(waited).toMatchObject({ kind: 'run', periodEnd: '2026-06-03:day' });
    expect(await runs('waited')).toEqual(['2026-06-03']);
    await publish('missed', { period: 'week', send: { weekday: 'mon', at: '07:00', timezone: 'UTC' } });
    expect(await tick('missed', '2026-06-01T07:00:00Z', '2026-06-04T07:00:00Z')).toMatchObject({
      kind: 'run',
    });
    const tooLate = await tick('missed', '2026-06-08T07:00:00Z', '2026-06-11T07:00:01Z');
    expect(tooLate).toEqual({ kind: 'none', reason: 'too_late' });
  });

  it('of a document that changed, is paused or gone opens nothing', async () => {
    await publish('changed', { send: { at: '08:00', timezone: 'UTC' } });
    expect(await tick('changed', '2026-06-02T07:00:00Z')).toEqual({ kind: 'none', reason: 'superseded' });
    await publish('changed', { send: { at: '07:00', timezone: 'UTC' }, paused: true });
    expect(await tick('changed', '2026-06-02T07:00:00Z')).toEqual({ kind: 'none', reason: 'paused' });
    expect(await tick('nowhere', '2026-06-02T07:00:00Z')).toEqual({ kind: 'none', reason: 'gone' });
    expect(await runs('changed')).toEqual([]);
  });

  it('of a fleet that is no longer configured opens nothing and says what to do, until it is back', async () => {
    await publish('removed', { send: { at: '07:00', timezone: 'UTC' } });
    const gone = tickWith(new Map([['south', {}]]), 'removed', '2026-06-02T07:00:00Z');
    const triedSince = new MockActivityEnvironment({
      scheduledTimestampMs: Date.parse('2026-06-02T07:00:00Z'),
    });
    const at = (now: string): Promise<unknown> => triedSince.run(() => gone.at(now));
    // Another worker may know it.
    await expect(at('2026-06-02T07:59:59Z')).rejects.toThrow(UnknownFleetError);
    expect(await at('2026-06-02T08:00:00Z')).toEqual({ kind: 'none', reason: 'fleet_gone' });
    expect(await runs('removed')).toEqual([]);
    expect(JSON.stringify(warnings)).toMatch(
      /"reason":"fleet_gone".*no longer configured.*delete the schedule/,
    );
    expect(await tick('removed', '2026-06-03T07:00:00Z')).toMatchObject({
      kind: 'run',
      periodEnd: '2026-06-02:day',
    });
  });
});
