import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { ConfigError, loadDotEnv, publicAddress } from '../config.ts';
import { endWithReader } from './brokenPipe.ts';
import { CommandError, EXIT } from './exit.ts';
import type { ApplyOptions } from './rulesApply.ts';
import type { PlanOptions } from './rulesPlan.ts';
import type { PullOptions } from './rulesPull.ts';

/** What every command that asks the API takes. */
export interface ApiOptions {
  readonly fleet?: string;
  readonly json?: boolean;
}

/**
 * Runs the `tripline` command.
 * @param argv as in `process.argv`
 * @returns 0: all well; 1: it found problems; 2: it could not run
 */
export async function main(argv: readonly string[]): Promise<number> {
  endWithReader(process.stdout);
  loadDotEnv(process.cwd());
  // The Tripline that is configured here is the one that is asked.
  process.env['TRIPLINE_URL'] ||= publicAddress(process.env);
  let exitCode: number = EXIT.ok;
  const program = build((code) => (exitCode = code));
  try {
    await program.parseAsync([...argv]);
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.couldNotRun;
    const isExpected = error instanceof CommandError || error instanceof ConfigError;
    process.stderr.write(
      `tripline: ${isExpected || !(error instanceof Error) ? String((error as Error).message ?? error) : (error.stack ?? error.message)}\n`,
    );
    return error instanceof CommandError ? error.exitCode : EXIT.couldNotRun;
  }
}

type Finish = (code: number) => void;

/** Each command is loaded when it is called: help stays fast. */
function build(finish: Finish): Command {
  const program = new Command('tripline')
    .description('Turns scored trips into alerts that reach people: rules, durable actions, nothing lost.')
    .version(readVersion())
    .showSuggestionAfterError()
    .showHelpAfterError('(tripline --help lists the commands)')
    .exitOverride();
  program
    .command('dev')
    .description(
      'run everything in one process on embedded defaults; without an analytics service, in the sandbox',
    )
    .action(async () => finish(await (await import('./dev.ts')).dev()));
  program
    .command('serve')
    .description('run the web server (needs DATABASE_URL and TEMPORAL_ADDRESS)')
    .action(async () => finish(await (await import('./roles.ts')).serve()));
  program
    .command('worker')
    .description('run a Temporal worker (needs DATABASE_URL and TEMPORAL_ADDRESS)')
    .action(async () => finish(await (await import('./roles.ts')).work()));
  program
    .command('doctor')
    .description('check configuration, Temporal, database, analytics key, Slack scopes and SMTP')
    .option('--json', 'print JSON')
    .action(async (options: ApiOptions) => finish(await (await import('./doctor.ts')).doctor(options)));
  addRules(program, finish);
  addTrips(program, finish);
  return program;
}

function addRules(program: Command, finish: Finish): void {
  const rules = program.command('rules').description('rules as files');
  rules
    .command('lint')
    .argument('<path...>', 'a folder of rules, or rule files')
    .option('--json', 'print JSON')
    .description('check rule files: file, line, JSON pointer, what is wrong, what is allowed')
    .action(async (paths: string[], options: ApiOptions) =>
      finish(await (await import('./rulesLint.ts')).lintRules(paths, options)),
    );
  rules
    .command('test')
    .argument('<path>', 'a folder of rules, or one rule file')
    .option('--json', 'print JSON')
    .description('run the NAME.test.json beside each rule: what it must do with which trip')
    .action(async (path: string, options: ApiOptions) =>
      finish(await (await import('./rulesTest.ts')).testRules(path, options)),
    );
  addRuleFiles(rules, finish);
}

/** Commands about a folder of documents and the fleet they belong to. */
function addRuleFiles(rules: Command, finish: Finish): void {
  const command = (name: string): Command =>
    rules
      .command(name)
      .argument('<dir>', 'a folder of rules')
      .option('--fleet <id>', 'the fleet', process.env['FLEET_ID'] ?? 'default')
      .option('--json', 'print JSON');
  for (const name of ['diff', 'plan'] as const)
    command(name)
      .option('--prune', 'as if rules that have no file were removed, too')
      .option('--exit-code', 'end with 1 when something differs')
      .option('--refuse-drift', 'end with 1 when others published since this folder was applied or pulled')
      .description(
        name === 'diff'
          ? 'how files differ from what counts, field by field'
          : 'what apply would do (uses TRIPLINE_URL and TRIPLINE_TOKEN)',
      )
      .action(async (dir: string, options: PlanOptions) => {
        const { diffRules, planRules } = await import('./rulesPlan.ts');
        finish(await (name === 'diff' ? diffRules : planRules)(dir, options));
      });
  command('apply')
    .option('--prune', 'also remove rules that have no file')
    .option('--dry-run', 'only say what would change')
    .option('--refuse-drift', 'apply nothing when others published since this folder was applied or pulled')
    .option('--why <text>', 'the reason, for the history')
    .description('publish what differs (uses TRIPLINE_URL and TRIPLINE_TOKEN)')
    .action(async (dir: string, options: ApplyOptions) =>
      finish(await (await import('./rulesApply.ts')).applyRules(dir, options)),
    );
  command('pull')
    .option('--force', 'also write over files that were changed here')
    .description('write what counts as files, with the schema for editors')
    .action(async (dir: string, options: PullOptions) =>
      finish(await (await import('./rulesPull.ts')).pullRules(dir, options)),
    );
}

function addTrips(program: Command, finish: Finish): void {
  const trips = program.command('trips').description('trips and their decisions');
  trips
    .command('explain')
    .argument('<driver>')
    .argument('<trip>')
    .option('--fleet <id>', 'the fleet', process.env['FLEET_ID'] ?? 'default')
    .option('--json', 'print JSON')
    .description('why did each rule fire, or not')
    .action(async (driver: string, trip: string, options: ApiOptions) =>
      finish(await (await import('./trips.ts')).explainTrip({ driver, trip }, options)),
    );
  trips
    .command('replay')
    .argument('<driver>')
    .argument('<trip>')
    .option('--fleet <id>', 'the fleet', process.env['FLEET_ID'] ?? 'default')
    .option('--effects', 'also send what the ledger does not show as sent')
    .option('--json', 'print JSON')
    .description('read a trip again and decide again')
    .action(async (driver: string, trip: string, options: ApiOptions & { effects?: boolean }) =>
      finish(await (await import('./trips.ts')).replayTrip({ driver, trip }, options)),
    );
}

function readVersion(): string {
  for (const path of ['../package.json', '../../package.json']) {
    try {
      return (JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as { version: string })
        .version;
    } catch {
      // The compiled command lies one folder deeper.
    }
  }
  return 'unknown';
}
