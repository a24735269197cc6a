import { readFile } from 'node:fs/promises';
import { CommandError } from './exit.ts';
import { idOf } from './findings.ts';

/** Whether a rule is named by its file: an id has neither dots nor slashes. */
export function isFileName(named: string): boolean {
  return /[./\\]/.test(named);
}

/** The id of a rule that is named by its id or its file. @throws CommandError when the file is not there or has none */
export async function idNamed(named: string): Promise<string> {
  if (!isFileName(named)) return named;
  const text = await readFile(named, 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new CommandError(`${named} cannot be read: name a rule file, or a rule’s id.`);
  const id = idOf(text);
  if (id === undefined) throw new CommandError(`${named} is no rule file: it has no "id".`);
  return id;
}
