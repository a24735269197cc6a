import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { CommandError } from './command.ts';

/** What `tripline login` stored of one server. */
export interface Context {
  readonly token: string;
  /** Of a personal token: to delete it at the server. */
  readonly tokenId?: string | undefined;
  /** The fleet that a personal token opens. */
  readonly fleet?: string | undefined;
}

const fileSchema = z.object({
  /** The server that was signed in to last. */
  current: z.string().optional(),
  contexts: z.record(
    z.string(),
    z.object({ token: z.string(), tokenId: z.string().optional(), fleet: z.string().optional() }),
  ),
});
type Stored = z.output<typeof fileSchema>;

/** Where the tokens of signed-in servers are kept: readable by the user alone. */
export function contextsFile(environment: Readonly<Record<string, string | undefined>>): string {
  return join(environment['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'tripline', 'contexts.json');
}

/** The context of a server, or of the one that was signed in to last. @throws CommandError for a file that cannot be read */
export function contextOf(
  file: string,
  server?: string,
): (Context & { readonly server: string }) | undefined {
  const { current, contexts } = read(file);
  const wanted = server === undefined ? current : serverName(server);
  if (wanted === undefined || !Object.hasOwn(contexts, wanted)) return undefined;
  return { ...contexts[wanted]!, server: wanted };
}

/** Keeps a server's context, which is the current one from now on. */
export function keepContext(file: string, server: string, context: Context): void {
  const { contexts } = read(file);
  const name = serverName(server);
  write(file, { current: name, contexts: { ...contexts, [name]: context } });
}

/** Drops a server's context. */
export function dropContext(file: string, server: string): void {
  const { current, contexts } = read(file);
  const name = serverName(server);
  const { [name]: _dropped, ...others } = contexts;
  write(file, { ...(current !== name && current !== undefined && { current }), contexts: others });
}

/** A server by its address alone. */
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

/** In one step: whoever reads it meanwhile finds the old or the new content. */
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
