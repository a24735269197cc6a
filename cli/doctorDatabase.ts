import type { Config } from '../config.ts';
import { inspectSchema, openDatabase } from '../store/database.ts';
import { databaseTrouble } from './databaseWords.ts';
import { attempt } from './doctorCheck.ts';
import type { Check } from './doctorCheck.ts';

const NAME = 'database';

/** Reaches PostgreSQL and says how its schema stands to this release. It changes nothing. */
export async function doctorDatabase({ databaseUrl: url }: Config): Promise<Check> {
  if (!url)
    return {
      name: NAME,
      result: 'warn',
      message:
        'DATABASE_URL is not set: `tripline dev` brings PostgreSQL along, `serve` and `worker` need one.',
    };
  return attempt(
    NAME,
    async () => {
      const database = openDatabase(url, { poolSize: 1 });
      try {
        return schemaInWords(await inspectSchema(database.db));
      } finally {
        await database.close();
      }
    },
    (error) => databaseTrouble(error, url),
  );
}

function schemaInWords({
  pending,
  newer,
  applied,
}: Awaited<ReturnType<typeof inspectSchema>>): Omit<Check, 'name'> {
  if (applied.length === 0)
    return {
      result: 'warn',
      message: 'reachable, no schema yet: `serve`, `worker` and `dev` create it at start.',
    };
  if (pending.length > 0)
    return {
      result: 'warn',
      message: `reachable, ${pending.length} ${pending.length === 1 ? 'migration' : 'migrations'} pending (${pending.join(', ')}): \`serve\`, \`worker\` and \`dev\` of this release apply them at start.`,
    };
  if (newer.length > 0)
    return {
      result: 'ok',
      message: `reachable, schema of a newer release (${newer.join(', ')}), as while one is rolled out`,
    };
  return { result: 'ok', message: 'reachable, schema up to date' };
}
