import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../store/db/index.ts';
import { createTestDatabase, startTestPostgres } from '../test/support/store/postgres.ts';
import { seedTrips } from '../test/support/store/storedFleet.ts';
import { line, machine, spreadOf } from './report.ts';

/**
 * A back-test of one rule with a window, a throttle and a budget, over 25,000, 50,000 and 100,000 stored trips in a real
 * PostgreSQL, against a floor in the same run: bare streaming of the same rows. Each measurement has a process of its own. V8 collects garbage late while
 * there is room, so a peak says little of what is needed: one more run of each size has a heap limited to HEAP_LIMIT_MB.
 * Aims: 100,000 trips under 20 s and 300 MB; time linear in trips.
 */
const SIZES = (process.env['SIZES'] ?? '25000,50000,100000').split(',').map(Number);
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const HEAP_LIMIT_MB = 140;
const script = fileURLToPath(new URL('./backtestOnce.ts', import.meta.url));

interface Measured {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Before the first trip: Node, its packages, a connection. */
  readonly idleMb: number;
  readonly peakMb: number;
  readonly found: unknown;
}

const postgres = await startTestPostgres();
const made = await createTestDatabase(postgres.url);
const database = openDatabase(made.url, { statementTimeoutMs: 300_000 });

function measure(mode: 'floor' | 'backtest', fleetId: string, flags: readonly string[] = []): Measured {
  const child = spawnSync(
    process.execPath,
    [
      ...flags,
      ...(process.env['PROF'] ? ['--cpu-prof', '--cpu-prof-dir=/tmp/prof-bt'] : []),
      '--import',
      'tsx',
      script,
      mode,
      fleetId,
    ],
    {
      env: { ...process.env, DATABASE_URL: made.url },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  if (child.status !== 0) throw new Error(`${mode} ended with ${child.status}`);
  return JSON.parse(child.stdout.trim().split('\n').at(-1)!) as Measured;
}

process.stdout.write(`On ${machine()}\n`);
const perTrip: number[] = [];
try {
  for (const trips of SIZES) {
    const fleetId = `bench-${trips}`;
    await seedTrips(database.db, { fleetId, trips });
    const floors: Measured[] = [];
    const runs: Measured[] = [];
    const limited: Measured[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      floors.push(measure('floor', fleetId));
      runs.push(measure('backtest', fleetId));
      limited.push(measure('backtest', fleetId, [`--max-old-space-size=${HEAP_LIMIT_MB}`]));
    }
    const seconds = (each: Measured): number => each.seconds;
    const ratios = runs.map((run, round) => run.seconds / floors[round]!.seconds);
    perTrip.push((spreadOf(runs.map(seconds)).median / trips) * 1e6);
    process.stdout.write(
      `\n${trips.toLocaleString('en')} trips: ${JSON.stringify(runs[0]!.found)}\n${[
        line('bare streaming of the same rows', floors.map(seconds), 's'),
        line('back-test', runs.map(seconds), 's'),
        line('  of it processor time, start-up included', runs.map((run) => run.cpuSeconds), 's'), // prettier-ignore
        line('ratio', ratios, 'times'),
        line('memory before the first trip', runs.map((run) => run.idleMb), 'MB'), // prettier-ignore
        line('peak memory', runs.map((run) => run.peakMb), 'MB'), // prettier-ignore
        line(`the same, heap limited to ${HEAP_LIMIT_MB} MB`, limited.map((run) => run.peakMb), 'MB'), // prettier-ignore
        line('  of it time', limited.map(seconds), 's'),
      ].join('\n')}\n`,
    );
  }
  process.stdout.write(
    `\nMicroseconds a trip by size (linear when they stay the same): ${perTrip.map((each) => each.toFixed(0)).join(', ')}\n`,
  );
} finally {
  await database.close();
  await made.drop();
  await postgres.stop();
}
