import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { DOCUMENT_FOLDERS, DOCUMENT_KINDS, kindOfFile } from './documentKinds.ts';
import type { DocumentKind } from './documentKinds.ts';

/**
 * The one kind whose folder a path is, by its name: `DIR/rotations`. Undefined for a folder of another name, for one that
 * holds such folders itself, and for what is no folder.
 */
export async function loneKind(path: string): Promise<DocumentKind | undefined> {
  const folder = resolve(path);
  if (!DOCUMENT_FOLDERS.includes(basename(folder)) || (await isFile(folder))) return undefined;
  for (const inner of DOCUMENT_FOLDERS) if (await isFolder(join(folder, inner))) return undefined;
  return kindOfFile(join(folder, 'any.json'));
}

/**
 * Where the lock file of a folder, or of a file's folder, lies: beside the folders of all kinds when one kind's folder is
 * named alone and they have one already, else in the folder itself.
 */
export async function lockRootOf(folder: string): Promise<string> {
  const isOneOfThem = DOCUMENT_KINDS.some((kind) => kind.folder === basename(resolve(folder)));
  const above = dirname(resolve(folder));
  const isThere = isOneOfThem && !(await isFile(join(folder, LOCK))) && (await isFile(join(above, LOCK)));
  return isThere ? above : folder;
}

/** The name of the lock file. */
export const LOCK = '.tripline.json';

/** Whether a path is a folder that is there. */
export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}
