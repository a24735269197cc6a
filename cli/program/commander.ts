import { Argument, Option } from 'commander';
import type { Command } from 'commander';
import { keyOf } from '../declaration/index.ts';
import type {
  Declared,
  DeclaredCall,
  DeclaredCommand,
  Option as DeclaredOption,
} from '../declaration/index.ts';

/** Function that receives the exit code of a command that ran. */
export type Finish = (code: number) => void;

/** Adds declared commands to a program. A command's code is loaded when the command runs. */
export function addDeclared(program: Command, declared: readonly Declared[], finish: Finish): void {
  for (const each of declared) {
    if (each.kind === 'group') {
      addDeclared(program.command(each.name).description(each.about), each.commands, finish);
      continue;
    }
    const isDefault = each.kind === 'call' && each.isDefault === true;
    const command = program.command(each.name, { isDefault }).description(each.about);
    const options = optionsOf(each);
    for (const option of options) addOption(command, option);
    addCommonOptions(command, each);
    command.action(async (...given: unknown[]) => {
      const { runDeclared } = await import('./run.ts');
      const names = options.map(({ flags }) => flags).filter(isArgument);
      const values = Object.fromEntries(names.map((name, index) => [keyOf(name), given[index]]));
      finish(await runDeclared(each, { ...command.opts(), ...values }));
    });
  }
}

/** Returns all options of a command. Those of the path are first. */
function optionsOf(declared: DeclaredCall | DeclaredCommand): readonly DeclaredOption[] {
  if (declared.kind === 'command') return Object.values(declared.options ?? {});
  const { params, query, body, given } = declared;
  return [params, query, body, given].flatMap((each) => Object.values(each ?? {}));
}

function addCommonOptions(command: Command, declared: DeclaredCall | DeclaredCommand): void {
  const isCall = declared.kind === 'call';
  const takes = isCall ? (declared.isTimeless ? 'timeless' : 'fleet') : declared.takes;
  // The default is chosen right before the command runs, because choosing it reads files.
  if (takes !== undefined)
    command.option(
      '--fleet <id>',
      'the fleet (default: FLEET_ID, else that of tripline login, else default)',
    );
  if (takes === 'fleet') command.option('--utc', 'read and print times in UTC, not on the fleet’s clock');
  if (isCall || !declared.isPlain) command.option('--json', 'print JSON');
}

function addOption(command: Command, declared: DeclaredOption): void {
  const { flags, about, isRequired, standard, kind } = declared;
  if (isArgument(flags)) {
    const argument = new Argument(flags, about);
    if (kind === 'choice') argument.choices(declared.choices);
    command.addArgument(argument);
    return;
  }
  const option = new Option(flags, about);
  if (kind === 'choice') option.choices(declared.choices);
  if (kind === 'several')
    option.argParser((value: string, before: readonly string[] = []) => [...before, value]);
  if (isRequired) option.makeOptionMandatory();
  if (standard !== undefined) option.default(standard);
  command.addOption(option);
}

function isArgument(flags: string): boolean {
  return flags.startsWith('<') || flags.startsWith('[');
}
