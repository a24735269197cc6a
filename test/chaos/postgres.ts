import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Victim } from './victim.ts';

const execute = promisify(execFile);
const STARTS_WITHIN_MS = 150_000;

/** A PostgreSQL server with its own data folder and port, to which faults can be done. */
export class ChaosPostgres implements Victim {
  readonly name = 'postgres';
  readonly #dataDir: string;
  readonly #holder: string;
  #port = 0;
  #folder = '';
  #url = '';
  #starting: Promise<void> | undefined;
  #isWanted = true;
  #frozen: number[] = [];

  /** @param holder a script that starts the embedded PostgreSQL on a folder and prints its URL */
  constructor(dataDir: string, holder: string) {
    this.#dataDir = dataDir;
    this.#holder = holder;
  }

  get url(): string {
    return this.#url;
  }

  /** Creates the database and starts it. */
  async begin(port: number): Promise<void> {
    await mkdir(this.#dataDir, { recursive: true });
    await chmod(this.#dataDir, 0o755);
    this.#port = port;
    await this.#start();
    if (new URL(this.#url).port !== String(port)) throw new Error(`PostgreSQL did not take port ${port}.`);
    const client = new Client({ connectionString: this.#url });
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    this.#folder = rows[0]!.data_directory;
    await client.end();
  }

  async kill(downMs: number): Promise<void> {
    const postmaster = await this.#postmaster();
    if (postmaster !== undefined) await endAndWait(postmaster, 'SIGKILL');
    await pause(downMs);
    await this.heal();
  }

  /** Restarts the server as an administrator does: it closes connections and loses no data. */
  async restart(): Promise<void> {
    const postmaster = await this.#postmaster();
    if (postmaster !== undefined) await endAndWait(postmaster, 'SIGINT');
    await this.heal();
  }

  async freeze(ms: number): Promise<void> {
    const postmaster = await this.#postmaster();
    if (postmaster === undefined) return;
    this.#frozen = [postmaster, ...(await childrenOf(postmaster))];
    for (const pid of this.#frozen) signal(pid, 'SIGSTOP');
    await pause(ms);
    this.#thaw();
  }

  async heal(): Promise<void> {
    this.#thaw();
    // Starting it again would end the running server.
    if (!this.#isWanted || (await this.#postmaster()) !== undefined) return;
    this.#starting ??= this.#start().finally(() => (this.#starting = undefined));
    await this.#starting;
  }

  async end(): Promise<void> {
    this.#isWanted = false;
    this.#thaw();
    await this.#starting?.catch(() => undefined);
    const postmaster = await this.#postmaster();
    // Its data is no longer needed.
    if (postmaster !== undefined) await endAndWait(postmaster, 'SIGQUIT');
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true });
  }

  #thaw(): void {
    for (const pid of this.#frozen) signal(pid, 'SIGCONT');
    this.#frozen = [];
  }

  /** Starts the server through the holder. PostgreSQL keeps running after the holder is killed. */
  async #start(): Promise<void> {
    const holder = spawn(process.execPath, [this.#holder, this.#dataDir, String(this.#port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(holder, 'exit');
    const timer = setTimeout(() => holder.kill('SIGKILL'), STARTS_WITHIN_MS);
    try {
      let said = '';
      for await (const chunk of holder.stdout) {
        said += String(chunk);
        if (said.includes('\n')) break;
      }
      if (!said.includes('\n')) throw new Error('PostgreSQL did not start.');
      this.#url = (JSON.parse(said) as { url: string }).url;
    } finally {
      clearTimeout(timer);
      holder.kill('SIGKILL');
      await exited;
    }
  }

  async #postmaster(): Promise<number | undefined> {
    const file = await readFile(join(this.#folder, 'postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number(file.split('\n')[0]);
    return Number.isInteger(pid) && pid > 1 && isAlive(pid) ? pid : undefined;
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const { stdout } = await execute('ps', ['-A', '-o', 'pid=,ppid=']);
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, ppid]) => ppid === parent)
    .map(([pid]) => pid!);
}

async function endAndWait(pid: number, how: NodeJS.Signals): Promise<void> {
  signal(pid, how);
  for (let waited = 0; isAlive(pid); waited += 1) {
    if (waited === 300) signal(pid, 'SIGKILL');
    await pause(100);
  }
}

/** Sends a signal, and ignores a process that has already ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
