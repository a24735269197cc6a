import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { CommandError } from '../terminal/index.ts';
import { SETTINGS_FILE, isFolder, isNamedFile } from './kinds.ts';
import { readDocumentText } from './text.ts';
import type { DocumentText } from './text.ts';

const TESTS = '.test.json';

/** A rule file as read from disk. */
export type RuleFile = DocumentText;

/**
 * Finds the rule files of folders and files. A folder's rules are in its `rules/`, or in the folder itself if
 * it has no `rules/`. Skips tests and schemas.
 * @throws CommandError when a path does not exist, or nothing is found
 */
export async function findRuleFiles(paths: readonly string[]): Promise<RuleFile[]> {
  const found = await ruleFilesIn(paths);
  if (found.length === 0) throw noRuleFiles(paths);
  return found;
}

/** Creates the error for paths without rules. */
export function noRuleFiles(paths: readonly string[]): CommandError {
  return new CommandError(`No rule files in ${paths.join(', ')}: a rule is a file NAME.json.`);
}

/**
 * Finds rule files like `findRuleFiles`, but returns an empty list instead of throwing when there are none.
 * @throws CommandError for a missing path
 */
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

/** Finds the files of shared conditions in the subfolder `conditions/` of each folder. For a single file there are none. */
export async function findConditionFiles(paths: readonly string[]): Promise<RuleFile[]> {
  return findFilesIn(paths, 'conditions');
}

/**
 * Finds the document files in one subfolder of the named folders.
 * @param folder name of the subfolder
 */
export async function findFilesIn(paths: readonly string[], folder: string): Promise<RuleFile[]> {
  const found: string[] = [];
  for (const path of paths)
    if (await isFolder(join(path, folder))) found.push(...(await documentsIn(join(path, folder))));
  return Promise.all(found.sort().map(readDocumentText));
}

async function documentsIn(place: string): Promise<string[]> {
  return (await readdir(place)).filter(isDocumentFile).map((name) => join(place, name));
}

/** Returns the folder of rules: `rules/`, or the folder itself if it has no `rules/`. */
async function rulesFolder(folder: string): Promise<string> {
  const inner = join(folder, 'rules');
  return (await isFolder(inner)) ? inner : folder;
}

async function inFolder(folder: string): Promise<string[]> {
  const place = await rulesFolder(folder);
  // In the folder that contains all kinds, `settings.json` is not a rule.
  const isRoot = place === folder && basename(resolve(folder)) !== 'rules';
  const files = await documentsIn(place);
  return isRoot ? files.filter((path) => basename(path) !== SETTINGS_FILE) : files;
}

/** Returns whether a file name is that of a document; tests, schemas and hidden files are not. */
export function isDocumentFile(name: string): boolean {
  return /^[^.].*\.json$/.test(name) && !name.endsWith(TESTS) && !name.endsWith('.schema.json');
}

/** Returns the path of the tests that belong to a rule file. */
export function testsOf(rulePath: string): string {
  return `${rulePath.replace(/\.json$/, '')}${TESTS}`;
}

/** Returns the rule file that a file of tests belongs to. Any other path is returned unchanged. */
export function ruleOfTests(path: string): string {
  return path.endsWith(TESTS) ? `${path.slice(0, -TESTS.length)}.json` : path;
}

/** Returns files of tests without a rule. A misspelt file name would otherwise silently keep the tests from running. */
export async function testsWithoutRule(folder: string): Promise<string[]> {
  if (!(await isFolder(folder))) return [];
  const place = await rulesFolder(folder);
  const names = new Set(await readdir(place));
  return [...names]
    .filter((name) => name.endsWith(TESTS) && !names.has(ruleOfTests(name)))
    .map((name) => join(place, name))
    .sort();
}
