import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { CommandError, EXIT, createApiClient, createTerminal, tooLateIsFound } from '../terminal/index.ts';
import type { ApiClient } from '../terminal/index.ts';

/** Options of `drivers export`. */
export interface ExportOptions {
  readonly fleet?: string;
  readonly out?: string;
}

/** Options of `drivers erase`. */
export interface EraseOptions {
  readonly fleet?: string;
  readonly json?: boolean;
  readonly why: string;
  readonly detach?: boolean;
}

interface ErasureAnswer {
  readonly id: string;
  readonly state: 'running' | 'done' | 'refused';
  readonly reason?: string;
  readonly removed: Readonly<Record<string, number>>;
}

/** How often it is looked whether an erasure is over. */
const POLL_EVERY_MS = 1_000;
/** The last line is short; of what came before it, this much is stored in memory. */
const TAIL_CHARACTERS = 200;

/** Writes everything that is stored about a driver to a file or to standard output, one JSON object a line. */
export async function exportDriver(driver: string, options: ExportOptions): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const file = await target(options.out);
  let tail: string;
  try {
    const source = await api.stream(`drivers/${encodeURIComponent(driver)}/export`);
    tail = await copy(source, file ? (text) => file.appendFile(text) : toStandardOutput);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`The export was interrupted: ${(error as Error).message}. Try again.`);
  } finally {
    await file?.close();
  }
  const end = /\{"kind":"end","lines":(\d+)\}\n$/.exec(tail);
  if (!end) throw new CommandError('The export was interrupted before its last line. Try again.');
  if (file) createTerminal().line(`${end[1]} lines in ${options.out}.`);
  return EXIT.ok;
}

/** The file, readable by its owner alone; undefined: standard output. @throws CommandError when it cannot be written */
async function target(path: string | undefined): Promise<FileHandle | undefined> {
  if (path === undefined) return undefined;
  try {
    return await open(path, 'w', 0o600);
  } catch (error) {
    throw new CommandError(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}

async function toStandardOutput(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** Copies as fast as it is taken. @returns the last characters */
async function copy(
  source: AsyncIterable<Uint8Array>,
  take: (text: string) => Promise<void>,
): Promise<string> {
  const decoder = new TextDecoder();
  let tail = '';
  for await (const bytes of source) {
    const text = decoder.decode(bytes, { stream: true });
    tail = (tail + text).slice(-TAIL_CHARACTERS);
    await take(text);
  }
  return tail;
}

/** Erases a driver and waits for the end. @returns 1 when it was refused */
export async function eraseDriver(driver: string, options: EraseOptions): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const asked = api.call<ErasureAnswer>('POST', `drivers/${encodeURIComponent(driver)}/erase`, {
    why: options.why,
  });
  const begun = await tooLateIsFound(asked);
  const erasure = options.detach ? begun : await untilOver(api, begun);
  const terminal = createTerminal();
  if (options.json) terminal.line(JSON.stringify(erasure, undefined, 2));
  else for (const line of linesOf(erasure)) terminal.line(line);
  return erasure.state === 'refused' ? EXIT.problems : EXIT.ok;
}

async function untilOver(api: ApiClient, begun: ErasureAnswer): Promise<ErasureAnswer> {
  let erasure = begun;
  while (erasure.state === 'running') {
    await pause(POLL_EVERY_MS);
    erasure = await api.call<ErasureAnswer>('GET', `erasures/${begun.id}`);
  }
  return erasure;
}

function linesOf({ id, state, reason, removed }: ErasureAnswer): readonly string[] {
  const counts = Object.entries(removed).map(([what, count]) => `  ${what.replaceAll('_', ' ')}: ${count}`);
  switch (state) {
    case 'running':
      return [`Erasure ${id} has begun.`];
    case 'refused':
      return [`Erasure ${id} was refused. ${reason ?? ''}`.trim()];
    case 'done':
      return [`Erasure ${id} is done. Removed:`, ...(counts.length > 0 ? counts : ['  nothing was stored'])];
  }
}
