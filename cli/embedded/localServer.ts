import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CommandError } from '../terminal/index.ts';

/** A server in its own process, which keeps running when the Tripline that started it is killed. */
export interface LocalServer {
  /** Name in messages such as "PostgreSQL does not stop". */
  readonly name: string;
  /** File whose first line is the process id. */
  readonly pidFile: string;
  /**
   * Text that only this server's command line contains. A process that reuses the id lacks the text, so it is
   * not stopped.
   */
  readonly mark: string;
  /** Signals that request the server's end, the mildest first. */
  readonly signals: readonly NodeJS.Signals[];
  /** Milliseconds that the server may take to end after each signal. */
  readonly endsWithinMs: number;
}

/** Returns the server's process id; undefined when the server does not run. */
export async function runningPid({ pidFile, mark }: LocalServer): Promise<number | undefined> {
  const pid = await notedPid(pidFile);
  return pid !== undefined && (await commandLine(pid)).includes(mark) ? pid : undefined;
}

/**
 * Ends the server, even if another process started it.
 * @returns whether the server was running
 * @throws CommandError when the server does not end
 */
export async function endServer(server: LocalServer): Promise<boolean> {
  const pid = await runningPid(server);
  if (pid === undefined) return false;
  for (const signal of server.signals) {
    signalTo(pid, signal);
    for (let waitedMs = 0; waitedMs < server.endsWithinMs; waitedMs += 50) {
      if ((await runningPid(server)) !== pid) return true;
      await pause(50);
    }
  }
  throw new CommandError(`${server.name} does not stop: end its process ${pid} by hand.`);
}

/** Returns the process id in a file; undefined when it holds none. */
export async function notedPid(pidFile: string): Promise<number | undefined> {
  const [first] = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  return Number.isInteger(Number(first)) && Number(first) > 1 ? Number(first) : undefined;
}

/** Sends a signal; 0 sends none. @returns whether a process has this id, including those of other users */
export function signalTo(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns a process's command line; empty for a process that is gone. */
async function commandLine(pid: number): Promise<string> {
  const ps = () => promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]);
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() =>
    ps().then(
      ({ stdout }) => stdout,
      () => '',
    ),
  );
}

/** Returns the preferred port if it is free on this machine, otherwise any free port. */
export async function freePort(preferred = 0): Promise<number> {
  const found = await tryPort({ host: '127.0.0.1', port: preferred });
  if (typeof found === 'number') return found;
  if (preferred !== 0) return freePort();
  throw new CommandError(`No port can be listened on at 127.0.0.1 (${found}).`);
}

/**
 * Checks that the port is free before anything else is started.
 * @throws CommandError when another process listens on the port
 */
export async function refuseBusyPort(at: { readonly host: string; readonly port: number }): Promise<void> {
  const { port } = at;
  // The server itself reports other problems of the address.
  if (port !== 0 && (await tryPort(at)) === 'EADDRINUSE')
    throw new CommandError(
      `Port ${port} is in use. End what listens there, or choose another one: PORT=${port === 3000 ? 3100 : port + 1} npm start`,
    );
}

/**
 * Tests an address by listening on it for a moment.
 * @returns the port, or the error's code
 */
function tryPort(at: { readonly host: string; readonly port: number }): Promise<number | string> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    probe.listen(at.port, at.host, () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}
