import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createApiClient, tooLateIsFound } from './apiClient.ts';
import type { ApiClient } from './apiClient.ts';
import { CommandError, EXIT } from './exit.ts';
import { createTerminal } from './terminal.ts';

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
const LOOK_EVERY_MS = 1_000;
/** The last line is short; of what came before it, this much is kept in memory. */
const TAIL_CHARACTERS = 200;

/** Writes everything that is kept about a driver to a file or to standard output, one JSON object a line. */
export async function exportDriver(driver: string, options: ExportOptions): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const source = await api.stream(`drivers/${encodeURIComponent(driver)}/export`);
  const file = options.out === undefined ? undefined : createWriteStream(options.out, { mode: 0o600 });
  const written = file && finished(file);
  // Whatever it says is heard below.
  written?.catch(() => undefined);
  let tail: string;
  try {
    tail = await copy(source, file ?? process.stdout);
    file?.end();
    await written;
  } catch (error) {
    throw new CommandError(`The export broke off: ${(error as Error).message}. Ask again.`);
  }
  const end = /\{"kind":"end","lines":(\d+)\}\n$/.exec(tail);
  if (!end) throw new CommandError('The export broke off before its last line. Ask again.');
  if (file) createTerminal().line(`${end[1]} lines in ${options.out}.`);
  return EXIT.ok;
}

/** Copies as fast as the target takes it. @returns the last characters */
async function copy(source: AsyncIterable<Uint8Array>, target: Writable): Promise<string> {
  const decoder = new TextDecoder();
  let tail = '';
  for await (const bytes of source) {
    const text = decoder.decode(bytes, { stream: true });
    tail = (tail + text).slice(-TAIL_CHARACTERS);
    if (!target.write(text)) await once(target, 'drain');
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
    await pause(LOOK_EVERY_MS);
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
      return [`Erasure ${id} is done. Removed:`, ...(counts.length > 0 ? counts : ['  nothing was left'])];
  }
}
