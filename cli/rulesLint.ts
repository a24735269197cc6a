import { join } from 'node:path';
import { sameConditions, sameConditionsMessage } from '../rules/sameConditions.ts';
import { parseRule, parseSharedCondition } from '../rules/schema.ts';
import type { Around, DocumentIssue, ParsedDocument } from '../rules/schema.ts';
import { unknownRules } from '../rules/unknownRules.ts';
import { EXIT } from './exit.ts';
import { breakOf, placeOf, placesOf } from './jsonLines.ts';
import type { Place } from './jsonLines.ts';
import { printParagraph } from './layout.ts';
import { findConditionFiles, isFolder, noRuleFiles, ruleFilesIn } from './ruleFiles.ts';
import type { RuleFile } from './ruleFiles.ts';
import { createTerminal } from './terminal.ts';
import type { Terminal } from './terminal.ts';

/** One finding, with where it stands. */
export interface Finding extends DocumentIssue, Place {
  readonly file: string;
  readonly level: 'error' | 'warning';
}

/** Checks rule files and prints what is wrong: file, line, JSON pointer, what is allowed. */
export async function lintRules(
  paths: readonly string[],
  options: { readonly json?: boolean },
): Promise<number> {
  const [rules, conditions] = [await ruleFilesIn(paths), await findConditionFiles(paths)];
  if (rules.length + conditions.length === 0) throw noRuleFiles(paths);
  const files = [...conditions, ...rules];
  const around = await conditionsAround(paths, conditions);
  const findings = [
    ...conditions.flatMap((file) => lintFile(file, (json) => parseSharedCondition(json, around))),
    ...repeatedIds(conditions),
    ...rules.flatMap((file) => lintFile(file, (json) => parseRule(json, around))),
    ...repeatedIds(rules),
    ...repeatedConditions(rules),
    ...(await unknownNames(paths, { rules, conditions })),
  ];
  const errors = findings.filter((each) => each.level === 'error').length;
  const terminal = createTerminal();
  const read = { rule_files: rules.length, condition_files: conditions.length };
  if (options.json)
    terminal.line(JSON.stringify({ files: files.length, ...read, errors, findings }, undefined, 2));
  else print(terminal, { ...read, errors, findings });
  return errors > 0 ? EXIT.problems : EXIT.ok;
}

/**
 * The shared conditions that rules may name: the ones beside them. Where single files are named, or a folder of rules
 * alone, nothing is known of them, and names are taken as they are.
 */
async function conditionsAround(paths: readonly string[], files: readonly RuleFile[]): Promise<Around> {
  const whole = await Promise.all(paths.map((path) => isFolder(join(path, 'rules'))));
  if (files.length === 0 && !whole.every(Boolean)) return {};
  const read = files.flatMap(({ text }) => {
    const parsed = parseSharedCondition(jsonOf(text));
    return parsed.ok ? [[parsed.document.id, parsed.document.conditions] as const] : [];
  });
  return { conditions: new Map(read) };
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
  let document: unknown;
  try {
    document = JSON.parse(file.text);
  } catch {
    return [
      {
        file: file.path,
        level: 'error',
        pointer: '',
        ...breakOf(file.text),
      },
    ];
  }
  const parsed = parse(document);
  const places = placesOf(file.text);
  const at =
    (level: Finding['level']) =>
    (issue: DocumentIssue): Finding => ({
      file: file.path,
      level,
      ...issue,
      ...placeOf(places, issue.pointer),
    });
  const found = parsed.ok ? parsed.warnings.map(at('warning')) : parsed.errors.map(at('error'));
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
      found.push({
        file: path,
        level: 'error',
        pointer: '/id',
        message: `The id "${id}" is that of ${first} too.`,
        ...placeOf(placesOf(text), '/id'),
      });
    else if (id !== undefined) seen.set(id, path);
  }
  return found;
}

/** Rules that fire on the same trips of the same drivers: most likely one was copied and not changed. */
function repeatedConditions(files: readonly RuleFile[]): Finding[] {
  const rules = files.flatMap((file) => {
    const parsed = parseRule(jsonOf(file.text));
    return parsed.ok ? [{ file, rule: parsed.document }] : [];
  });
  return rules.flatMap(({ file, rule }, index) => {
    const earlier = rules.slice(0, index).map((each) => each.rule);
    const same = sameConditions(rule, earlier);
    if (same.length === 0) return [];
    const pointer = '/conditions';
    const place = placeOf(placesOf(file.text), pointer);
    return [
      { file: file.path, level: 'warning', pointer, message: sameConditionsMessage(same), ...place } as const,
    ];
  });
}

/**
 * Rules that the files name and that are in none of them. Where a single file is named, nothing is known of the others, and
 * names are taken as they are.
 */
async function unknownNames(
  paths: readonly string[],
  files: { readonly rules: readonly RuleFile[]; readonly conditions: readonly RuleFile[] },
): Promise<Finding[]> {
  const folders = await Promise.all(paths.map(isFolder));
  if (!folders.every(Boolean)) return [];
  const ids = files.rules.flatMap(({ text }) => idOf(text) ?? []);
  const read = [
    ...files.conditions.map((file) => ({ file, parsed: parseSharedCondition(jsonOf(file.text)) })),
    ...files.rules.map((file) => ({ file, parsed: parseRule(jsonOf(file.text)) })),
  ];
  return read.flatMap(({ file, parsed }) => {
    if (!parsed.ok) return [];
    const places = placesOf(file.text);
    return unknownRules(parsed.document, { ids, where: 'among these files' }).map((issue): Finding => ({
      ...{ file: file.path, level: 'warning', ...issue },
      ...placeOf(places, issue.pointer),
    }));
  });
}

/** The JSON of a text; undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function idOf(text: string): string | undefined {
  const { id } = (jsonOf(text) ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id : undefined;
}

function print(
  terminal: Terminal,
  result: {
    readonly rule_files: number;
    readonly condition_files: number;
    readonly errors: number;
    readonly findings: readonly Finding[];
  },
): void {
  const { colors } = terminal;
  printFindings(terminal, result.findings);
  const warnings = result.findings.length - result.errors;
  const files = [
    ...(result.rule_files > 0 ? [count(result.rule_files, 'rule file')] : []),
    ...(result.condition_files > 0 ? [count(result.condition_files, 'condition file')] : []),
  ];
  const summary = `${files.join(', ')}: ${count(result.errors, 'error')}, ${count(warnings, 'warning')}`;
  terminal.line(result.errors > 0 ? colors.red(summary) : colors.green(summary));
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** Each finding with its place, and what is allowed there. */
export function printFindings(terminal: Terminal, findings: readonly Finding[]): void {
  const { colors } = terminal;
  for (const { file, line, column, level, pointer, message, allowed } of findings) {
    terminal.line(
      `${colors.bold(`${file}:${line}:${column}`)} ${level === 'error' ? colors.red('error') : colors.yellow('warning')} ${colors.cyan(pointer || '/')}`,
    );
    printParagraph(terminal, message, { indent: 4 });
    const some = `allowed: ${allowed?.slice(0, 20).join(', ')}${allowed && allowed.length > 20 ? ', …' : ''}`;
    if (allowed) printParagraph(terminal, some, { indent: 4, paint: colors.dim });
  }
}
