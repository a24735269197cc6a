import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { CommandError } from './command.ts';

/** How a command that changes much is confirmed. */
export interface Confirmation {
  /** What to type, as a question: `Type the driver's id to erase`. */
  readonly question: string;
  /** What has to be typed. */
  readonly answer: string;
  /** `--yes`: nothing is asked. */
  readonly yes: boolean;
  /** What the command would do, for whoever is not asked: `erases the driver`. */
  readonly does: string;
}

/** Whether a person can be asked: both ends are a terminal. */
function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/**
 * Asks a person to confirm; `--yes` confirms without asking. The question goes to the error stream, so that the output stays
 * what the command prints.
 * @throws CommandError (exit code 2) where nobody can be asked, or something else was typed
 */
export async function confirm({ question, answer, yes, does }: Confirmation): Promise<void> {
  if (yes) return;
  if (!canAsk()) throw new CommandError(`This ${does} and asks first, but this is no terminal: add --yes.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // The end of the input answers nothing.
    const typed = await Promise.race([lines.question(`${question}: `), once(lines, 'close').then(() => '')]);
    if (typed.trim() !== answer) throw new CommandError('Not confirmed: nothing was changed.');
  } finally {
    lines.close();
  }
}
