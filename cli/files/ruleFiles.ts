import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { CommandError } from '../terminal/index.ts';
import { SETTINGS_FILE, isFolder, isNamedFile } from './kinds.ts';
import { readDocumentText } from './text.ts';
import type { DocumentText } from './text.ts';

const TESTS = '.test.json';

/** One rule file as it lies on disk. */
export type RuleFile = DocumentText;

/**
 * The rule files of folders and files. A folder's rules are in its `rules/`, or in itself when it has none; tests and
 * schemas beside them are left out.
 * @throws CommandError when a path is not there, or nothing is found
 */
export async function findRuleFiles(paths: readonly string[]): Promise<RuleFile[]> {
  const found = await ruleFilesIn(paths);
  if (found.length === 0) throw noRuleFiles(paths);
  return found;
}

/** Said where someone names a place without rules. */
export function noRuleFiles(paths: readonly string[]): CommandError {
  return new CommandError(`No rule files in ${paths.join(', ')}: a rule is a file NAME.json.`);
}

/** The same, where there may be none. @throws CommandError when a path is not there */
export async function ruleFilesIn(paths: readonly string[]): Promise<RuleFile[]> {
  const found: string[] = [];
  for (const path of paths) {
    const isFile = await isNamedFile(path);
    if (isFile === undefined)
      throw new CommandError(`${path} is not there: name a folder of rules or a rule file.`);
    if (isFile) found.push(path);
    else found.push(...(await inFolder(path)));
  }
  return Promise.all(found.sort().map(readDocumentText));
}

/** The files of shared conditions in folders: those in their `conditions/`. A file that is named alone has none. */
export async function findConditionFiles(paths: readonly string[]): Promise<RuleFile[]> {
  return findFilesIn(paths, 'conditions');
}

/** The document files in a folder of folders. */
export async function findFilesIn(paths: readonly string[], folder: string): Promise<RuleFile[]> {
  const found: string[] = [];
  for (const path of paths)
    if (await isFolder(join(path, folder))) found.push(...(await documentsIn(join(path, folder))));
  return Promise.all(found.sort().map(readDocumentText));
}

async function documentsIn(place: string): Promise<string[]> {
  return (await readdir(place)).filter(isDocumentFile).map((name) => join(place, name));
}

/** Where the rules of a folder lie: in its `rules/`, or in itself when it has none. */
async function rulesFolder(folder: string): Promise<string> {
  const inner = join(folder, 'rules');
  return (await isFolder(inner)) ? inner : folder;
}

async function inFolder(folder: string): Promise<string[]> {
  const place = await rulesFolder(folder);
  // Beside the folders of all kinds, `settings.json` is no rule.
  const isRoot = place === folder && basename(resolve(folder)) !== 'rules';
  const files = await documentsIn(place);
  return isRoot ? files.filter((path) => basename(path) !== SETTINGS_FILE) : files;
}

/** Whether a file name is that of a document: tests, schemas and what begins with a dot are not. */
export function isDocumentFile(name: string): boolean {
  return /^[^.].*\.json$/.test(name) && !name.endsWith(TESTS) && !name.endsWith('.schema.json');
}

/** Where the tests of a rule file lie. */
export function testsOf(rulePath: string): string {
  return `${rulePath.replace(/\.json$/, '')}${TESTS}`;
}

/** The rule file that a file of tests is about; any other path is itself. */
export function ruleOfTests(path: string): string {
  return path.endsWith(TESTS) ? `${path.slice(0, -TESTS.length)}.json` : path;
}

/** Files of tests in a folder whose rule is not there: a name with a slip, whose cases would never run. */
export async function testsWithoutRule(folder: string): Promise<string[]> {
  if (!(await isFolder(folder))) return [];
  const place = await rulesFolder(folder);
  const names = new Set(await readdir(place));
  return [...names]
    .filter((name) => name.endsWith(TESTS) && !names.has(ruleOfTests(name)))
    .map((name) => join(place, name))
    .sort();
}
