import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { inject } from 'vitest';

/** A process that is started, killed with -9 and started again. */
export interface Killable {
  readonly kills: number;
  start(): Promise<void>;
  /** `kill -9`, then a new start. */
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param script a file of the run's compilation, such as `test/support/servers/workerProcess.js`
 * @param ready is looked for in its output before a start counts as done
 */
export function killable(
  script: string,
  options: {
    readonly args?: readonly string[];
    readonly environment: Readonly<Record<string, string>>;
    readonly ready: RegExp;
  },
): Killable {
  let child: ChildProcess | undefined;
  let kills = 0;
  async function start(): Promise<void> {
    const path = process.env['PATH'] ?? '';
    const program = join(inject('programFolder'), script);
    const started = spawn(process.execPath, [program, ...(options.args ?? [])], {
      env: { PATH: path, HOME: process.env['HOME'] ?? '', NODE_ENV: 'test', ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    let seen = '';
    await new Promise<void>((done, fail) => {
      const check = (chunk: Buffer): void => {
        seen += chunk.toString();
        if (options.ready.test(seen)) done();
      };
      started.stdout.on('data', check);
      started.stderr.on('data', check);
      started.once('exit', (code) => fail(new Error(`${script} ended with ${code}:\n${seen.slice(-2000)}`)));
    });
    started.removeAllListeners('exit');
  }
  async function end(): Promise<void> {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const exited = once(running, 'exit');
    running.kill('SIGKILL');
    await exited;
  }
  return {
    get kills() {
      return kills;
    },
    start,
    async killAndRestart() {
      await end();
      kills += 1;
      await start();
    },
    stop: end,
  };
}
