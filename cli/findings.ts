import type { Place } from '../rules/jsonText.ts';
import { repeatedFields } from '../rules/repeatedFields.ts';
import { parseRule } from '../rules/schema.ts';
import type { DocumentIssue, ParsedDocument } from '../rules/schema.ts';
import { whyBroken } from './jsonBreak.ts';
import { located } from './jsonLines.ts';
import type { RuleFile } from './ruleFiles.ts';

/** One finding, with where it stands. */
export interface Finding extends DocumentIssue, Place {
  readonly file: string;
  readonly level: 'error' | 'warning';
}

/** What is wrong, or looks wrong, in one rule file. */
export function lintFile(
  file: RuleFile,
  parse: (json: unknown) => ParsedDocument<unknown> = (json) => parseRule(json),
): Finding[] {
  return findingsIn(file, parse);
}

/** What is wrong, or looks wrong, in one file that `parse` reads. */
export function findingsIn(file: RuleFile, parse: (json: unknown) => ParsedDocument<unknown>): Finding[] {
  const mistake = { file: file.path, level: 'error' as const };
  if (file.problem) return [{ ...mistake, pointer: '', ...file.problem }];
  let document: unknown;
  try {
    document = JSON.parse(file.text);
  } catch {
    return [{ ...mistake, pointer: '', ...whyBroken(file.text) }];
  }
  const parsed = parse(document);
  const said = located(file.text, [
    ...(parsed.ok ? [] : parsed.errors).map((issue) => ({ ...mistake, ...issue })),
    ...parsed.warnings.map((issue) => ({ ...mistake, level: 'warning' as const, ...issue })),
  ]);
  const twice = repeatedFields(file.text).map((each) => ({ ...mistake, ...each }));
  const found = [...twice, ...said];
  return found.sort((one, other) => one.line - other.line || one.column - other.column);
}

/** Two files with one id would publish over each other. */
export function repeatedIds(files: readonly RuleFile[]): Finding[] {
  const seen = new Map<string, string>();
  const found: Finding[] = [];
  for (const { path, text } of files) {
    const id = idOf(text);
    const first = id === undefined ? undefined : seen.get(id);
    if (id !== undefined && first !== undefined)
      found.push(
        ...located(text, [
          {
            file: path,
            level: 'error' as const,
            pointer: '/id',
            message: `The id "${id}" is that of ${first} too.`,
          },
        ]),
      );
    else if (id !== undefined) seen.set(id, path);
  }
  return found;
}

/** The JSON of a text; undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The id that a text names, when it is a document's. */
export function idOf(text: string): string | undefined {
  const { id } = (jsonOf(text) ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id : undefined;
}
