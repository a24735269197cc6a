import { Argument, Command, Help } from 'commander';
import type { OutputConfiguration } from 'commander';
import { alerts } from '../alerts/index.ts';
import { backfill } from '../backfill/index.ts';
import type { Shell } from '../completion/index.ts';
import type { Declared } from '../declaration/index.ts';
import { deletions } from '../deletions/index.ts';
import { digests } from '../digests/index.ts';
import { drivers } from '../drivers/index.ts';
import { escalation } from '../escalation/index.ts';
import { why } from '../explanations/index.ts';
import { identity } from '../identity/index.ts';
import type { SignInSurroundings } from '../identity/index.ts';
import { incidents } from '../incidents/index.ts';
import { coverage } from '../reconcile/index.ts';
import { rotations, routes } from '../recipients/index.ts';
import { rules } from '../rules/index.ts';
import { silences } from '../silences/index.ts';
import { trips } from '../trips/index.ts';
import { webhooks } from '../webhooks/index.ts';
import { addDeclared } from './commander.ts';
import type { Finish } from './commander.ts';
import { roles } from './roles.ts';

/** Everything that the process passes to the program. */
export interface ProgramSurroundings {
  readonly version: string;
  readonly finish: Finish;
  /** Reads configuration and the stored token before a command runs. */
  readonly prepare: (command: Command) => Promise<void>;
  readonly signedIn: () => SignInSurroundings;
  /** Output of help and errors; absent: the process's own streams. */
  readonly output?: OutputConfiguration;
}

/** Returns the declarations of every command but `completion`, in the order of the help. */
export function declared(signedIn: () => SignInSurroundings): readonly Declared[] {
  return [
    ...roles,
    ...identity(signedIn),
    rules,
    trips,
    alerts,
    why,
    incidents,
    deletions,
    silences,
    drivers,
    digests,
    backfill,
    coverage,
    escalation,
    rotations,
    routes,
    webhooks,
  ];
}

const plainHelp = new Help();

/**
 * Declares the whole command line. The code of each command is loaded when it runs, so that help and
 * completion are fast.
 */
export function declareProgram({ finish, ...process }: ProgramSurroundings): Command {
  const program = new Command('tripline')
    .description('Evaluates scored trips with your rules, and sends alerts.')
    .version(process.version)
    .showSuggestionAfterError()
    // Commander refuses a command without a mandatory option, but its help does not mention that.
    .configureHelp({
      optionDescription: (option) =>
        `${plainHelp.optionDescription(option)}${option.mandatory ? ' (required)' : ''}`,
    })
    .configureOutput(process.output ?? {})
    // Skips the preparation for `completion`, which a shell may run at every start and which needs no configuration.
    .hook('preAction', (_program, action) =>
      action.name() === 'completion' ? undefined : process.prepare(action),
    )
    .exitOverride();
  addDeclared(program, declared(process.signedIn), finish);
  addCompletion(program, finish);
  complete(program, 'tripline');
  // This is set last, so that the commands do not inherit it. After a command, `--version` then belongs to
  // the command instead of the program.
  return program.enablePositionalOptions();
}

/** Adds `tripline completion`. Its script completes all commands, including `completion` itself. */
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

/** Adds `--json` to every command. Adds to its errors a hint at the command's own help. */
function complete(command: Command, name: string): void {
  const isGroup = command.commands.length > 0;
  command.showHelpAfterError(`(${name} --help ${isGroup ? 'lists the commands' : 'shows its options'})`);
  if (!isGroup && !command.options.some(({ long }) => long === '--json'))
    command.option('--json', 'report an error as JSON');
  for (const each of command.commands) complete(each, `${name} ${each.name()}`);
}
