import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from './exit.ts';

/** One rule file as it lies on disk. */
export interface RuleFile {
  readonly path: string;
  readonly text: string;
}

/**
 * The rule files of folders and files. A folder's rules are in its `rules/`, or in itself when it has none; tests and
 * schemas beside them are left out.
 * @throws CommandError when a path is not there, or nothing is found
 */
export async function findRuleFiles(paths: readonly string[]): Promise<RuleFile[]> {
  const found: string[] = [];
  for (const path of paths) {
    const info = await stat(path).catch(() => undefined);
    if (!info) throw new CommandError(`${path} is not there: name a folder of rules or a rule file.`);
    if (info.isFile()) found.push(path);
    else found.push(...(await inFolder(path)));
  }
  if (found.length === 0)
    throw new CommandError(`No rule files in ${paths.join(', ')}: a rule is a file NAME.json.`);
  return Promise.all(found.sort().map(async (path) => ({ path, text: await readFile(path, 'utf8') })));
}

/** The files of shared conditions in folders: those in their `conditions/`. A file that is named alone has none. */
export async function findConditionFiles(paths: readonly string[]): Promise<RuleFile[]> {
  const found: string[] = [];
  for (const path of paths)
    if (await isFolder(join(path, 'conditions')))
      found.push(...(await documentsIn(join(path, 'conditions'))));
  return Promise.all(found.sort().map(async (path) => ({ path, text: await readFile(path, 'utf8') })));
}

/** Whether a path is a folder. */
export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

async function inFolder(folder: string): Promise<string[]> {
  const inner = join(folder, 'rules');
  return documentsIn((await isFolder(inner)) ? inner : folder);
}

async function documentsIn(place: string): Promise<string[]> {
  const names = await readdir(place);
  return names
    .filter(
      (name) => name.endsWith('.json') && !name.endsWith('.test.json') && !name.endsWith('.schema.json'),
    )
    .map((name) => join(place, name));
}
