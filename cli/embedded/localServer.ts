import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CommandError } from '../terminal/index.ts';

/** A server in a process of its own, which goes on when the Tripline that started it is killed. */
export interface LocalServer {
  /** As in "PostgreSQL does not end". */
  readonly name: string;
  /** File whose first line is its process id. */
  readonly pidFile: string;
  /** What its command line holds, and no other process's: a process that got the number later is let be. */
  readonly mark: string;
  /** What asks it to end, the mildest first. */
  readonly signals: readonly NodeJS.Signals[];
  /** How long it may take to end after each of them. */
  readonly endsWithinMs: number;
}

/** The server's process id, while it runs. */
export async function runningPid({ pidFile, mark }: LocalServer): Promise<number | undefined> {
  const pid = await notedPid(pidFile);
  return pid !== undefined && (await commandLine(pid)).includes(mark) ? pid : undefined;
}

/**
 * Ends the server, whoever started it.
 * @returns whether it ran
 * @throws CommandError when it does not end
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
  throw new CommandError(`${server.name} does not end: end its process ${pid} by hand.`);
}

/** The process id in a file, unless it holds none. */
export async function notedPid(pidFile: string): Promise<number | undefined> {
  const [first] = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  return Number.isInteger(Number(first)) && Number(first) > 1 ? Number(first) : undefined;
}

/** Sends a signal; 0 sends none. @returns whether there is a process with this number, one of another user included */
export function signalTo(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Empty for a process that is gone. */
async function commandLine(pid: number): Promise<string> {
  const ps = () => promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]);
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() =>
    ps().then(
      ({ stdout }) => stdout,
      () => '',
    ),
  );
}

/** The preferred port of this machine when it is free, otherwise any. */
export async function freePort(preferred = 0): Promise<number> {
  const found = await tryPort({ host: '127.0.0.1', port: preferred });
  if (typeof found === 'number') return found;
  if (preferred !== 0) return freePort();
  throw new CommandError(`No port can be listened on at 127.0.0.1 (${found}).`);
}

/**
 * Finds out that a port is taken before anything else is started.
 * @throws CommandError when something listens there
 */
export async function refuseBusyPort(at: { readonly host: string; readonly port: number }): Promise<void> {
  const { port } = at;
  // Whatever else may be wrong with the address is reported by the server itself.
  if (port !== 0 && (await tryPort(at)) === 'EADDRINUSE')
    throw new CommandError(
      `Port ${port} is in use. End what listens there, or choose another one: PORT=${port === 3000 ? 3100 : port + 1} npm start`,
    );
}

/** Listens for a moment. @returns the port, or the error's code */
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
