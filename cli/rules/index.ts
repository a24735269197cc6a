/**
 * The commands `rules`: documents as files, and the draft, versions and mode of one rule. Their code is in
 * `documents/`, `backtests/` and `lint/`.
 */
import { apiCommand, argument, command, flag, group, required, several, text } from '../declaration/index.ts';

/** Documents that `--prune` retires. */
const PRUNED = 'documents without a file here (rules; other kinds only if DIR has their folder)';
const FOLDER = 'a folder of rules, or of rules and other documents';

const id = argument('<id>', 'the id of a rule');
const dir = argument('<dir>', `${FOLDER}; or one file; -: the standard input`);
const why = text('--why <text>', 'the reason, for the history');

/** The common options of `plan` and `diff`. */
const compared = {
  dir,
  prune: flag('--prune', `also show what apply --prune would retire: ${PRUNED}`),
  exitCode: flag('--exit-code', 'exit with 1 when something differs'),
  refuseDrift: flag(
    '--refuse-drift',
    'exit with 1 when others published since this folder was applied or pulled',
  ),
  from: text('--from <date>', 'with --to: also back-test the changes on stored trips from this day on'),
  to: text('--to <date>', 'last day, included'),
  maxAlertsPerDay: text(
    '--max-alerts-per-day <n>',
    'exit with 1 when a changed rule has more alerts on any day',
  ),
};

const files = [
  command({
    name: 'lint',
    about: 'check files of documents; reports file, line, JSON pointer, error and allowed values',
    options: {
      paths: several('<path...>', 'a folder of documents, or files of documents; -: the standard input'),
    },
    run: async ({ given, isJson }) =>
      (await import('../lint/lint.ts')).lintRules(given.paths ?? [], { json: isJson }),
  }),
  command({
    name: 'test',
    about: 'run the tests in NAME.test.json beside each rule',
    options: { path: argument('<path>', 'a folder of rules, or one rule file') },
    run: async ({ given, isJson }) =>
      (await import('../lint/test.ts')).testRules(given.path, { json: isJson }),
  }),
  command({
    name: 'diff',
    about: 'show how files differ from published versions, field by field',
    takes: 'fleet',
    options: compared,
    run: async (context) => (await import('../documents/plan.ts')).compareRules(context, 'diff'),
  }),
  command({
    name: 'plan',
    about: 'show what apply would do (uses TRIPLINE_URL and TRIPLINE_TOKEN)',
    takes: 'fleet',
    options: compared,
    run: async (context) => (await import('../documents/plan.ts')).compareRules(context, 'plan'),
  }),
  command({
    name: 'apply',
    about: 'publish what differs (uses TRIPLINE_URL and TRIPLINE_TOKEN)',
    takes: 'fleet',
    options: {
      dir,
      prune: flag('--prune', `also retire ${PRUNED}`),
      dryRun: flag('--dry-run', 'only show what would change'),
      refuseDrift: flag(
        '--refuse-drift',
        'apply nothing when others published since this folder was applied or pulled',
      ),
      why,
    },
    run: async (context) => (await import('../documents/apply.ts')).applyRules(context),
  }),
  command({
    name: 'pull',
    about: 'write published documents as files, with the schema for editors',
    takes: 'fleet',
    options: {
      dir: argument('<dir>', FOLDER),
      force: flag('--force', 'also overwrite files that were changed here'),
    },
    run: async (context) => (await import('../documents/pull.ts')).pullRules(context),
  }),
  command({
    name: 'backtest',
    about: 'back-test a rule on stored trips: what it would have sent (uses TRIPLINE_URL and TRIPLINE_TOKEN)',
    takes: 'timeless',
    options: {
      file: argument('<file>', 'a rule file; -: the standard input'),
      from: required(text('--from <date>', 'first day, such as 2026-03-01, on the fleet’s calendar')),
      to: required(text('--to <date>', 'last day, included')),
      utc: flag('--utc', 'print the times of examples in UTC; days and hours stay the fleet’s'),
      maxAlertsPerDay: text('--max-alerts-per-day <n>', 'exit with 1 when any day has more alerts'),
      sweep: text(
        '--sweep <pointer>',
        'also try observed values in the place of one number, such as /conditions/all/0/value',
      ),
    },
    run: async (context) => (await import('../backtests/backtest.ts')).backtestRule(context),
  }),
];

const life = [
  command({
    name: 'history',
    about: 'list the versions of a rule: who published what, when and why',
    takes: 'fleet',
    options: { id },
    run: async (context) => (await import('../documents/history.ts')).showHistory(context),
  }),
  command({
    name: 'rollback',
    about: 'roll back: publish an earlier version of a rule again, as a new one',
    takes: 'fleet',
    options: { id, version: argument('<version>', 'the version to go back to'), why: required(why) },
    run: async (context) => (await import('../documents/rollback.ts')).rollBackRule(context),
  }),
  command({
    name: 'draft',
    about: 'save a file as the draft of its rule, without publishing',
    takes: 'fleet',
    options: {
      file: argument('<file>', 'a rule file; -: the standard input'),
      shadowCopy: flag(
        '--shadow-copy',
        'also run a copy of the draft in shadow beside the published rule; it sends nothing',
      ),
      why: text('--why <text>', 'with --shadow-copy: the reason, for the history'),
    },
    run: async (context) => (await import('../documents/draft.ts')).draftRule(context),
  }),
  apiCommand({
    name: 'discard',
    about: 'discard the draft of a rule; the published version stays',
    method: 'delete',
    path: 'rules/{id}/draft',
    params: { id },
    query: { why: text('--why <text>', 'the reason, for the audit log') },
    module: () => import('../documents/discard.ts'),
  }),
  command({
    name: 'comparison',
    about: 'compare the alerts of a rule with those of its shadow copies',
    takes: 'fleet',
    options: { id },
    run: async (context) => (await import('../documents/comparison.ts')).showComparison(context),
  }),
];

export const rules = group('rules', 'manage rules and other documents as files', [...files, ...life]);
