import { readTextIfThere } from './documentText.ts';
import { CommandError } from '../terminal/index.ts';
import { idOf } from './findings.ts';

/** Whether a rule is named by its file: an id has neither dots nor slashes. */
export function isFileName(named: string): boolean {
  return /[./\\]/.test(named);
}

/** The id of a rule that is named by its id or its file. @throws CommandError when the file is not there or has none */
export async function idNamed(named: string): Promise<string> {
  if (!isFileName(named)) return named;
  const file = await readTextIfThere(named);
  if (!file) throw new CommandError(`${named} cannot be read: name a rule file, or a rule’s id.`);
  if (file.problem) throw new CommandError(`${named}: ${file.problem.message}`);
  const id = idOf(file.text);
  if (id === undefined) throw new CommandError(`${named} is no rule file: it has no "id".`);
  return id;
}
