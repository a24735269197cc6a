import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { START_LINE } from './readiness.ts';
import type { Victim } from './victim.ts';

/** The command, environment and readiness check of a process. */
export interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Working directory. */
  readonly folder: string;
  /** File to which the output of every start is appended. */
  readonly logFile: string;
  /** Whether it is ready to work; polled from its start on. */
  readonly isReady: () => Promise<boolean>;
}

/** Delay between an unexpected end and the next start. */
const RESTART_AFTER_MS = 1_000;
/** Time limit for a killed process to become ready again; the fault ends then at the latest. */
const BACK_WITHIN_MS = 40_000;

/** A process that is restarted whenever it ends, as a supervisor does in production. */
export class Supervised implements Victim {
  readonly name: string;
  readonly #program: Program;
  #child: ChildProcess | undefined;
  #isWanted = false;
  #isDown = false;
  /** Times at which it ended by itself, in milliseconds since 1970. */
  readonly ends: number[] = [];

  constructor(program: Program) {
    this.name = program.name;
    this.#program = program;
  }

  start(): void {
    this.#isWanted = true;
    this.#isDown = false;
    const { command, args, environment, folder, logFile } = this.#program;
    const log = openSync(logFile, 'a');
    writeSync(log, START_LINE);
    const child = spawn(command, args, {
      env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...environment },
      cwd: folder,
      stdio: ['pipe', log, log],
    });
    closeSync(log);
    child.on('error', () => undefined);
    child.stdin?.on('error', () => undefined);
    child.once('exit', () => void this.#hasEnded(child));
    this.#child = child;
  }

  /** Writes a line to its standard input. */
  report(line: object): void {
    this.#child?.stdin?.write(`${JSON.stringify(line)}\n`);
  }

  async kill(downMs: number): Promise<void> {
    this.#isDown = true;
    await this.#killNow();
    await pause(downMs);
    await this.heal();
    await this.untilReady(BACK_WITHIN_MS);
  }

  /** Waits until it is ready, but at most `withinMs`. */
  async untilReady(withinMs: number): Promise<void> {
    const until = Date.now() + withinMs;
    while (this.#isWanted && Date.now() < until && !(await this.#program.isReady())) await pause(200);
  }

  async freeze(ms: number): Promise<void> {
    this.#child?.kill('SIGSTOP');
    await pause(ms);
    this.#child?.kill('SIGCONT');
  }

  heal(): Promise<void> {
    this.#child?.kill('SIGCONT');
    if (this.#isDown && this.#isWanted) this.start();
    return Promise.resolve();
  }

  async end(): Promise<void> {
    this.#isWanted = false;
    await this.#killNow();
  }

  async #killNow(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  async #hasEnded(child: ChildProcess): Promise<void> {
    if (child !== this.#child) return;
    this.#child = undefined;
    this.ends.push(Date.now());
    await pause(RESTART_AFTER_MS);
    if (this.#isWanted && !this.#isDown && !this.#child) this.start();
  }
}
