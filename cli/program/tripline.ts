import { Argument, Command, Help } from 'commander';
import type { OutputConfiguration } from 'commander';
import type { SignInSurroundings } from '../commands/index.ts';
import type { Shell } from '../completion/index.ts';
import type { CodecOptions } from '../dev/index.ts';
import { addEscalation } from './escalation.ts';
import { addDeletions, addIncidents, addSilences } from './incidents.ts';
import { several } from './options.ts';
import type { ApiOptions, Finish } from './options.ts';
import { addDigests, addDrivers, addWebhooks } from './people.ts';
import { addRules } from './rules.ts';
import { addSignIn } from './signIn.ts';
import { addAlerts, addBackfill, addCoverage, addTrips, addWhy } from './trips.ts';

/** What the program needs of the process that it runs in. */
export interface ProgramSurroundings {
  readonly version: string;
  readonly finish: Finish;
  /** Reads configuration and the stored token, once a command is about to run. */
  readonly prepare: (command: Command) => Promise<void>;
  readonly signedIn: () => SignInSurroundings;
  /** Where help and errors go; the process's own streams when absent. */
  readonly output?: OutputConfiguration;
}

const plainHelp = new Help();

/** Declares the whole command line. Each command is loaded when it is called: help and completion stay fast. */
export function declareProgram({ finish, ...process }: ProgramSurroundings): Command {
  const program = new Command('tripline')
    .description('Evaluates scored trips with your rules, and sends alerts.')
    .version(process.version)
    .showSuggestionAfterError()
    // Commander refuses a command without such an option, and its help does not say so.
    .configureHelp({
      optionDescription: (option) =>
        `${plainHelp.optionDescription(option)}${option.mandatory ? ' (required)' : ''}`,
    })
    .configureOutput(process.output ?? {})
    // A shell asks for its script whenever it starts, and that needs nothing.
    .hook('preAction', (_program, action) =>
      action.name() === 'completion' ? undefined : process.prepare(action),
    )
    .exitOverride();
  addRoles(program, finish);
  addSignIn(program, finish, process.signedIn);
  addRules(program, finish);
  addTrips(program, finish);
  addAlerts(program, finish);
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
  addCompletion(program, finish);
  complete(program, 'tripline');
  // Last, so that commands do not inherit it: `--version` behind a command is the command's own, not the program's.
  return program.enablePositionalOptions();
}

/** `dev`, `serve`, `worker`, `codec` and `doctor`. */
function addRoles(program: Command, finish: Finish): void {
  program
    .command('dev')
    .description(
      'run everything in one process on embedded defaults; without an analytics service, in the sandbox',
    )
    .action(async () => finish(await (await import('../dev/dev.ts')).dev()));
  program
    .command('serve')
    .description(
      'run the web server (needs DATABASE_URL and TEMPORAL_ADDRESS, and SMTP_URL and SLACK_BOT_TOKEN set or off)',
    )
    .action(async () => finish(await (await import('../dev/roles.ts')).serve()));
  program
    .command('worker')
    .description(
      'run a Temporal worker (needs DATABASE_URL and TEMPORAL_ADDRESS, and SMTP_URL and SLACK_BOT_TOKEN set or off)',
    )
    .action(async () => finish(await (await import('../dev/roles.ts')).work()));
  program
    .command('codec')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on; 0: any free one', '8081')
    .option(
      '--origin <origin>',
      'address of Temporal’s UI, whose pages may ask, such as https://temporal.example.com (repeatable)',
      several,
    )
    .description(
      'run a codec server, which decrypts payloads for Temporal’s UI and command line (needs PAYLOAD_ENCRYPTION_KEYS and CODEC_TOKENS)',
    )
    .action(async (options: CodecOptions) => finish(await (await import('../dev/codec.ts')).codec(options)));
  program
    .command('doctor')
    .description(
      'check configuration, Temporal, database, analytics key, Slack scopes, SMTP and the servers of maps',
    )
    .option('--json', 'print JSON')
    .action(async (options: ApiOptions) =>
      finish(await (await import('../doctor/doctor.ts')).doctor(options)),
    );
}

/** `tripline completion`: made from the declarations above, and from its own. */
function addCompletion(program: Command, finish: Finish): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'the shell that reads the script').choices(['bash', 'zsh', 'fish']))
    .description('print a script that completes commands, options and values in a shell')
    .action(async (shell: Shell) => {
      const { completionScript } = await import('../completion/index.ts');
      process.stdout.write(completionScript(shell, program));
      finish(0);
    });
}

/** What every command has: `--json`, and errors that point to that command's own help. */
function complete(command: Command, name: string): void {
  const isGroup = command.commands.length > 0;
  command.showHelpAfterError(`(${name} --help ${isGroup ? 'lists the commands' : 'shows its options'})`);
  if (!isGroup && !command.options.some(({ long }) => long === '--json'))
    command.option('--json', 'report an error as JSON');
  for (const each of command.commands) complete(each, `${name} ${each.name()}`);
}
