import { conditionsBeside, readDocuments, readLock } from '../files/index.ts';
import type { ConditionsById, DocumentFolder } from '../files/index.ts';
import type { Context } from '../declaration/index.ts';
import { EXIT } from '../terminal/index.ts';
import { doesSomething, notPruned, planDocuments } from './changes.ts';
import type { Change } from './changes.ts';
import { daysOver, rangeOf, withBehaviour } from './planBacktest.ts';
import type { BehaviourOptions } from './planBacktest.ts';
import { printChanges, printDifferences } from './printChanges.ts';
import { refuseUnresolved, withWarnings } from './warnings.ts';

interface Given extends BehaviourOptions {
  readonly dir: string;
  readonly prune?: boolean;
  /** Whether the exit code is 1 when something differs, for a pipeline. */
  readonly exitCode?: boolean;
  /** Whether the exit code is 1 when someone else published since this folder was applied or pulled. */
  readonly refuseDrift?: boolean;
}

/** Shows what `apply` would do, or the differences between files and published documents field by field. Changes nothing. */
export async function compareRules(
  { api, terminal, given, isJson, zone: clock }: Context<Given>,
  view: 'plan' | 'diff',
): Promise<number> {
  const { dir: path, prune = false } = given;
  const range = rangeOf(given);
  const folder = await readDocuments(path);
  const lock = await readLock(folder.root, api);
  const bare = await planDocuments({ api, folder, lock, prune });
  if (!folder.isOneFile) await refuseUnresolved(path, bare);
  const planned = await withWarnings(api, folder, bare);
  const changes = range
    ? await withBehaviour(api, planned, { ...range, ...(await besideOneFile(folder)) })
    : planned.map((each) => each.change);
  const notes = prune && !folder.isOneFile ? notPruned(folder, planned) : [];
  const over = daysOver(changes, range?.maxAlertsPerDay);
  const wouldChange = changes.filter(doesSomething).length;
  const drifted = changes.filter((each) => each.drift).length;
  if (isJson)
    terminal.json({
      fleet: api.fleet,
      would_change: wouldChange,
      drifted,
      ...(range?.maxAlertsPerDay === undefined ? {} : { over_max_alerts_per_day: over }),
      changes,
      notes,
    });
  else {
    for (const note of notes) terminal.line(terminal.colors.yellow(note));
    const zone = await clock();
    if (view === 'plan') printChanges(terminal, changes, zone);
    else printDifferences(terminal, changes, zone);
    terminal.line(sum(changes, wouldChange, view));
    for (const { id, date, alerts } of over)
      terminal.line(
        terminal.colors.red(`${id} would have raised ${alerts} alerts on ${date}: above the limit.`),
      );
  }
  const isProblem =
    over.length > 0 ||
    (given.exitCode === true && wouldChange > 0) ||
    (given.refuseDrift === true && drifted > 0);
  return isProblem ? EXIT.problems : EXIT.ok;
}

/**
 * Returns the shared conditions in the folder of a single rule file. The back-test uses them, but applying
 * the file does not publish them.
 */
async function besideOneFile({ isOneFile, documents }: DocumentFolder): Promise<{ beside?: ConditionsById }> {
  const [file] = documents;
  return isOneFile && file ? { beside: (await conditionsBeside(file.path, file.body)).byId } : {};
}

function sum(changes: readonly Change[], wouldChange: number, view: 'plan' | 'diff'): string {
  if (wouldChange === 0) return 'Nothing would change.';
  const same = changes.filter((each) => each.change === 'same').length;
  return view === 'plan'
    ? `${wouldChange} would change; nothing was applied.`
    : `\n${wouldChange} ${wouldChange === 1 ? 'differs' : 'differ'}, ${same} the same.`;
}
