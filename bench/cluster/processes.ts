import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** A process that the bench started, whose log goes to a file. */
export interface Started {
  readonly pid: number;
  /** The line by which it said that it is ready. */
  readonly ready: string;
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 120_000;

/**
 * Starts a Node process and waits until it writes a line that holds `ready`.
 * @throws with the end of what it wrote when it ends before that, or takes too long
 */
export async function startProcess(args: {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly ready: string;
  readonly logFile: string;
}): Promise<Started> {
  const child = spawn(process.execPath, args.command, {
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...args.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(args.logFile);
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  let written = '';
  const note = (chunk: Buffer): void => void (written = (written + chunk.toString()).slice(-65_536));
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  for (const until = Date.now() + READY_WITHIN_MS; ; await pause(50)) {
    const ready = written.split('\n').find((line) => line.includes(args.ready));
    if (ready !== undefined) {
      child.stdout.off('data', note);
      child.stderr.off('data', note);
      return { pid: child.pid!, ready, stop: () => end(child) };
    }
    if (Date.now() < until && !hasEnded(child)) continue;
    await end(child);
    throw new Error(`${args.name} did not become ready:\n${written.slice(-2_000)}`);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
  await exited;
  clearTimeout(timer);
}

/** Clock ticks a second in /proc, the same on every Linux that Node runs on. */
const TICKS_A_SECOND = 100;

/**
 * Processor time that a process has used so far, in milliseconds, user and system, with that of the processes it started and waited for.
 * NaN where the system does not say (it is read from /proc).
 */
async function processorMs(pid: number): Promise<number> {
  const fields = await statOf(pid);
  if (fields === undefined) return Number.NaN;
  // utime, stime, cutime, cstime: fields 14 to 17 of proc(5), of which the first two are the id and the name.
  return (fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND) * 1_000;
}

/** The same of a process and all processes it has started that still run: PostgreSQL's backends, for example. */
export async function processorMsOfTree(pid: number): Promise<number> {
  const own = await processorMs(pid);
  const children = await childrenOf(pid);
  const parts = await Promise.all(children.map(processorMs));
  return own + parts.filter((ms) => !Number.isNaN(ms)).reduce((sum, ms) => sum + ms, 0);
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter(Number.isInteger);
  const found = await Promise.all(pids.map(async (pid) => ({ pid, stat: await statOf(pid) })));
  return found.filter(({ stat }) => Number(stat?.[1]) === parent).map(({ pid }) => pid);
}

/** The fields after the name, which is in brackets and may hold spaces. */
async function statOf(pid: number): Promise<readonly string[] | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}
