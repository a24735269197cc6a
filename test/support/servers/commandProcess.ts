import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inject } from 'vitest';

/** As a checkout has it: it runs the sources, and takes seconds longer to start. */
export const CHECKOUT_COMMAND = join(import.meta.dirname, '../../../cli/tripline.mjs');

/** The `tripline` command as a process of its own, as a user starts it. */
export interface CommandProcess {
  /** Its output so far, errors included. */
  readonly output: () => string;
  /** Its standard output so far. */
  readonly answer: () => string;
  /** Its log's lines that hold a text. */
  readonly lines: (text: string) => string[];
  /** The first line that holds a text, once it is there. @throws with all it wrote when it ends without */
  says(text: string): Promise<string>;
  /** Settles with its exit code when it has ended by itself. */
  readonly ended: Promise<number | null>;
  /** Stops it with a signal. @returns its exit code */
  stop(): Promise<number | null>;
  /** Sends a signal to it and to all of its process group, as a terminal does; for one with `ownGroup`. */
  interrupt(signal: NodeJS.Signals): void;
  /** Closes its output's other end, as `| head` does. */
  stopReading(): void;
  /** Ends it at once if it still runs. */
  kill(): Promise<void>;
}

/** How a command is started; every field has a default. */
export interface CommandOptions {
  /** Where `tripline.mjs` is; that of the run's compilation when absent. */
  readonly command?: string;
  /** In a process group of its own, as a shell starts it. */
  readonly ownGroup?: boolean;
}

/** Starts it with this environment and nothing of the test's own but the path. */
export function startCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  options: CommandOptions = {},
): CommandProcess {
  const command = options.command ?? join(inject('programFolder'), 'cli/tripline.mjs');
  const child = spawn(process.execPath, [command, ...args], {
    cwd: tmpdir(),
    detached: options.ownGroup === true,
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'test', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // When its output is complete, too.
  const ended = once(child, 'close').then(() => child.exitCode);
  let output = '';
  let answer = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    answer += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    output: () => output,
    answer: () => answer,
    lines: (text) => output.split('\n').filter((line) => line.includes(text)),
    async says(text) {
      let code: number | null | undefined;
      void ended.then((ending) => (code = ending));
      for (;;) {
        const line = output.split('\n').find((each) => each.includes(text));
        if (line !== undefined) return line;
        if (code !== undefined) throw new Error(`tripline ${args.join(' ')} ended with ${code}:\n${output}`);
        await pause(50);
      }
    },
    ended,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
    interrupt: (signal) => void process.kill(-child.pid!, signal),
    stopReading: () => void child.stdout.destroy(),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await ended;
    },
  };
}
