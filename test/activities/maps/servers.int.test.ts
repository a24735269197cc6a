import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBreaker } from '../../../activities/dependencies/index.ts';
import { createGeocoder, createMapTiles, createMaps } from '../../../activities/maps/index.ts';
import { startMapStandIn } from '../../support/stand-ins/maps.ts';
import type { MapAnswer } from '../../support/stand-ins/maps.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { useStarted } from '../../support/run/useStarted.ts';

const test = useDatabase();
const AT = new Date('2026-03-10T12:00:00Z');
const BERLIN = { latitude: 52.51627, longitude: 13.3777, language: 'en' } as const;
const TILES = [4, 5, 6].map((x) => ({ zoom: 4, x, y: 5 }));
const BROKEN: readonly MapAnswer[] = ['redirects', 'is too large', 'refuses'];
let lines: string[];

const server = useStarted(startMapStandIn);
beforeEach(() => {
  lines = [];
  server.answer = 'answers';
  for (const list of [server.questions, server.tiles, server.headers, server.followed]) list.length = 0;
});

const log = () => pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
const breaker = () => createBreaker({ nowMs: () => 0 });
const geocoder = (slots: () => Promise<number | undefined> = () => Promise.resolve(0)) =>
  createGeocoder({
    url: server.geocoderUrl,
    userAgent: 'Tripline/test',
    breaker: breaker(),
    acquireSlot: slots,
  });
const tiles = (nowMs = () => 0) =>
  createMapTiles({
    url: server.tilesUrl,
    attribution: 'Makers',
    userAgent: 'Tripline/test',
    breaker: breaker(),
    nowMs,
  });

describe('the geocoder', () => {
  it('is asked once for what several want to know at once, and says who asks', async () => {
    const asked = geocoder();
    const answers = await Promise.all([asked.addressNear(BERLIN), asked.addressNear(BERLIN)]);
    expect(answers).toEqual(['Invalidenstraße 12, Berlin', 'Invalidenstraße 12, Berlin']);
    expect(server.questions).toHaveLength(1);
    expect(server.questions[0]).toContain('/geo/reverse?key=secret&format=jsonv2&lat=52.51627&lon=13.3777');
    expect(server.headers[0]?.['user-agent']).toBe('Tripline/test');
  });

  it.each([...BROKEN, 'sends rubbish' as const])('that %s gives no address, and no error', async (answer) => {
    server.answer = answer;
    expect(await geocoder().addressNear(BERLIN)).toBeUndefined();
    expect(server.questions).toHaveLength(1);
    expect(server.followed).toEqual([]);
  });

  it('is not asked without a slot, nor when the database gives none', async () => {
    expect(await geocoder(() => Promise.resolve(undefined)).addressNear(BERLIN)).toBeUndefined();
    expect(await geocoder(() => Promise.reject(new Error('away'))).addressNear(BERLIN)).toBeUndefined();
    expect(server.questions).toEqual([]);
  });

  it('is left alone after five questions without an answer', async () => {
    server.answer = 'refuses';
    const asked = geocoder();
    for (let each = 0; each < 8; each += 1) await asked.addressNear({ ...BERLIN, latitude: each });
    expect(server.questions).toHaveLength(5);
  });
});

describe('the map tiles', () => {
  it('come all at once, and stay for a minute', async () => {
    let now = 0;
    const source = tiles(() => now);
    expect([...(await source.fetch(TILES)).keys()]).toEqual(['4/4/5', '4/5/5', '4/6/5']);
    expect(server.tiles).toContain('/tiles/4/5/5.png?key=secret');
    expect(server.headers[0]?.['user-agent']).toBe('Tripline/test');
    now = 59_000;
    expect((await source.fetch(TILES)).size).toBe(3);
    expect(server.tiles).toHaveLength(3);
    now = 60_000;
    expect((await source.fetch(TILES)).size).toBe(3);
    expect(server.tiles).toHaveLength(6);
  });

  it.each([...BROKEN, 'hangs' as const])('of a server that %s are none, without an error', async (answer) => {
    server.answer = answer;
    expect((await tiles().fetch(TILES)).size).toBe(0);
    expect(server.followed).toEqual([]);
    server.release();
  });

  it('are not asked for after five pictures without one', async () => {
    server.answer = 'refuses';
    const source = tiles();
    for (let each = 0; each < 7; each += 1) await source.fetch([{ zoom: 4, x: each, y: 1 }]);
    expect(server.tiles).toHaveLength(5);
  });
});

describe('both as configured', () => {
  it('ask the geocoder no more than the installation’s slots allow, whichever worker asks', async () => {
    const config = { publicUrl: 'https://tripline.example', geocoderUrl: server.geocoderUrl };
    const workers = [1, 2].map(() => createMaps({ config, db: test.db, log: log(), now: () => AT }));
    const asked = Array.from({ length: 6 }, (_, index) =>
      workers[index % 2]!.geocoder!.addressNear({ ...BERLIN, latitude: index }),
    );
    const answers = await Promise.all(asked);
    // Slots are 1.05 s apart, and none further ahead than three seconds is waited for.
    expect(answers.filter((answer) => answer !== undefined)).toHaveLength(3);
    expect(server.questions).toHaveLength(3);
    const { bookedUntil } = await test.db
      .selectFrom('rateLimits')
      .select('bookedUntil')
      .where('key', '=', 'geocoder')
      .executeTakeFirstOrThrow();
    expect(bookedUntil.getTime()).toBe(AT.getTime() + 3 * 1_050);
  });

  it('are absent where nothing is configured', () => {
    const config = { publicUrl: 'http://localhost:3000' };
    expect(createMaps({ config, db: test.db, log: log(), now: () => AT })).toEqual({});
  });

  it('log neither a position nor an address', async () => {
    server.answer = 'refuses';
    const mapTiles = { url: server.tilesUrl, attribution: 'Makers' };
    const config = { publicUrl: 'https://tripline.example', mapTiles };
    const { tiles: source } = createMaps({ config, db: test.db, log: log(), now: () => AT });
    for (let each = 0; each < 6; each += 1) await source!.fetch(TILES);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('does not answer: circuit breaker open');
    for (const secret of ['secret', '4/5', '127.0.0.1', '/tiles']) expect(lines[0]).not.toContain(secret);
  });
});
