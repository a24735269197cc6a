import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { CommandError } from './command.ts';

/** The confirmation of a command that changes much. */
export interface Confirmation {
  /** Prompt that says what to type: `Type the driver's id to erase`. */
  readonly question: string;
  /** Text that has to be typed. */
  readonly answer: string;
  /** `--yes`: confirms without a prompt. */
  readonly yes: boolean;
  /** Effect of the command, for the error without a terminal: `erases the driver`. */
  readonly does: string;
}

/** Returns whether a person can confirm: input and error stream have to be a terminal. */
function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/**
 * Prompts a person to confirm; `--yes` confirms without a prompt. The prompt is on the error stream, so that the output holds
 * only the command's result.
 * @throws CommandError (exit code 2) without a terminal, or when something else was typed
 */
export async function confirm({ question, answer, yes, does }: Confirmation): Promise<void> {
  if (yes) return;
  if (!canAsk()) throw new CommandError(`This ${does} and asks first, but this is no terminal: add --yes.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // If the input ends, the answer is empty.
    const typed = await Promise.race([lines.question(`${question}: `), once(lines, 'close').then(() => '')]);
    if (typed.trim() !== answer) throw new CommandError('Not confirmed: nothing was changed.');
  } finally {
    lines.close();
  }
}
