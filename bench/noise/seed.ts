import { publishStarterRules } from '../../cli/dev/index.ts';
import { openDatabase } from '../../store/db/index.ts';
import { FLEET, makeFleet } from './fleet.ts';
import { LiveFleet } from './live.ts';
import { happeningsIn } from './ledger.ts';
import { measure } from './measure.ts';
import type { Happenings } from './measure.ts';
import { replay } from './replay.ts';

/**
 * One seed's fleet in a process of its own: replayed, or live on the database at `DATABASE_URL` where there is one. Prints its figures
 * as a line of JSON.
 */
const seed = Number(process.argv[2] ?? 1);
const world = makeFleet(seed);
const url = process.env['DATABASE_URL'];
const happenings = url === undefined ? await replay(world) : await driveLive(url);
process.stdout.write(`${JSON.stringify(measure(happenings, world))}\n`);

async function driveLive(databaseUrl: string): Promise<Happenings> {
  const fleetId = `noise-${seed}`;
  const database = openDatabase(databaseUrl, { statementTimeoutMs: 300_000 });
  try {
    await publishStarterRules(database.db, fleetId);
    const live = new LiveFleet(database.db, fleetId, world);
    await live.keepHistory();
    await live.run((day) => {
      if (day % 7 === 0) process.stderr.write(`seed ${seed}: day ${day - FLEET.warmUpDays}\n`);
    });
    return await happeningsIn(database.db, fleetId);
  } finally {
    await database.close();
  }
}
