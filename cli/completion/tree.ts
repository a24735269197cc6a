import type { Argument, Command, Option } from 'commander';

/** A command or a group of commands, with everything that may follow its name. */
export interface CompletedCommand {
  /** The words after `tripline`, such as `trips list`; empty for the program. */
  readonly place: string;
  /** Commands of a group; empty for a command. */
  readonly commands: readonly { readonly name: string; readonly help: string }[];
  readonly options: readonly CompletedOption[];
  /** Values of each argument, in order. */
  readonly values: readonly Values[];
  /** Whether the last argument may be repeated. */
  readonly isRepeated: boolean;
}

/** An option with its values. */
export interface CompletedOption {
  /** Names such as `-h` and `--help`. */
  readonly flags: readonly string[];
  readonly help: string;
  /** Values that may follow the option; absent for an option that takes none. */
  readonly values?: Values;
}

/** Values of a closed set, files of this machine, or values that only the person knows. */
export type Values = readonly string[] | 'files' | 'free';

/** Names of arguments and values that may be files or folders. */
const FILES = new Set(['file', 'path', 'dir', 'rule']);

/** Returns every command and group of a program. The program itself is the first. */
export function completedCommands(program: Command): readonly CompletedCommand[] {
  return commandsBelow(program, '');
}

function commandsBelow(command: Command, place: string): readonly CompletedCommand[] {
  const help = command.createHelp();
  const own = {
    place,
    commands: help
      .visibleCommands(command)
      .map((each) => ({ name: each.name(), help: brief(each.description()) })),
    options: help.visibleOptions(command).map(completedOption),
    values: command.registeredArguments.map((each) => valuesOf(each.name(), each)),
    isRepeated: command.registeredArguments.at(-1)?.variadic === true,
  };
  return [own, ...command.commands.flatMap((each) => commandsBelow(each, `${place} ${each.name()}`.trim()))];
}

function completedOption(option: Option): CompletedOption {
  const takesValue = option.required || option.optional;
  const name = /[<[]([\w-]+)/.exec(option.flags)?.[1] ?? '';
  return {
    flags: [option.short, option.long].filter((flag) => flag !== undefined && flag !== null),
    help: brief(option.description),
    ...(takesValue && { values: valuesOf(name, option) }),
  };
}

function valuesOf(name: string, { argChoices }: Pick<Argument | Option, 'argChoices'>): Values {
  return argChoices ?? (FILES.has(name) ? 'files' : 'free');
}

/** Returns a help text up to its first semicolon or parenthesis, because each candidate has only one line. */
function brief(text: string): string {
  return (/^[^;(]*/.exec(text)?.[0] ?? text).trim();
}
