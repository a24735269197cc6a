import type { Config } from '../../config.ts';
import { inspectSchema, openDatabase } from '../../store/db/index.ts';
import type { SchemaSteps } from '../../store/db/index.ts';
import { ruleCounts } from '../../store/documents/index.ts';
import type { RuleCounts } from '../../store/documents/index.ts';
import { databaseProblem } from './databaseErrors.ts';
import { attempt } from './checks/index.ts';
import type { Check } from './checks/index.ts';

/**
 * Connects to PostgreSQL and compares its schema with this release's. Changes nothing.
 * @param steps another release's migrations, in tests
 */
export async function doctorDatabase(
  { databaseUrl: url }: Pick<Config, 'databaseUrl'>,
  steps?: SchemaSteps,
): Promise<Check> {
  if (!url)
    return {
      name: 'database',
      result: 'warn',
      message:
        'DATABASE_URL is not set: `tripline dev` runs its own PostgreSQL, `serve` and `worker` need one.',
    };
  return attempt(
    'database',
    async () => {
      const database = openDatabase(url, { poolSize: 1 });
      try {
        return schemaInWords(await inspectSchema(database.db, steps));
      } finally {
        await database.close();
      }
    },
    (error) => databaseProblem(error, url),
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
      message: `reachable, the schema is of a newer release (${newer.join(', ')}), which is normal during a rollout`,
    };
  return { result: 'ok', message: 'reachable, schema up to date' };
}

/**
 * Counts each fleet's rules, because a fleet without rules receives no alerts. Returns no checks when the
 * database does not answer.
 */
export async function doctorRules({ databaseUrl: url, fleets }: Config): Promise<Check[]> {
  if (!url) return [];
  const database = openDatabase(url, { poolSize: 1 });
  try {
    const checks: Check[] = [];
    for (const { id } of fleets) checks.push(inWords(id, await ruleCounts(database.db, id)));
    return checks;
  } catch {
    // Another check, that of the database, reports this error.
    return [];
  } finally {
    await database.close();
  }
}

function inWords(fleet: string, { live, shadow, off, drafts }: RuleCounts): Check {
  const all = `${live} live, ${shadow} in shadow, ${off} off, ${drafts} ${drafts === 1 ? 'draft' : 'drafts'}`;
  if (live + shadow + off === 0)
    return {
      name: 'rules',
      result: 'warn',
      message: `fleet ${fleet}: no rule yet, so no alerts are sent (${all}): \`tripline rules apply DIR\` publishes some.`,
    };
  return live === 0
    ? {
        name: 'rules',
        result: 'warn',
        message: `fleet ${fleet}: no rule is live, so no alerts are sent (${all})`,
      }
    : { name: 'rules', result: 'ok', message: `fleet ${fleet}: ${all}` };
}
