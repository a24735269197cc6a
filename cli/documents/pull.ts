import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { documentJsonSchema } from '../../rules/schemas/index.ts';
import {
  DOCUMENT_KINDS,
  canonical,
  filesOf,
  formatDocument,
  jsonOf,
  lockRootOf,
  loneKind,
  placeOfKind,
  readLock,
  readTextIfThere,
  unsavedLock,
} from '../files/index.ts';
import type { DocumentKind, DocumentLock } from '../files/index.ts';
import type { ApiClient } from '../calls/index.ts';
import type { Context } from '../declaration/index.ts';
import { CommandError, EXIT } from '../terminal/index.ts';
import type { Terminal } from '../terminal/index.ts';
import { serverDocuments, serverVersion } from './serverDocuments.ts';

interface Given {
  readonly dir: string;
  /** Whether to overwrite files that were changed in this folder. */
  readonly force?: boolean;
}

/** The outcome for one document's file. */
interface Pulled {
  readonly kind: string;
  readonly id: string;
  readonly result: 'written' | 'same' | 'kept (changed here)' | 'only here';
  readonly file: string;
  readonly version?: number;
}

/** The documents of one kind, and the folder that they are written to. */
interface PullTarget {
  readonly api: ApiClient;
  readonly lock: DocumentLock;
  readonly kind: DocumentKind;
  readonly folder: string;
}

/**
 * Writes the fleet's published documents as files. Equal files stay, and without `force` also files that were
 * changed in this folder.
 * @returns 1 when a file was kept because it was changed in this folder
 */
export async function pullRules(context: Context<Given>): Promise<number> {
  const { terminal, given, isJson } = context;
  const root = given.dir;
  if ((await stat(root).catch(() => undefined))?.isFile())
    throw new CommandError(`${root} is a file: name a folder.`);
  const { api } = context;
  const lock = await readLock(await lockRootOf(root), api);
  const pulled: Pulled[] = [];
  const schemas: string[] = [];
  const notes: string[] = [];
  try {
    for (const kind of DOCUMENT_KINDS) {
      const folder = await placeOfKind(root, kind);
      if (folder === undefined) continue;
      const target: PullTarget = { api, lock, kind, folder };
      const found = await pullKind(root, target, given.force);
      pulled.push(...found);
      // The schema of rules is always written, so that an editor knows the fleet's names in the first rule
      // file.
      if (found.length === 0 && kind.folder !== 'rules') continue;
      const { file, note } = await writeSchema(target);
      if (file !== undefined) schemas.push(file);
      if (note !== undefined) notes.push(note);
      if (kind.folder === 'rules') schemas.push(await writeTestSchema(folder));
    }
  } finally {
    // The lock file is saved even after an error, because the files written so far equal the server's
    // documents.
    await lock.save().catch((error: unknown) => void notes.push(unsavedLock(error)));
  }
  const lone = await loneKind(root);
  if (lone)
    notes.push(
      `Only ${lone.folder} were pulled, since ${root} is their folder: \`tripline rules pull ${dirname(root)}\` writes the other kinds beside it.`,
    );
  if (isJson) terminal.json({ fleet: api.fleet, documents: pulled, schemas, notes });
  else {
    for (const note of notes) terminal.line(terminal.colors.yellow(note));
    print(terminal, pulled, schemas);
  }
  return pulled.some((each) => each.result === 'kept (changed here)') ? EXIT.problems : EXIT.ok;
}

async function pullKind(root: string, target: PullTarget, force = false): Promise<Pulled[]> {
  const { api, kind } = target;
  const onServer = await serverDocuments(api, kind);
  const files = await filesById(kind, await filesOf(root, kind));
  const pulled: Pulled[] = [];
  for (const { id, version, published, source } of [...onServer.values()].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  )) {
    if (version === undefined || published === undefined || !ID.test(id)) continue;
    pulled.push(await pullOne(target, { id, version, published, source, file: files.get(id) }, force));
  }
  const counts = new Set(pulled.map((each) => each.id));
  for (const [id, { path: file }] of files)
    if (!counts.has(id)) pulled.push({ kind: kind.kind, id, result: 'only here', file });
  return pulled;
}

/** Pattern of ids that are safe as file names. */
const ID = /^[a-z0-9][a-z0-9-]{0,62}$/;

interface File {
  readonly path: string;
  /** The value of the file's JSON; null for a file that is not JSON. */
  readonly body: unknown;
  /** The file's text, if it has comments. */
  readonly source?: string;
}

async function pullOne(
  target: PullTarget,
  one: {
    readonly id: string;
    readonly version: number;
    readonly published: object;
    readonly source: string | undefined;
    readonly file: File | undefined;
  },
  force: boolean,
): Promise<Pulled> {
  const { kind, lock, folder } = target;
  const { id, version, published, source } = one;
  const path = one.file?.path ?? join(folder, `${id}.json`);
  const answer = { kind: kind.kind, id, file: path, version };
  // A file of that name is also kept if it has another id or is not JSON.
  const file = one.file ?? (await readIfThere(path));
  const wanted = canonical(kind, published);
  if (file && isDeepStrictEqual(canonical(kind, file.body), wanted)) {
    lock.set(kind.folder, id, version);
    return { ...answer, result: 'same' };
  }
  if (file && !force && !(await isUntouched(target, id, file)))
    return { ...answer, result: 'kept (changed here)' };
  await writeWhole(path, source ?? formatDocument(kind, wanted as object));
  lock.set(kind.folder, id, version);
  return { ...answer, result: 'written' };
}

/** Returns whether a file equals the version that it was pulled as or published to, with no comments but that version's. */
async function isUntouched({ api, lock, kind }: PullTarget, id: string, file: File): Promise<boolean> {
  const version = lock.version(kind.folder, id);
  if (version === undefined) return false;
  const base = await serverVersion(api, kind, { id, version });
  if (base === undefined || (file.source !== undefined && file.source !== base.source)) return false;
  return isDeepStrictEqual(canonical(kind, base.body), canonical(kind, file.body));
}

async function filesById(kind: DocumentKind, paths: readonly string[]): Promise<Map<string, File>> {
  const files = new Map<string, File>();
  for (const path of paths) {
    const file = await readIfThere(path);
    const id = kind.only ?? (file?.body as { id?: unknown } | null | undefined)?.id;
    if (file && typeof id === 'string') files.set(id, file);
  }
  return files;
}

async function readIfThere(path: string): Promise<File | undefined> {
  const file = await readTextIfThere(path);
  return (
    file && {
      path,
      body: jsonOf(file.text) ?? null,
      ...(file.source !== undefined && { source: file.source }),
    }
  );
}

/**
 * Writes the JSON Schema that the server has for this fleet, so that editors complete its fields and names. A
 * failure does not stop the pull, because the schema only helps with editing.
 * @returns the schema's file, or a note about the failure
 */
async function writeSchema({
  api,
  kind,
  folder,
}: PullTarget): Promise<{ readonly file?: string; readonly note?: string }> {
  if (!kind.schema) return {};
  const file = join(folder, kind.schema.file);
  let schema: object;
  try {
    schema = await api.call('get', kind.schema.address as 'rules/schema');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { note: `${file} was not written, so your editor offers less completion: ${why}` };
  }
  await writeWhole(file, `${JSON.stringify(schema, undefined, 2)}\n`);
  return { file };
}

/**
 * Writes the JSON Schema of rule tests. The schema is part of this command, because this command runs the
 * tests.
 * @returns the schema's file
 */
async function writeTestSchema(folder: string): Promise<string> {
  const file = join(folder, 'rule-test.schema.json');
  await writeWhole(file, `${JSON.stringify(documentJsonSchema('rule-test'), undefined, 2)}\n`);
  return file;
}

/** Writes a file in one step, so that it is never incomplete. */
async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}

function print(terminal: Terminal, pulled: readonly Pulled[], schemas: readonly string[]): void {
  const { colors } = terminal;
  const paint = {
    written: colors.green,
    same: colors.dim,
    'kept (changed here)': colors.yellow,
    'only here': colors.dim,
  };
  for (const { result, file, version } of pulled)
    terminal.line(
      `${paint[result](result.padEnd(20))} ${file}${version === undefined ? '' : colors.dim(` v${version}`)}`,
    );
  for (const path of schemas)
    terminal.line(`${colors.dim('schema'.padEnd(20))} ${path}${colors.dim(' (names for your editor)')}`);
  const count = (result: Pulled['result']): number => pulled.filter((each) => each.result === result).length;
  terminal.line(`${count('written')} written, ${count('same')} the same.`);
  if (count('kept (changed here)') > 0)
    terminal.line(
      colors.yellow('`rules diff` shows what differs; --force overwrites what was changed here.'),
    );
}
