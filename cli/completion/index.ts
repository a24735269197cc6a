/** Completion of the command line for shells, made from the declarations of the commands. */
import type { Command } from 'commander';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { completedCommands } from './tree.ts';
import { zshScript } from './zsh.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** A shell that completes `tripline`. */
export type Shell = keyof typeof SCRIPTS;

/** Returns the script with which a shell completes a program's commands, options and closed sets of values. */
export function completionScript(shell: Shell, program: Command): string {
  return SCRIPTS[shell](completedCommands(program));
}
