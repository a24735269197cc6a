import { readFile } from 'node:fs/promises';
import { publishStarterRules } from '../../cli/dev/index.ts';
import { openDatabase } from '../../store/db/index.ts';
import type { Db } from '../../store/db/index.ts';
import { publishDocument, saveDraft } from '../../store/documents/index.ts';
import type { JsonObject } from '../../rules/vocabulary/index.ts';
import { FLEET, makeFleet } from './fleet.ts';
import { LiveFleet } from './live.ts';
import { happeningsIn } from './ledger.ts';
import { measure, withRecipients } from './measure.ts';
import type { Happenings } from './measure.ts';
import { replay } from './replay.ts';

/**
 * One seed's fleet in a process of its own: replayed, or live on a database whose URL is the second argument. Prints its figures as a
 * line of JSON.
 */
const seed = Number(process.argv[2] ?? 1);
const world = makeFleet(seed);
const url = process.argv[3];
const happenings = url === undefined ? await replay(world) : await driveLive(url);
process.stdout.write(`${JSON.stringify(measure(happenings, world))}\n`);

async function driveLive(databaseUrl: string): Promise<Happenings> {
  const fleetId = `noise-${seed}`;
  const database = openDatabase(databaseUrl, { statementTimeoutMs: 300_000 });
  try {
    await publishStarterRules(database.db, fleetId);
    await publishRoute(database.db, fleetId);
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

/** Publishes the starter set's route with the bench's recipient in it. */
async function publishRoute(db: Db, fleetId: string): Promise<void> {
  const file = new URL('../../rules/examples/routes/regional-manager.json', import.meta.url);
  const body = JSON.parse(withRecipients(await readFile(file, 'utf8'))) as JsonObject;
  const edit = { fleetId, kind: 'route', id: 'regional-manager', who: 'bench', at: new Date() } as const;
  await saveDraft(db, { ...edit, body });
  await publishDocument(db, edit);
}
