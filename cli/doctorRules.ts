import { openDatabase } from '../store/database.ts';
import type { Config } from '../config.ts';
import { ruleCounts } from '../store/documentReads.ts';
import type { RuleCounts } from '../store/documentReads.ts';
import type { Check } from './doctorCheck.ts';

const NAME = 'rules';

/** How many rules each fleet has, when the configured database can say: a fleet without one hears of nothing. */
export async function doctorRules({ databaseUrl: url, fleets }: Config): Promise<Check[]> {
  if (!url) return [];
  const database = openDatabase(url, { poolSize: 1 });
  try {
    const checks: Check[] = [];
    for (const { id } of fleets) checks.push(inWords(id, await ruleCounts(database.db, id)));
    return checks;
  } catch {
    // The check of the database says what is wrong with it.
    return [];
  } finally {
    await database.close();
  }
}

function inWords(fleet: string, { live, shadow, off, drafts }: RuleCounts): Check {
  const all = `${live} live, ${shadow} in shadow, ${off} off, ${drafts} ${drafts === 1 ? 'draft' : 'drafts'}`;
  if (live + shadow + off === 0)
    return {
      ...{ name: NAME, result: 'warn' },
      message: `fleet ${fleet}: no rule yet, so nothing will ever alert (${all}): \`tripline rules apply DIR\` publishes some.`,
    };
  return live === 0
    ? {
        name: NAME,
        result: 'warn',
        message: `fleet ${fleet}: no rule is live, so nobody is told of anything (${all})`,
      }
    : { name: NAME, result: 'ok', message: `fleet ${fleet}: ${all}` };
}
