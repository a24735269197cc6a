import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { openDatabase } from '../store/db/index.ts';
import { createTestDatabase, startTestPostgres } from '../test/support/store/postgres.ts';
import { seedTrips } from '../test/support/store/storedFleet.ts';
import { line, machine } from './report.ts';

/**
 * A back-test with a threshold sweep against the same one without, in turn and over the same stored trips in a real
 * PostgreSQL, each in a process of its own. Aim: a ratio of at most 3, for a threshold that few trips reach for one that is
 * the whole rule, and for that without throttle and budget. Each trip has a distance of its own.
 */
const TRIPS = Number(process.env['TRIPS'] ?? 50_000);
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const script = fileURLToPath(new URL('./backtestOnce.ts', import.meta.url));
const fleetId = `bench-${TRIPS}`;

/** The requests to `backtestOnce.ts`, by name. */
const RULES = {
  'a window of events': ['backtest', 'sweep'],
  'a distance alone': ['backtest-distance', 'sweep-distance'],
  'a distance alone, each match sent': ['backtest-unlimited', 'sweep-unlimited'],
} as const;

interface Measured {
  readonly seconds: number;
  readonly found: { readonly points?: number };
}

const postgres = await startTestPostgres();
const made = await createTestDatabase(postgres.url);
const database = openDatabase(made.url, { statementTimeoutMs: 300_000 });

function measure(mode: string): Measured {
  const child = spawnSync(process.execPath, ['--import', 'tsx', script, mode, fleetId], {
    env: { ...process.env, DATABASE_URL: made.url },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.status !== 0) throw new Error(`${mode} ended with ${child.status}`);
  return JSON.parse(child.stdout.trim().split('\n').at(-1)!) as Measured;
}

process.stdout.write(`On ${machine()}, ${TRIPS.toLocaleString('en')} trips\n`);
try {
  await seedTrips(database.db, { fleetId, trips: TRIPS });
  await sql`update trips set distance_km = 5 + (abs(hashtext(trip_id)) % 40000) / 1000.0`.execute(
    database.db,
  );
  for (const [name, [plain, swept]] of Object.entries(RULES)) {
    const runs: { readonly plain: Measured; readonly swept: Measured }[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      runs.push({ plain: measure(plain), swept: measure(swept) });
    const ratios = runs.map((run) => run.swept.seconds / run.plain.seconds);
    process.stdout.write(
      `\n${name}, ${runs[0]!.swept.found.points ?? 0} points\n${[
        line('back-test', runs.map((run) => run.plain.seconds), 's'), // prettier-ignore
        line('back-test with a sweep', runs.map((run) => run.swept.seconds), 's'), // prettier-ignore
        line('ratio', ratios, 'times'),
      ].join('\n')}\n`,
    );
  }
} finally {
  await database.close();
  await made.drop();
  await postgres.stop();
}
