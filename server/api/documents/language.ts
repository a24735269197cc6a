import * as z from 'zod';
import { inLanguage } from '../../../messages/lint/index.ts';
import type { DocumentIssue } from '../../../rules/lint/index.ts';
import { Problem } from '../../http/index.ts';
import type { ProblemIssue } from '../../http/index.ts';

/** Query field for the language of errors and warnings. */
export const languageOfIssues = z.enum(['en', 'de']).optional().meta({
  description: 'Of errors and warnings; default: of warnings English, of errors the `Accept-Language`.',
});

type IssueLanguage = z.infer<typeof languageOfIssues>;

/** Returns issues with their messages in the requested language. */
export function said(issues: readonly DocumentIssue[], language: IssueLanguage = 'en'): DocumentIssue[] {
  return issues.map((issue) => inLanguage(issue, language));
}

/**
 * Runs a check that may refuse a document, and words its errors in the requested language.
 * @throws Problem 422 with every mistake
 */
export async function inWordsOf<T>(language: IssueLanguage, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (language === undefined || !(error instanceof Problem) || error.errors === undefined) throw error;
    // `inLanguage` needs the issue itself, because a copy would lose the data for translation.
    const errors = error.errors.map((issue) => (isOfDocument(issue) ? inLanguage(issue, language) : issue));
    const { code, more, headers } = error;
    throw new Problem(error.status, error.detail, { code, errors, more, headers });
  }
}

/** Returns whether an issue was found in a document. Such an issue has an English message, and data to translate it. */
function isOfDocument(issue: ProblemIssue): issue is DocumentIssue {
  return typeof issue.message === 'string';
}
