import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const COMMAND = join(import.meta.dirname, '../../cli/tripline.mjs');

/** The `tripline` command as a process of its own, as a user starts it. */
export interface CommandProcess {
  /** What it has written so far, errors included. */
  readonly output: () => string;
  /** Its log's lines that hold a text. */
  readonly lines: (text: string) => string[];
  /** Its exit code once it has ended, `undefined` while it runs. */
  readonly exitCode: () => number | undefined;
  /** Asks it to stop; its exit code. */
  stop(): Promise<number | null>;
  /** Ends it at once if it still runs. */
  kill(): Promise<void>;
}

/** Starts it with this environment and nothing of the test's own but the path. */
export function startCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): CommandProcess {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'test', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    output: () => output,
    lines: (text) => output.split('\n').filter((line) => line.includes(text)),
    exitCode: () => child.exitCode ?? undefined,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      return child.exitCode;
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await exited;
    },
  };
}
