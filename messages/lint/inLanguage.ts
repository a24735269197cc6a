import type { DocumentIssue, Words } from '../../rules/documents/index.ts';
import { sayWords } from '../../texts/say/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language, Worded } from '../language/index.ts';

/** Returns an issue with its message in a language. A message stays in English if its words are not stored as data. */
export function inLanguage(issue: DocumentIssue, language: Language): DocumentIssue {
  const { pointer, message, allowed, words } = issue;
  if (words === undefined) return issue;
  return { pointer, message: wordsIn(words, message)(language), ...(allowed && { allowed }) };
}

/**
 * Returns a text that can be shown in any language.
 * @param english fallback for stored words whose text no longer exists in the catalogue
 */
export function wordsIn(words: Words, english = ''): Worded {
  return (language) => sayWords(words, textsOf(language)) ?? english;
}
