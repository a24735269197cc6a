import { execFileSync } from 'node:child_process';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { claimTrip, keepTrip, setTripState } from '../../../store/trips/index.ts';
import { ODD_DRIVER, TRIP, recordEverything } from '../../server/records.ts';
import { TOKENS } from '../../support/servers/server.ts';
import { useServer } from '../../support/servers/useServer.ts';
import { useCli } from '../../support/servers/useCli.ts';
import { storeAlert, storeDirectory } from '../../support/store/records.ts';

const QUOTED = "it's:42/7";
const RTL_NAME = 'شادي محمد';

const server = useServer();
beforeAll(async () => {
  await recordEverything(server.db, 'north');
  await store({ driverId: 'd-rtl', tripId: QUOTED, endTime: '2026-11-21T00:30:00+01:00', state: 'parked' });
  await store({ driverId: 'd-rtl', tripId: 't-waiting', state: 'waiting' });
  const at = new Date('2026-11-21T00:00:00Z');
  const rows = [
    { driverId: 'd-rtl', fields: { name: RTL_NAME } },
    { driverId: 'd-many', fields: { name: 'Ann\u202e\u001b[2J Becker' } },
  ];
  await storeDirectory(server.db, { rows, at });
  for (let number = 0; number < 205; number += 1)
    await store({ driverId: 'd-many', tripId: `t-${number}`, state: 'decided' });
  const alert = { fleetId: 'north', driverId: 'd-rtl', tripId: QUOTED, rule: 'hard-brake', version: 1 };
  await storeAlert(server.db, {
    ...alert,
    at,
    state: 'stopped',
    reason: 'throttled',
    detail: '2026-11-20T10:00:00.000Z',
  });
});
const command = useCli(server, 'admin');
const run = (...args: string[]) => command.run(...args, '--fleet', 'north');

async function store(trip: {
  readonly driverId: string;
  readonly tripId: string;
  readonly endTime?: string;
  readonly state: 'waiting' | 'decided' | 'parked';
}): Promise<void> {
  const { driverId, tripId, endTime, state } = trip;
  const at = new Date('2026-11-21T09:00:00Z');
  const key = { fleetId: 'north', driverId, tripId };
  await claimTrip(server.db, { ...key, workflowId: `w-${driverId}-${tripId}`, at });
  if (endTime !== undefined)
    await keepTrip(server.db, {
      fleetId: 'north',
      contentHash: 'h',
      revision: 1,
      at,
      trip: {
        driverId,
        tripId,
        endTime,
        distanceKm: 7.25,
        score: 78,
        ratings: {},
        events: [],
        path: [],
        extra: {},
        problems: [],
      },
    });
  await setTripState(server.db, { ...key, state, at });
}

/** Makes the standard output a terminal of a width until the test ends. */
function onTerminal(columns: number): void {
  Object.defineProperty(process.stdout, 'isTTY', { value: true, configurable: true });
  Object.defineProperty(process.stdout, 'columns', { value: columns, configurable: true });
  vi.stubEnv('NO_COLOR', '1');
}
const before = {
  isTTY: Object.getOwnPropertyDescriptor(process.stdout, 'isTTY'),
  columns: Object.getOwnPropertyDescriptor(process.stdout, 'columns'),
};
afterEach(() => {
  for (const [name, descriptor] of Object.entries(before))
    if (descriptor) Object.defineProperty(process.stdout, name, descriptor);
    else Reflect.deleteProperty(process.stdout, name);
});

/** Returns the arguments of the `tripline …` command in an output, as a shell reads them. */
function proposed(out: string): string[] {
  const line = /tripline (trips .*)/.exec(out)![1]!;
  return execFileSync('bash', ['-c', `printf '%s\\0' ${line}`])
    .toString()
    .split('\0')
    .slice(0, -1);
}

describe('tripline trips list', () => {
  it('shows when a trip ended on the fleet’s clock, its state and figures, and its ids as they are', async () => {
    const { code, out } = await run('trips', 'list', '--driver', ODD_DRIVER);
    expect(code).toBe(0);
    const [head, row] = out.split('\n');
    expect(head).toMatch(/^ended \(Europe\/Berlin\) +state +km +score +trip +driver$/);
    expect(row).toContain('20 Nov 2026, 11:00:00');
    expect(row).toContain('✓ evaluated');
    expect(row).toContain('12.5  unrated');
    expect(row).toContain(`${TRIP}  ${ODD_DRIVER}`);
    const utc = await run('trips', 'list', '--driver', ODD_DRIVER, '--utc');
    expect(utc.out).toContain('ended (UTC)');
    expect(utc.out).toContain('20 Nov 2026, 10:00:00');
  });

  it('shows trips of clocks that are ahead by their receipt', async () => {
    const ofTrip = { fleetId: 'north', driverId: 'd-rtl', tripId: QUOTED };
    const set = (clockAheadSeconds: number | null) =>
      server.db
        .updateTable('trips')
        .set({ clockAheadSeconds })
        .where((row) => row.and(ofTrip))
        .execute();
    await set(31_449_600);
    const { code, out } = await run('trips', 'list', '--clock', 'ahead', '--json');
    expect([code, (JSON.parse(out) as { items: { trip_id: string }[] }).items]).toMatchObject([
      0,
      [{ trip_id: QUOTED, clock_ahead_seconds: 31_449_600 }],
    ]);
    expect((await run('trips', 'list', '--clock', 'ahead')).out).toContain('received 21 Nov 2026, 10:00:00');
    await set(null);
    expect((await run('trips', 'list', '--clock', 'ahead')).out).toContain('No trip matches these filters.');
  });

  it('says what to do next, in words that a shell reads back', async () => {
    const explain = proposed((await run('trips', 'list', '--driver', ODD_DRIVER)).out);
    expect(explain).toEqual(['trips', 'explain', ODD_DRIVER, TRIP]);
    expect((await run(...explain)).out).toContain('evaluated');
    const replay = await run('trips', 'list', '--state', 'parked');
    expect(proposed(replay.out)).toEqual(['trips', 'replay', 'd-rtl', QUOTED, '--effects']);
  });

  it('reads a date in --to as included, a time as the end, on the fleet’s clock', async () => {
    const ids = async (...args: string[]): Promise<string[]> => {
      const { body } = await command.json<{ items: { trip_id: string }[] }>(
        'trips',
        'list',
        '--fleet',
        'north',
        '--driver',
        'd-rtl',
        ...args,
      );
      return body.items.map((item) => item.trip_id);
    };
    // The trip ended at 00:30 on the 21st in Berlin, at 23:30 on the 20th in UTC.
    expect(await ids('--from', '2026-11-21', '--to', '2026-11-21')).toContain(QUOTED);
    expect(await ids('--from', '2026-11-20', '--to', '2026-11-20')).toEqual([]);
    expect(await ids('--from', '2026-11-20', '--to', '2026-11-20', '--utc')).toEqual([QUOTED]);
    expect(await ids('--from', '2026-11-21T00:00', '--to', '2026-11-21T00:30')).toEqual([]);
    expect(await ids('--from', '24h')).not.toContain(QUOTED);
    const wrong = await run('trips', 'list', '--from', 'yesterday');
    expect([wrong.code, wrong.out]).toEqual([2, expect.stringContaining('--from yesterday: write a span')]);
  });

  it('goes through pages up to --limit, and on from --cursor', async () => {
    const list = (...args: string[]) =>
      command.json<{ items: { trip_id: string }[]; next_cursor?: string }>(
        'trips',
        'list',
        '--fleet',
        'north',
        '--driver',
        'd-many',
        ...args,
      );
    const first = (await list('--limit', '203')).body;
    expect(first.items).toHaveLength(203);
    const rest = (await list('--limit', '203', '--cursor', first.next_cursor!)).body;
    expect(rest.next_cursor).toBeUndefined();
    const ids = [...first.items, ...rest.items].map((item) => item.trip_id);
    expect(new Set(ids)).toEqual(new Set(Array.from({ length: 205 }, (_, number) => `t-${number}`)));
    const shown = await run('trips', 'list', '--driver', 'd-many');
    expect(shown.out.split('\n').filter((line) => line.includes('d-many)'))).toHaveLength(50);
    expect(shown.out).toMatch(/There are more: repeat it with --cursor \S+, or with a larger --limit\./);
    for (const limit of ['0', '-1', 'all', '1.5'])
      expect(await run('trips', 'list', `--limit=${limit}`)).toMatchObject({
        code: 2,
        out: expect.stringContaining('write a whole number from 1') as string,
      });
  });

  it('keeps names in the last column, without what would control a terminal', async () => {
    const { out } = await run('trips', 'list', '--driver', 'd-rtl');
    const rows = out.split('\n').filter((line) => line.includes('d-rtl)'));
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row.endsWith(`  ${RTL_NAME} (d-rtl)`)).toBe(true);
    expect(rows.find((row) => row.includes('t-waiting'))).toContain(
      'received 21 Nov 2026, 10:00:00  … waiting',
    );
    const hostile = await run('trips', 'list', '--driver', 'd-many', '--limit', '1');
    expect(hostile.out).toContain('Ann[2J Becker (d-many)');
    for (const character of ['\u001b', '\u202e']) expect(hostile.out).not.toContain(character);
  });

  it('fits a wide terminal as a table, and a narrow one as a block for each trip', async () => {
    onTerminal(120);
    const wide = (await run('trips', 'list', '--driver', 'd-rtl')).out.split('\n');
    expect(wide[0]).toMatch(/^ended .* driver$/);
    for (const line of wide.slice(0, 3)) expect(line.length).toBeLessThanOrEqual(120);
    onTerminal(50);
    const narrow = (await run('trips', 'list', '--driver', 'd-rtl', '--state', 'parked')).out;
    expect(narrow.split('\n').slice(0, 6)).toEqual([
      'ended (Europe/Berlin)  21 Nov 2026, 00:30:00',
      'state                  ‖ parked',
      'km                     7.3',
      'score                  78',
      `trip                   ${QUOTED}`,
      `driver                 ${RTL_NAME} (d-rtl)`,
    ]);
  });

  it('says that nothing matches, or that nothing is there yet', async () => {
    expect((await run('trips', 'list', '--driver', 'nobody')).out).toBe('No trip matches these filters.\n');
    vi.stubEnv('TRIPLINE_TOKEN', TOKENS.southAdmin);
    const empty = await command.run('trips', 'list', '--fleet', 'south');
    expect(empty.out).toContain('There are no trips yet.');
    expect(empty.out).toContain('tripline backfill fetches history');
  });
});

describe('tripline alerts', () => {
  it('lists what was sent and what was not, with the reason as --reason takes it', async () => {
    const { code, out } = await run('alerts');
    expect(code).toBe(0);
    const lines = out.split('\n');
    expect(lines[0]).toMatch(/^at \(Europe\/Berlin\) +severity +state +rule +trip +driver$/);
    expect(lines[1]).toMatch(/^21 Nov 2026, 01:00:00 +warning +– not sent \(throttled\) +hard-brake /);
    expect(lines[2]).toMatch(/^20 Nov 2026, 11:00:00 +critical +✓ raised +collision /);
    const explain = proposed(out);
    expect(explain).toEqual(['trips', 'explain', 'd-rtl', QUOTED, '--rule', 'hard-brake']);
    const list = async (...args: string[]) =>
      (
        await command.json<{ items: { rule: string }[] }>('alerts', 'list', '--fleet', 'north', ...args)
      ).body.items.map(({ rule }) => rule);
    expect(await list('--reason', 'throttled')).toEqual(['hard-brake']);
    expect(await list('--state', 'raised')).toEqual(['collision']);
    expect(await list('--severity', 'critical')).toEqual(['collision']);
    expect(await list('--rule', 'hard-brake', '--driver', 'd-rtl', '--trip', QUOTED)).toEqual(['hard-brake']);
    expect(await list('--from', '2026-11-21', '--to', '2026-11-21')).toEqual(['hard-brake']);
    expect(await list('--to', '2026-11-20')).toEqual(['collision']);
  });

  it('says where to ask when there is none', async () => {
    const { out } = await run('alerts', '--rule', 'none');
    expect(out).toContain('No alert matches these filters.');
    expect(out).toContain('tripline why DRIVER DATE RULE');
    vi.stubEnv('TRIPLINE_TOKEN', TOKENS.southAdmin);
    expect((await command.run('alerts', '--fleet', 'south')).out).toContain('There are no alerts yet.');
  });
});
