import { readFileSync } from 'node:fs';
import { Command, CommanderError, Help, Option } from 'commander';
import { ConfigError, loadDotEnv, ownAddress, readToken } from '../config.ts';
import {
  addDeletions,
  addDigests,
  addDrivers,
  addEscalation,
  addIncidents,
  addSignIn,
  addSilences,
  addWebhooks,
} from './commands/index.ts';
import type { BackfillOptions, CoverageOptions, SignInSurroundings, WhyOptions } from './commands/index.ts';
import { addRules } from './documents/index.ts';
import type { ApiOptions, Finish } from './documents/index.ts';
import {
  CommandError,
  EXIT,
  contextOf,
  contextsFile,
  createTerminal,
  fleetOption,
  stopWithoutReader,
  utcOption,
  useFleet,
  useUtc,
  withFleet,
} from './terminal/index.ts';

const plainHelp = new Help();

/**
 * Runs the `tripline` command.
 * @param argv as in `process.argv`
 * @returns 0: all well; 1: it found problems; 2: it could not run
 */
export async function main(argv: readonly string[]): Promise<number> {
  for (const stream of [process.stdout, process.stderr]) endWithReader(stream);
  loadDotEnv(process.cwd());
  let exitCode: number = EXIT.ok;
  try {
    const signedIn = useSignIn();
    const program = build((code) => (exitCode = code), signedIn);
    await program.parseAsync([...argv]);
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.couldNotRun;
    const isExpected = error instanceof CommandError || error instanceof ConfigError;
    createTerminal(process.stderr).line(
      `tripline: ${isExpected || !(error instanceof Error) ? String((error as Error).message ?? error) : (error.stack ?? error.message)}`,
    );
    return error instanceof CommandError ? error.exitCode : EXIT.couldNotRun;
  }
}

/**
 * Which server is asked, and with which token: `TRIPLINE_URL` and `TRIPLINE_TOKEN` win over what `tripline login` stored. With
 * neither, it is the Tripline that is configured here: on this machine, whatever it is called outside.
 */
function useSignIn(): SignInSurroundings {
  const environment = { XDG_CONFIG_HOME: process.env['XDG_CONFIG_HOME'] };
  const givenToken = readToken();
  const url = process.env['TRIPLINE_URL'] || undefined;
  const context = givenToken === undefined ? contextOf(contextsFile(environment), url) : undefined;
  process.env['TRIPLINE_URL'] = url ?? context?.server ?? ownAddress(process.env);
  const token = givenToken ?? context?.token;
  if (token !== undefined) process.env['TRIPLINE_TOKEN'] = token;
  useFleet(context?.fleet);
  const server = process.env['TRIPLINE_URL'].replace(/\/+$/, '');
  return { server, environment, ...(givenToken !== undefined && { givenToken }) };
}

/** Each command is loaded when it is called: help stays fast. */
function build(finish: Finish, signedIn: SignInSurroundings): Command {
  const program = new Command('tripline')
    .description('Evaluates scored trips with your rules, and sends alerts.')
    .version(readVersion())
    .showSuggestionAfterError()
    // Commander refuses a command without such an option, and its help does not say so.
    .configureHelp({
      optionDescription: (option) =>
        `${plainHelp.optionDescription(option)}${option.mandatory ? ' (required)' : ''}`,
    })
    .hook('preAction', (_program, action) => useUtc(action.opts<{ utc?: boolean }>().utc === true))
    .exitOverride();
  program
    .command('dev')
    .description(
      'run everything in one process on embedded defaults; without an analytics service, in the sandbox',
    )
    .action(async () => finish(await (await import('./dev/dev.ts')).dev()));
  program
    .command('serve')
    .description(
      'run the web server (needs DATABASE_URL and TEMPORAL_ADDRESS, and SMTP_URL and SLACK_BOT_TOKEN set or off)',
    )
    .action(async () => finish(await (await import('./dev/roles.ts')).serve()));
  program
    .command('worker')
    .description(
      'run a Temporal worker (needs DATABASE_URL and TEMPORAL_ADDRESS, and SMTP_URL and SLACK_BOT_TOKEN set or off)',
    )
    .action(async () => finish(await (await import('./dev/roles.ts')).work()));
  program
    .command('doctor')
    .description(
      'check configuration, Temporal, database, analytics key, Slack scopes, SMTP and the servers of maps',
    )
    .option('--json', 'print JSON')
    .action(async (options: ApiOptions) =>
      finish(await (await import('./doctor/doctor.ts')).doctor(options)),
    );
  addSignIn(program, finish, () => signedIn);
  addRules(program, finish);
  addTrips(program, finish);
  addWhy(program, finish);
  addIncidents(program, finish);
  addDeletions(program, finish);
  addSilences(program, finish);
  addDrivers(program, finish);
  addDigests(program, finish);
  addBackfill(program, finish);
  addCoverage(program, finish);
  addEscalation(program, finish);
  addWebhooks(program, finish);
  pointToHelp(program, 'tripline');
  // Last, so that commands do not inherit it: `--version` behind a command is the command's own, not the program's.
  return program.enablePositionalOptions();
}

/** A mistake in a command points to that command's own help. */
function pointToHelp(command: Command, name: string): void {
  const what = command.commands.length > 0 ? 'lists the commands' : 'shows its options';
  command.showHelpAfterError(`(${name} --help ${what})`);
  for (const each of command.commands) pointToHelp(each, `${name} ${each.name()}`);
}

function addTrips(program: Command, finish: Finish): void {
  const trips = program.command('trips').description('trips and their decisions');
  const command = (name: string): Command =>
    withFleet(trips.command(name).argument('<driver>').argument('<trip>'));
  command('explain')
    .option('--rule <rule>', 'only this rule by its id; or a file, to simulate its rule')
    .description('explain why each rule matched or not')
    .action(async (driver: string, trip: string, options: ApiOptions & { rule?: string }) =>
      finish(await (await import('./commands/trips.ts')).explainTrip({ driver, trip }, options)),
    );
  command('replay')
    .option('--effects', 'also send deliveries that were not sent')
    .option('--why <text>', 'the reason, for the audit log')
    .description('replay a trip: read and evaluate it again (requires the role admin)')
    .action(async (driver: string, trip: string, options: ApiOptions & { effects?: boolean; why?: string }) =>
      finish(await (await import('./commands/trips.ts')).replayTrip({ driver, trip }, options)),
    );
}

function addWhy(program: Command, finish: Finish): void {
  withFleet(program.command('why').argument('<driver>').argument('<date>').argument('<rule>'))
    .addOption(new Option('--language <language>', 'of the sentences').choices(['en', 'de']))
    .description(
      'explain why a rule sent no alert for a driver on a day (YYYY-MM-DD in the fleet’s time zone)',
    )
    .action(async (...[driver, date, rule, options]: [string, string, string, WhyOptions]) =>
      finish(await (await import('./commands/explainDay.ts')).explainDay({ driver, date, rule }, options)),
    );
}

function addBackfill(program: Command, finish: Finish): void {
  program
    .command('backfill')
    .option('--from <date>', 'first day, YYYY-MM-DD, in the fleet’s time zone')
    .option('--to <date>', 'last day, included')
    .option('--alerts', 'also evaluate trips without a decision, and send their alerts')
    .option('--detach', 'start and do not wait')
    .option('--follow <id>', 'follow a running backfill')
    .option('--cancel <id>', 'cancel a running backfill')
    .addOption(fleetOption())
    .addOption(utcOption())
    .option('--json', 'print JSON')
    .description(
      'fetch history: drivers, trips and scores; Ctrl-C leaves it running (requires the role admin)',
    )
    .action(async (options: BackfillOptions) =>
      finish(await (await import('./commands/backfill.ts')).backfill(options)),
    );
}

function addCoverage(program: Command, finish: Finish): void {
  withFleet(program.command('coverage'))
    .option('--from <date>', 'first day, YYYY-MM-DD, in the fleet’s time zone')
    .option('--to <date>', 'last day, included (default: today)')
    .description(
      'show coverage: trips known to the service and trips evaluated, by date; exits with 1 when incomplete',
    )
    .action(async (options: CoverageOptions) =>
      finish(await (await import('./commands/coverage.ts')).coverage(options)),
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

/** A stream is watched once, however often a command runs in this process. */
const watched = new WeakSet<NodeJS.WriteStream>();

/**
 * Ends the command when its output has lost its reader, as in `tripline … | head`. A command that stops what it started is
 * asked to stop; any other just ends.
 */
function endWithReader(stream: NodeJS.WriteStream): void {
  if (watched.has(stream)) return;
  watched.add(stream);
  let isOver = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    if (isOver) return;
    isOver = true;
    if (!stopWithoutReader()) process.exit();
  });
}
