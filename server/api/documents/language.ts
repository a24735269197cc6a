import * as z from 'zod';
import { inLanguage } from '../../../messages/lint/index.ts';
import type { DocumentIssue } from '../../../rules/lint/index.ts';
import { Problem } from '../../http/index.ts';
import type { ProblemIssue } from '../../http/index.ts';

/** The language of errors and warnings, in a query. */
export const languageOfIssues = z.enum(['en', 'de']).optional().meta({
  description: 'Of errors and warnings; default: of warnings English, of errors the `Accept-Language`.',
});

type IssueLanguage = z.infer<typeof languageOfIssues>;

/** Issues with their messages in a language. */
export function said(issues: readonly DocumentIssue[], language: IssueLanguage = 'en'): DocumentIssue[] {
  return issues.map((issue) => inLanguage(issue, language));
}

/** Does something that may refuse a document, and says in a language why. @throws Problem 422 with every mistake */
export async function inWordsOf<T>(language: IssueLanguage, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (language === undefined || !(error instanceof Problem) || error.errors === undefined) throw error;
    // The issue itself, not a copy: its words are no property of its own.
    const errors = error.errors.map((issue) => (isOfDocument(issue) ? inLanguage(issue, language) : issue));
    const { code, more, headers } = error;
    throw new Problem(error.status, error.detail, { code, errors, more, headers });
  }
}

/** Returns whether an issue was found in a document: its message is an English sentence, its words are data. */
function isOfDocument(issue: ProblemIssue): issue is DocumentIssue {
  return typeof issue.message === 'string';
}
