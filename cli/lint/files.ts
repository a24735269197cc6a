import { join, resolve } from 'node:path';
import {
  DOCUMENT_KINDS,
  SETTINGS_FILE,
  findFilesIn,
  findRuleFiles,
  isFolder,
  isNamedFile,
  kindOfFile,
  loneKind,
  readDocumentText,
  readTextIfThere,
} from '../files/index.ts';
import type { DocumentKind, RuleFile } from '../files/index.ts';
import { CommandError } from '../terminal/index.ts';

/** Files to check, by kind. */
export interface FoundFiles {
  files(kind: DocumentKind): readonly RuleFile[];
  /**
   * Returns whether all documents of a kind are present, so that names must resolve among them. For single
   * files, or for a folder of rules alone, names are not checked.
   */
  isWhole(kind: DocumentKind): boolean;
  /** Whether every path is a folder of rules, so that names of rules must resolve among them. */
  readonly areFolders: boolean;
}

/**
 * Finds the files to check: the documents of folders, and single files.
 * @throws CommandError when a path does not exist, or nothing is found
 */
export async function readForLint(paths: readonly string[]): Promise<FoundFiles> {
  const found = new Map<DocumentKind, RuleFile[]>();
  const add = (kind: DocumentKind, files: readonly RuleFile[]): void =>
    void found.set(kind, [...(found.get(kind) ?? []), ...files]);
  for (const path of paths) {
    const isFile = await isNamedFile(path);
    if (isFile === undefined)
      throw new CommandError(`${path} is not there: name a folder of rules or a rule file.`);
    if (isFile) add(kindOfFile(resolve(path)), [await readDocumentText(path)]);
    else for (const kind of DOCUMENT_KINDS) add(kind, await inFolder(path, kind));
  }
  if ([...found.values()].every((files) => files.length === 0))
    throw new CommandError(`No rule files in ${paths.join(', ')}: a rule is a file NAME.json.`);
  const whole = (await Promise.all(paths.map((path) => isFolder(join(path, 'rules'))))).every(Boolean);
  const files = (kind: DocumentKind): readonly RuleFile[] => found.get(kind) ?? [];
  const areFolders = (await Promise.all(paths.map(isOfRules))).every(Boolean);
  return { files, isWhole: (kind) => whole || files(kind).length > 0, areFolders };
}

async function inFolder(path: string, kind: DocumentKind): Promise<readonly RuleFile[]> {
  const lone = await loneKind(path);
  if (lone && lone !== kind) return [];
  if (kind.only !== undefined) {
    const file = await readTextIfThere(join(path, SETTINGS_FILE));
    return file ? [file] : [];
  }
  if (kind.folder !== 'rules') return findFilesIn([lone ? join(path, '..') : path], kind.folder);
  return findRuleFiles([path]).catch((error: unknown) => {
    // A folder may contain policies and rotations alone. The caller checks at the end whether it found any
    // file.
    if (error instanceof CommandError) return [];
    throw error;
  });
}

/**
 * Returns whether a path is a folder of rules. A folder of only another kind, such as `rotations/`, does not
 * show which rules exist.
 */
async function isOfRules(path: string): Promise<boolean> {
  const lone = await loneKind(path);
  return (await isFolder(path)) && (lone === undefined || lone.folder === 'rules');
}
