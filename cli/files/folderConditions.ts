import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { neededBy, parseSharedCondition } from '../../rules/lint/index.ts';
import { CommandError, EXIT } from '../terminal/index.ts';
import { findingsIn, jsonOf, lintFile } from './findings.ts';
import type { Finding } from './findings.ts';
import { isFolder } from './kinds.ts';
import { isDocumentFile } from './ruleFiles.ts';
import { readDocumentText, readTextIfThere } from './text.ts';
import type { DocumentText } from './text.ts';

/** Shared conditions as documents, by id. */
export type ConditionsById = ReadonlyMap<string, object>;

/** Returns the field `conditions` of an unchecked document. */
function conditionsIn(document: object | undefined): unknown {
  return (document as { readonly conditions?: unknown } | undefined)?.conditions;
}

/** Returns the ids of the shared conditions that a rule needs, including nested ones. */
export function idsNeeded(rule: object, known: ConditionsById): readonly string[] {
  return neededBy(conditionsIn(rule), (id) => conditionsIn(known.get(id)));
}

/** Returns the field `conditions` for a request about a rule: those of the known conditions that the rule needs. */
export function conditionsFor(rule: object, known: ConditionsById): { readonly conditions?: object[] } {
  const conditions = idsNeeded(rule, known).flatMap((id) => known.get(id) ?? []);
  return conditions.length === 0 ? {} : { conditions };
}

/** The shared conditions in the folder of a rule file, and the findings in those that the rule needs. */
export interface ConditionsBeside {
  readonly byId: ConditionsById;
  readonly findings: readonly Finding[];
}

/**
 * Reads the shared conditions that belong to a rule file. They are in DIR/conditions for both
 * DIR/rules/NAME.json and DIR/NAME.json.
 */
export async function conditionsBeside(rulePath: string, rule: object): Promise<ConditionsBeside> {
  const folder = dirname(rulePath);
  const isInside = basename(resolve(folder)) === 'rules' && !(await isFolder(join(folder, 'conditions')));
  const place = join(folder, isInside ? '../conditions' : 'conditions');
  const names = await readdir(place).catch(() => []);
  const byId = new Map<string, object>();
  const texts = new Map<string, DocumentText>();
  for (const name of names.filter(isDocumentFile).sort()) {
    const file = await readDocumentText(join(place, name));
    const body = jsonOf(file.text);
    const id = (body as { readonly id?: unknown } | null | undefined)?.id;
    if (typeof body !== 'object' || body === null || typeof id !== 'string') continue;
    byId.set(id, body);
    texts.set(id, file);
  }
  const needed = idsNeeded(rule, byId).flatMap((id) => texts.get(id) ?? []);
  return { byId, findings: needed.flatMap((file) => findingsIn(file, (json) => parseSharedCondition(json))) };
}

/**
 * Reads the rule of a file, with the shared conditions of its folder that it needs.
 * @throws CommandError with exit code 1 and every mistake of the rule and of these conditions
 */
export async function readRuleFile(
  path: string,
): Promise<{ readonly rule: object; readonly conditions?: object[] }> {
  const file = await readTextIfThere(path);
  if (!file) throw new CommandError(`${path} cannot be read: name a rule file.`);
  refuse('The rule is refused', lintFile(file));
  const rule = JSON.parse(file.text) as object;
  const { byId, findings } = await conditionsBeside(path, rule);
  refuse('A shared condition of the rule is refused', findings);
  return { rule, ...conditionsFor(rule, byId) };
}

function refuse(what: string, findings: readonly Finding[]): void {
  const mistakes = findings.filter(({ level }) => level === 'error');
  const places = mistakes.map(
    (each) => `  ${each.file}:${each.line} ${each.pointer || '/'}: ${each.message}`,
  );
  if (places.length > 0) throw new CommandError(`${what}:\n${places.join('\n')}`, EXIT.problems);
}
