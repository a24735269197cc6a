import { commentsOf } from './phrases.ts';
import type { TrackedFile } from './phrases.ts';

/** A comment that is not understood at first reading, and the rule that it breaks. */
export interface SentenceProblem {
  readonly file: string;
  /** Line number, from 1. */
  readonly line: number;
  readonly found: string;
  readonly rule: string;
}

/**
 * Words with which no doc comment may begin. A doc comment begins with a verb in the third person or with the
 * noun that it describes.
 */
const OPENERS =
  /^\/\*\*[\s*]*(What(?:ever)?|Whose|Who(?:ever)?|So (?:many|much|long)|One (?:that|of|who)|Those|That|Of|It|How (?:long|many|much|often))\b/;

const WORDS: readonly { readonly pattern: RegExp; readonly rule: string }[] = [
  {
    pattern: /\b(nobody|somebody|whoever)\b/gi,
    rule: 'name the subject: the worker, the recipient, the caller',
  },
  { pattern: /\b(?:is|are|was|were) told\b/gi, rule: 'say notified, or which error is returned' },
  {
    pattern: /\b(?:that|what|which|it|alone|only|one|still|always|never|nothing|end|time) counts\b/gi,
    rule: 'say applies, or is used',
  },
  { pattern: /\bstands?\b(?! for\b)/gi, rule: 'say is, is stored, or remains' },
  { pattern: /\basks?\b/gi, rule: 'say requests, queries, or looks up' },
];

/** Finds the comments of a source file that begin without a subject or a verb, or use a word that hides one. */
export function sentenceProblems(tracked: TrackedFile): readonly SentenceProblem[] {
  const { file, text } = tracked;
  return commentsOf(tracked).flatMap(({ start, text: comment }) => {
    const lineAt = (index: number): number => text.slice(0, start + index).split('\n').length;
    const opener = OPENERS.exec(comment)?.[1];
    const words = WORDS.flatMap(({ pattern, rule }) =>
      [...comment.matchAll(pattern)].map(({ 0: found, index }) => ({
        file,
        line: lineAt(index),
        found,
        rule,
      })),
    );
    if (opener === undefined) return words;
    const rule = 'begin with a verb in the third person, or with the noun it describes';
    return [{ file, line: lineAt(0), found: opener, rule }, ...words];
  });
}

/** Number of comments in each file that may still break a rule. */
export type SentenceAllowances = Readonly<Record<string, number>>;

/**
 * Compares the problems of files with their allowances. Reports more problems than allowed, and an allowance that is too high.
 */
export function beyondAllowances(
  problems: readonly SentenceProblem[],
  allowances: SentenceAllowances,
): readonly string[] {
  const files = new Set([...problems.map(({ file }) => file), ...Object.keys(allowances)]);
  return [...files].sort().flatMap((file) => {
    const own = problems.filter((each) => each.file === file);
    const allowed = allowances[file] ?? 0;
    if (own.length > allowed)
      return own.map(({ line, found, rule }) => `${file}:${line} "${found}": ${rule}`);
    if (own.length < allowed)
      return [
        `${file}: ${own.length} comments are left of ${allowed}; lower its number in checks/sentenceAllowances.json`,
      ];
    return [];
  });
}
