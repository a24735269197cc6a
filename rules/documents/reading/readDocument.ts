import type * as z from 'zod';
import { isPlainObject, withinBounds } from './bounds.ts';
import { IssueList } from './issue.ts';
import type { DocumentIssue, ParsedDocument } from './issue.ts';
import { shownWords } from './shown.ts';
import { sentence } from '../words/index.ts';
import { addZodIssues } from './zodIssues.ts';

const PLACES = new Intl.Collator('en', { numeric: true });

/** Returns issues sorted by their place in the document, without repetitions. */
export function inOrder(issues: readonly DocumentIssue[]): DocumentIssue[] {
  const seen = new Set<string>();
  return issues
    .filter(({ pointer, message }) => !seen.has(`${pointer} ${message}`) && seen.add(`${pointer} ${message}`))
    .sort((a, b) => PLACES.compare(a.pointer, b.pointer));
}

/** Returns whether a value can be read as a document, and adds an error if not. Recursive code may read a value that passes. */
export function readable(json: unknown, issues: IssueList): json is Record<string, unknown> {
  if (!withinBounds(json, issues)) return false;
  if (isPlainObject(json)) return true;
  issues.error('', sentence('mustBeObject', { shown: shownWords(json) }));
  return false;
}

/** Returns the result of reading a document that has errors. */
export function refused<T>(issues: IssueList): ParsedDocument<T> {
  return { ok: false, errors: inOrder(issues.errors), warnings: inOrder(issues.warnings) };
}

/**
 * Reads a document with its schema. Lists every mistake with its JSON pointer, and never throws.
 * @param check checks the document as a whole; called only if all fields are valid
 */
export function readDocument<T>(
  json: unknown,
  schema: z.ZodType<T>,
  check: (document: T, issues: IssueList) => void,
): ParsedDocument<T> {
  const issues = new IssueList();
  if (!readable(json, issues)) return refused(issues);
  const parsed = schema.safeParse(json);
  if (!parsed.success) addZodIssues(parsed.error, schema, { document: json, issues });
  else check(parsed.data, issues);
  if (!parsed.success || issues.errors.length > 0) return refused(issues);
  return { ok: true, document: parsed.data, warnings: inOrder(issues.warnings) };
}
