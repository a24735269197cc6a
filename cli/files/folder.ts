import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CommandError, EXIT } from '../terminal/index.ts';
import { findingsIn, repeatedIds } from './findings.ts';
import type { Finding } from './findings.ts';
import {
  DOCUMENT_KINDS,
  SETTINGS_FILE,
  isFile,
  isFolder,
  isNamedFile,
  kindOfFile,
  lockRootOf,
  loneKind,
} from './kinds.ts';
import type { DocumentKind } from './kinds.ts';
import { isDocumentFile } from './ruleFiles.ts';
import { readDocumentText } from './text.ts';

/** A document in a file. */
export interface DocumentFile {
  readonly kind: DocumentKind;
  readonly id: string;
  readonly path: string;
  readonly body: object;
  /** The file's text, if it has comments. */
  readonly source?: string;
}

/** The valid documents of a folder or of a single file. */
export interface DocumentFolder {
  /** Folder of the lock file. */
  readonly root: string;
  /** Whether a single file was named. Published documents without a file are then ignored. */
  readonly isOneFile: boolean;
  /** Whether the folder is that of a single kind, such as `rotations/`. Other kinds are then ignored. */
  readonly isOneKind: boolean;
  /** Kinds that have a folder here, even an empty one. Published documents of other kinds are kept. */
  readonly kinds: ReadonlySet<DocumentKind>;
  readonly documents: readonly DocumentFile[];
}

/**
 * Reads the documents of a folder, or the one document of a file.
 * @throws CommandError when nothing is there; with exit code 1 and the position of each mistake when a file
 * has mistakes
 */
export async function readDocuments(path: string): Promise<DocumentFolder> {
  const isOneFile = await isNamedFile(path);
  if (isOneFile === undefined)
    throw new CommandError(`${path} is not there: name a folder of rules or a rule file.`);
  const read = [];
  for (const kind of DOCUMENT_KINDS) {
    const paths = isOneFile ? (kindOfFile(resolve(path)) === kind ? [path] : []) : await filesOf(path, kind);
    read.push({ kind, files: await Promise.all(paths.map(readDocumentText)) });
  }
  if (read.every(({ files }) => files.length === 0)) throw nothingIn(path, await loneKind(path));
  const findings = read.flatMap(({ kind, files }) => [
    ...files.flatMap((file) => findingsIn(file, (json) => kind.parse(json))),
    ...repeatedIds(files),
  ]);
  refuseMistakes(path, findings);
  return {
    root: await lockRootOf(isOneFile ? dirname(path) : path),
    isOneFile,
    isOneKind: (await loneKind(path)) !== undefined,
    kinds: isOneFile ? new Set() : await kindsIn(path),
    documents: read.flatMap(({ kind, files }) =>
      files.map((file) => {
        const body = JSON.parse(file.text) as { id: string };
        const { path: at, source } = file;
        return { kind, id: kind.only ?? body.id, path: at, body, ...(source !== undefined && { source }) };
      }),
    ),
  };
}

/**
 * Returns the folder of a kind's documents: the kind's own folder, or `root` for rule files without a `rules/`. Undefined when
 * `root` is the folder of another kind.
 */
export async function placeOfKind(root: string, kind: DocumentKind): Promise<string | undefined> {
  const lone = await loneKind(root);
  if (lone) return lone === kind ? root : undefined;
  if (kind.only !== undefined) return root;
  const inner = join(root, kind.folder);
  if (kind.folder !== 'rules' || (await isFolder(inner))) return inner;
  return (await namesIn(root)).some(isRuleInRoot) ? root : inner;
}

/** Returns the kinds whose folder exists. Rule files in `root` itself make `root` the folder of rules only. */
async function kindsIn(root: string): Promise<ReadonlySet<DocumentKind>> {
  const kinds = new Set<DocumentKind>();
  for (const kind of DOCUMENT_KINDS) {
    const place = await placeOfKind(root, kind);
    const isThere = kind.only === undefined ? isFolder : (path: string) => isFile(join(path, SETTINGS_FILE));
    if (place !== undefined && (await isThere(place))) kinds.add(kind);
  }
  return kinds;
}

/** Returns the document files of a kind, sorted. */
export async function filesOf(root: string, kind: DocumentKind): Promise<string[]> {
  const place = await placeOfKind(root, kind);
  if (place === undefined) return [];
  const isOne = kind.only !== undefined ? isSettings : (await loneKind(root)) ? isDocumentFile : isRuleInRoot;
  return (await namesIn(place))
    .filter(isOne)
    .sort()
    .map((name) => join(place, name));
}

function isSettings(name: string): boolean {
  return name === SETTINGS_FILE;
}

/** Returns whether a file in `root` is a rule; `settings.json` is none. */
function isRuleInRoot(name: string): boolean {
  return isDocumentFile(name) && !isSettings(name);
}

function nothingIn(path: string, lone: DocumentKind | undefined): CommandError {
  const kind = lone?.kind ?? 'rule';
  return new CommandError(`No ${kind} files in ${path}: a ${kind} is a file NAME.json.`);
}

async function namesIn(folder: string): Promise<string[]> {
  return (await isFolder(folder)) ? readdir(folder) : [];
}

/**
 * Refuses documents with errors.
 * @throws CommandError with exit code 1 and the position of each error
 */
export function refuseMistakes(path: string, findings: readonly Finding[]): void {
  const broken = findings.filter((each) => each.level === 'error');
  if (broken.length === 0) return;
  const places = broken.map((each) => `  ${each.file}:${each.line} ${each.pointer || '/'}: ${each.message}`);
  throw new CommandError(
    `${broken.length} ${broken.length === 1 ? 'mistake' : 'mistakes'} in ${path}, so nothing was done:\n${places.join('\n')}`,
    EXIT.problems,
    { code: 'invalid_documents', details: { findings: broken } },
  );
}
