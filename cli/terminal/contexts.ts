import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { CommandError } from './command.ts';

/** The values that `tripline login` stores for one server. */
export interface Context {
  readonly token: string;
  /** Id of a personal token, for its deletion at the server. */
  readonly tokenId?: string | undefined;
  /** Fleet of a personal token. */
  readonly fleet?: string | undefined;
}

const fileSchema = z.object({
  /** Server of the last sign-in. */
  current: z.string().optional(),
  contexts: z.record(
    z.string(),
    z.object({ token: z.string(), tokenId: z.string().optional(), fleet: z.string().optional() }),
  ),
});
type Stored = z.output<typeof fileSchema>;

/** Returns the path of the file with the tokens that `tripline login` stored. Only the user can read the file. */
export function contextsFile(environment: Readonly<Record<string, string | undefined>>): string {
  return join(environment['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'tripline', 'contexts.json');
}

/**
 * Returns the stored values of a server, or of the last sign-in.
 * @throws CommandError for an unreadable file
 */
export function contextOf(
  file: string,
  server?: string,
): (Context & { readonly server: string }) | undefined {
  const { current, contexts } = read(file);
  const wanted = server === undefined ? current : serverName(server);
  if (wanted === undefined || !Object.hasOwn(contexts, wanted)) return undefined;
  return { ...contexts[wanted]!, server: wanted };
}

/** Stores the values of a server, and makes it the server of the last sign-in. */
export function keepContext(file: string, server: string, context: Context): void {
  const { contexts } = read(file);
  const name = serverName(server);
  write(file, { current: name, contexts: { ...contexts, [name]: context } });
}

/** Removes the stored values of a server. */
export function dropContext(file: string, server: string): void {
  const { current, contexts } = read(file);
  const name = serverName(server);
  const { [name]: _dropped, ...others } = contexts;
  write(file, { ...(current !== name && current !== undefined && { current }), contexts: others });
}

/** Returns a server's URL without slashes at its end. */
function serverName(server: string): string {
  return server.replace(/\/+$/, '');
}

function read(file: string): Stored {
  if (!existsSync(file)) return { contexts: {} };
  try {
    return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new CommandError(`${file} cannot be read: remove it, and run tripline login again.`);
  }
}

/** Replaces the file in one step, so that concurrent readers find the old or the new content. */
function write(file: string, stored: Stored): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, `${JSON.stringify(stored, undefined, 2)}\n`, { mode: 0o600 });
    chmodSync(unfinished, 0o600);
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
