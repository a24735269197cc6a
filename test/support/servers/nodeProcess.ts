import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** A Node process that a test or a benchmark started, with what it wrote. */
export interface NodeProcess {
  readonly pid: number;
  /** Its output so far, errors included. */
  readonly output: () => string;
  /** Its standard output so far. */
  readonly answer: () => string;
  /** The lines of its output that hold a text. */
  readonly lines: (text: string) => string[];
  /** The first line that holds a text or matches, once it is there. @throws with all it wrote when it ends without */
  says(text: string | RegExp): Promise<string>;
  /** Settles with its exit code when it has ended. */
  readonly ended: Promise<number | null>;
  /** Ends it with SIGTERM, and with SIGKILL a minute later. @returns its exit code */
  stop(): Promise<number | null>;
  /** Sends a signal to it and to all of its process group, as a terminal does; for one with `ownGroup`. */
  interrupt(signal: NodeJS.Signals): void;
  /** Closes its output's other end, as `| head` does. */
  stopReading(): void;
  /** Ends it with SIGKILL if it still runs. */
  kill(): Promise<void>;
}

const STOPS_WITHIN_MS = 60_000;

/** Starts Node with these arguments, this environment and nothing of the caller's own but the path. */
export function startNode(
  args: readonly string[],
  options: {
    readonly environment: Readonly<Record<string, string>>;
    readonly cwd?: string;
    /** In a process group of its own, as a shell starts it. */
    readonly ownGroup?: boolean;
  },
): NodeProcess {
  const { environment, cwd, ownGroup = false } = options;
  const child = spawn(process.execPath, args, {
    ...(cwd !== undefined && { cwd }),
    detached: ownGroup,
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Its output is complete then, too.
  const ended = once(child, 'close').then(() => child.exitCode);
  let output = '';
  let answer = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    answer += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid!,
    output: () => output,
    answer: () => answer,
    lines: (text) => output.split('\n').filter((line) => line.includes(text)),
    async says(text) {
      const isIt = (line: string): boolean =>
        typeof text === 'string' ? line.includes(text) : text.test(line);
      let code: number | null | undefined;
      void ended.then((ending) => (code = ending));
      for (;;) {
        const line = output.split('\n').find(isIt);
        if (line !== undefined) return line;
        if (code !== undefined) throw new Error(`${args.join(' ')} ended with ${code}:\n${output}`);
        await pause(50);
      }
    },
    ended,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS);
      return ended.finally(() => clearTimeout(timer));
    },
    interrupt: (signal) => void process.kill(-child.pid!, signal),
    stopReading: () => void child.stdout.destroy(),
    async kill() {
      if (hasEnded()) return;
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The resident memory of a process in MB, read from /proc; NaN elsewhere than on Linux. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}
