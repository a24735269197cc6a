import { beforeEach, describe, expect, it } from 'vitest';
import {
  claimDueRequests,
  claimRequest,
  digestSync,
  failRequest,
  finishRequest,
  inTransaction,
  incidentTick,
  oldestRequests,
  requestTemporal,
} from '../../../store/db/index.ts';
import type { RequestKey, TemporalRequest } from '../../../store/db/index.ts';
import { requestOf } from '../../support/store/temporalRequests.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const inTest = useDatabase();
const noon = new Date('2026-03-10T12:00:00Z');
const after = (seconds: number): Date => new Date(noon.getTime() + seconds * 1000);
const message = (subject: string): RequestKey => ({ fleetId: 'f', kind: 'start_alarm_message', subject });
const request = (keys: readonly RequestKey[], at = noon) => requestTemporal(inTest.db, keys, { at });
const claim = (seconds: number, limit = 100) => claimDueRequests(inTest.db, { at: after(seconds), limit });
const subjects = (rows: readonly TemporalRequest[]): string[] => rows.map(({ subject }) => subject).sort();
const failed = (row: TemporalRequest, seconds: number) =>
  failRequest(inTest.db, row, { error: 'Error: away', at: after(seconds), pauseMs: 2_000 });

beforeEach(() => inTest.db.deleteFrom('temporalRequests').execute());

describe('a request', () => {
  it('is kept with what causes it, or not at all', async () => {
    await inTransaction(inTest.db, async (tx) => {
      await requestTemporal(tx, [message('1')], { at: noon });
      throw new Error('undo');
    }).catch(() => undefined);
    expect(await claim(60)).toEqual([]);
  });

  it('is claimed by one of many at once, the longest due first', async () => {
    for (let each = 0; each < 40; each += 1) await request([message(`${each}`)], after(each));
    const [first] = await claim(60, 1);
    expect(first).toMatchObject({ subject: '0', claimedUntil: after(75) });
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim(60, 8)));
    expect(subjects(claims.flat())).toHaveLength(39);
    expect(new Set(subjects(claims.flat()))).toHaveLength(39);
  });

  it('that its maker carries out is left to it for three seconds; any other is due at once', async () => {
    const tick = incidentTick({ fleetId: 'f', id: '1' });
    await request([tick, message('1')]);
    expect((await claim(0)).map(({ kind }) => kind)).toEqual(['start_alarm_message']);
    expect(await claim(2.9)).toEqual([]);
    expect((await claim(3)).map(({ kind }) => kind)).toEqual(['tick_incident']);
  });

  it('is claimed by name whether it is due or not, by one', async () => {
    const key = digestSync('f');
    await request([key]);
    const claims = await Promise.all([0, 1, 2].map(() => claimRequest(inTest.db, key, { at: noon })));
    expect(claims.filter((each) => each !== undefined)).toHaveLength(1);
  });

  it('of a process that died is claimed by another after fifteen seconds', async () => {
    await request([message('1')]);
    expect(await claim(0)).toHaveLength(1);
    expect(await claim(14)).toEqual([]);
    expect(await claim(15)).toHaveLength(1);
  });
});

describe('what was requested', () => {
  it('is gone once it was carried out', async () => {
    await request([message('1')]);
    const [row] = await claim(0);
    expect(await finishRequest(inTest.db, row!)).toBe(true);
    expect(await requestOf(inTest.db, message('1'))).toBeUndefined();
  });

  it('anew while it was carried out waits after that, also where the first one is put off', async () => {
    for (const again of [undefined, after(3_600)]) {
      await request([message('1')]);
      const [row] = await claim(0);
      await request([message('1')], after(1));
      expect(await claim(1)).toEqual([]);
      expect(await finishRequest(inTest.db, row!, again)).toBe(false);
      const [newer] = await claim(1);
      expect(newer).toMatchObject({ subject: '1', requestedAt: noon });
      expect(newer!.id).not.toBe(row!.id);
      expect(await finishRequest(inTest.db, newer!)).toBe(true);
    }
  });

  it('anew after it was carried out is not taken for done by who is late to say so', async () => {
    await request([message('1')]);
    const [slow] = await claim(0);
    const [quick] = await claim(20);
    await finishRequest(inTest.db, quick!);
    await request([message('1')], after(21));
    expect(await finishRequest(inTest.db, slow!)).toBe(false);
    expect(subjects(await claim(21))).toEqual(['1']);
  });

  it('and has to be carried out again waits until then, or until it is requested', async () => {
    const key = digestSync('f');
    await request([key]);
    await finishRequest(inTest.db, (await claim(3))[0]!, after(86_400));
    expect(await oldestRequests(inTest.db, { at: after(100) })).toEqual([]);
    expect(await claim(86_399)).toEqual([]);
    await request([key], after(100));
    expect(await oldestRequests(inTest.db, { at: after(100) })).toEqual([
      { fleetId: 'f', kind: 'sync_digest_schedules', requestedAt: after(100) },
    ]);
    expect(await claim(103)).toHaveLength(1);
  });

  it('and failed is tried again after pauses that double up to a minute, and at once when it is requested anew', async () => {
    await request([message('1')]);
    let at = 0;
    for (const pause of [2, 4, 8, 16, 32, 60, 60]) {
      const [row] = await claim(at);
      await failed(row!, at);
      expect(await claim(at + pause - 1)).toEqual([]);
      at += pause;
    }
    const row = await requestOf(inTest.db, message('1'));
    expect(row).toMatchObject({ attempts: 7, lastError: 'Error: away', requestedAt: noon });
    await request([message('1')], after(at - 30));
    expect(await claim(at - 30)).toMatchObject([{ attempts: 0, lastError: null, requestedAt: noon }]);
  });

  it('anew while a try failed is tried at once', async () => {
    await request([message('1')]);
    const [row] = await claim(0);
    await request([message('1')], after(1));
    await failed(row!, 2);
    expect(await claim(2)).toMatchObject([{ attempts: 0 }]);
  });
});
