import type { Command } from 'commander';
import type {
  ApplyOptions,
  BacktestOptions,
  DraftOptions,
  HistoryOptions,
  PlanOptions,
  PullOptions,
} from '../documents/index.ts';
import { fleetOption, withFleet } from './options.ts';
import type { ApiOptions, Finish } from './options.ts';

/** What `--prune` is about. */
const PRUNED = 'documents without a file here (rules; other kinds only if DIR has their folder)';

/** `tripline rules …`. Each command is loaded when it is called. */
export function addRules(program: Command, finish: Finish): void {
  const rules = program.command('rules').description('manage rules and other documents as files');
  rules
    .command('lint')
    .argument('<path...>', 'a folder of documents, or files of documents; -: the standard input')
    .option('--json', 'print JSON')
    .description('check files of documents; reports file, line, JSON pointer, error and allowed values')
    .action(async (paths: string[], options: ApiOptions) =>
      finish(await (await import('../lint/lint.ts')).lintRules(paths, options)),
    );
  rules
    .command('test')
    .argument('<path>', 'a folder of rules, or one rule file')
    .option('--json', 'print JSON')
    .description('run the tests in NAME.test.json beside each rule')
    .action(async (path: string, options: ApiOptions) =>
      finish(await (await import('../lint/test.ts')).testRules(path, options)),
    );
  addRuleFiles(rules, finish);
  addRuleLife(rules, finish);
}

/** Commands about one rule of the fleet, by its id. */
function addRuleLife(rules: Command, finish: Finish): void {
  const command = (name: string): Command =>
    withFleet(rules.command(name).argument('<id>', 'the id of a rule'));
  command('history')
    .description('list the versions of a rule: who published what, when and why')
    .action(async (id: string, options: HistoryOptions) =>
      finish(await (await import('../documents/history.ts')).showHistory(id, options)),
    );
  command('rollback')
    .argument('<version>', 'the version to go back to')
    .requiredOption('--why <text>', 'the reason, for the history')
    .description('roll back: publish an earlier version of a rule again, as a new one')
    .action(async (id: string, version: string, options: HistoryOptions) =>
      finish(await (await import('../documents/history.ts')).rollBackRule({ id, version }, options)),
    );
  withFleet(rules.command('draft').argument('<file>', 'a rule file; -: the standard input'))
    .option(
      '--shadow-copy',
      'also run a copy of the draft in shadow beside the published rule; it sends nothing',
    )
    .option('--why <text>', 'with --shadow-copy: the reason, for the history')
    .description('save a file as the draft of its rule, without publishing')
    .action(async (file: string, options: DraftOptions) =>
      finish(await (await import('../documents/draft.ts')).draftRule(file, options)),
    );
  command('discard')
    .option('--why <text>', 'the reason, for the audit log')
    .description('discard the draft of a rule; the published version stays')
    .action(async (id: string, options: HistoryOptions) =>
      finish(await (await import('../documents/draft.ts')).discardDraft(id, options)),
    );
  command('comparison')
    .description('compare the alerts of a rule with those of its shadow copies')
    .action(async (id: string, options: ApiOptions) =>
      finish(await (await import('../documents/comparison.ts')).showComparison(id, options)),
    );
}

/** Commands about a folder of documents and the fleet they belong to. */
function addRuleFiles(rules: Command, finish: Finish): void {
  const command = (name: string): Command =>
    withFleet(
      rules
        .command(name)
        .argument(
          '<dir>',
          `a folder of rules, or of rules and other documents${name === 'pull' ? '' : '; or one file; -: the standard input'}`,
        ),
    );
  for (const name of ['diff', 'plan'] as const)
    command(name)
      .option('--prune', `also show what apply --prune would retire: ${PRUNED}`)
      .option('--exit-code', 'exit with 1 when something differs')
      .option('--refuse-drift', 'exit with 1 when others published since this folder was applied or pulled')
      .option('--from <date>', 'with --to: also back-test the changes on stored trips from this day on')
      .option('--to <date>', 'last day, included')
      .option('--max-alerts-per-day <n>', 'exit with 1 when a changed rule has more alerts on any day')
      .description(
        name === 'diff'
          ? 'show how files differ from published versions, field by field'
          : 'show what apply would do (uses TRIPLINE_URL and TRIPLINE_TOKEN)',
      )
      .action(async (dir: string, options: PlanOptions) => {
        const { diffRules, planRules } = await import('../documents/plan.ts');
        finish(await (name === 'diff' ? diffRules : planRules)(dir, options));
      });
  command('apply')
    .option('--prune', `also retire ${PRUNED}`)
    .option('--dry-run', 'only show what would change')
    .option('--refuse-drift', 'apply nothing when others published since this folder was applied or pulled')
    .option('--why <text>', 'the reason, for the history')
    .description('publish what differs (uses TRIPLINE_URL and TRIPLINE_TOKEN)')
    .action(async (dir: string, options: ApplyOptions) =>
      finish(await (await import('../documents/apply.ts')).applyRules(dir, options)),
    );
  command('pull')
    .option('--force', 'also overwrite files that were changed here')
    .description('write published documents as files, with the schema for editors')
    .action(async (dir: string, options: PullOptions) =>
      finish(await (await import('../documents/pull.ts')).pullRules(dir, options)),
    );
  rules
    .command('backtest')
    .argument('<file>', 'a rule file; -: the standard input')
    .requiredOption('--from <date>', 'first day, such as 2026-03-01, on the fleet’s calendar')
    .requiredOption('--to <date>', 'last day, included')
    .addOption(fleetOption())
    .option('--utc', 'print the times of examples in UTC; days and hours stay the fleet’s')
    .option('--max-alerts-per-day <n>', 'exit with 1 when any day has more alerts')
    .option(
      '--sweep <pointer>',
      'also try observed values in the place of one number, such as /conditions/all/0/value',
    )
    .option('--json', 'print JSON')
    .description(
      'back-test a rule on stored trips: what it would have sent (uses TRIPLINE_URL and TRIPLINE_TOKEN)',
    )
    .action(async (file: string, options: BacktestOptions) =>
      finish(await (await import('../documents/backtest.ts')).backtestRule(file, options)),
    );
}
