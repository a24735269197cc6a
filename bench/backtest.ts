import { sql } from 'kysely';
import { seedTrips } from '../test/support/store/storedFleet.ts';
import { alternating, measuredAlone, ratios, report } from './measure.ts';
import type { Alone } from './once.ts';
import { spreadOf } from './report.ts';
import { run } from './run.ts';
import type { Made } from './run.ts';

/**
 * Two measurements of back-tests over stored trips in a real PostgreSQL, each run in a process of its own:
 * - without an argument: one rule with a window, a throttle and a budget over `SIZES` trips, against bare streaming of the same
 *   rows. V8 collects garbage late while there is room, so one more run of each size has a heap limited to HEAP_LIMIT_MB.
 *   Aims: 100,000 trips under 20 s and 300 MB; time linear in trips.
 * - `sweep`: over `TRIPS` trips, a back-test with a threshold sweep against the same one without. Aim: a ratio of at most 3, for a
 *   threshold that few trips reach, for one that is the whole rule, and for that without throttle and budget.
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const SIZES = (process.env['SIZES'] ?? '25000,50000,100000').split(',').map(Number);
const TRIPS = Number(process.env['TRIPS'] ?? 50_000);
const HEAP_LIMIT_MB = 140;

/** The requests to `backtestOnce.ts` without and with a sweep, by name. */
const SWEEPS = {
  'a window of events': ['backtest', 'sweep'],
  'a distance alone': ['backtest-distance', 'sweep-distance'],
  'a distance alone, each match sent': ['backtest-unlimited', 'sweep-unlimited'],
} as const;

type Measured = Alone<{ readonly points?: number }>;

const each = (runs: readonly Measured[], of: Exclude<keyof Measured, 'found'>): number[] =>
  runs.map((run) => run[of]);

/** Measures one run. */
function once(
  url: string,
  [mode, fleetId]: readonly [mode: string, fleetId: string],
  flags: readonly string[] = [],
): Promise<Measured> {
  return measuredAlone<Measured>(['./backtestOnce.ts', mode, fleetId], {
    environment: { DATABASE_URL: url },
    flags,
  });
}

async function bySize({ database, url }: Made): Promise<void> {
  const perTrip: number[] = [];
  for (const trips of SIZES) {
    const fleetId = `bench-${trips}`;
    await seedTrips(database.db, { fleetId, trips });
    const { floor, runs, limited } = await alternating(
      { rounds: ROUNDS },
      {
        floor: () => once(url, ['floor', fleetId]),
        runs: () => once(url, ['backtest', fleetId]),
        limited: () => once(url, ['backtest', fleetId], [`--max-old-space-size=${HEAP_LIMIT_MB}`]),
      },
    );
    const seconds = each(runs, 'seconds');
    perTrip.push((spreadOf(seconds).median / trips) * 1e6);
    report(`${trips.toLocaleString('en')} trips: ${JSON.stringify(runs[0]!.found)}`, [
      ['bare streaming of the same rows', each(floor, 'seconds'), 's'],
      ['back-test', seconds, 's'],
      ['  of it processor time, start-up included', each(runs, 'cpuSeconds'), 's'],
      ['ratio', ratios(seconds, each(floor, 'seconds')), 'times'],
      ['memory before the first trip', each(runs, 'idleMb'), 'MB'],
      ['peak memory', each(runs, 'peakMb'), 'MB'],
      [`the same, heap limited to ${HEAP_LIMIT_MB} MB`, each(limited, 'peakMb'), 'MB'],
      ['  of it time', each(limited, 'seconds'), 's'],
    ]);
  }
  const figures = perTrip.map((one) => one.toFixed(0)).join(', ');
  process.stdout.write(`\nMicroseconds a trip by size (linear when they stay the same): ${figures}\n`);
}

async function sweeps({ database, url }: Made): Promise<void> {
  const fleetId = `bench-${TRIPS}`;
  await seedTrips(database.db, { fleetId, trips: TRIPS });
  // Each trip has a distance of its own.
  await sql`update trips set distance_km = 5 + (abs(hashtext(trip_id)) % 40000) / 1000.0`.execute(
    database.db,
  );
  for (const [name, [plain, swept]] of Object.entries(SWEEPS)) {
    const runs = await alternating(
      { rounds: ROUNDS },
      { plain: () => once(url, [plain, fleetId]), swept: () => once(url, [swept, fleetId]) },
    );
    report(`${name}, ${runs.swept[0]!.found.points ?? 0} points`, [
      ['back-test', each(runs.plain, 'seconds'), 's'],
      ['back-test with a sweep', each(runs.swept, 'seconds'), 's'],
      ['ratio', ratios(each(runs.swept, 'seconds'), each(runs.plain, 'seconds')), 'times'],
    ]);
  }
}

await run(async (bench) => (process.argv[2] === 'sweep' ? sweeps : bySize)(await bench.database()));
