import type { DocumentIssue, Words, WordsValue } from '../../rules/documents/index.ts';
import { isTextKey, textsOf } from '../language/index.ts';
import type { Language, Say, TextKey, Worded } from '../language/index.ts';

/** An issue with its message in a language; one whose words are no data stays as it is, in English. */
export function inLanguage(issue: DocumentIssue, language: Language): DocumentIssue {
  const { pointer, message, allowed, words } = issue;
  if (words === undefined) return issue;
  return { pointer, message: wordsIn(words, message)(language), ...(allowed && { allowed }) };
}

/**
 * Words in whatever language is read.
 * @param english said for words whose text there is no more
 */
export function wordsIn(words: Words, english = ''): Worded {
  return (language) => (isTextKey(keyOf(words)) ? said(words, textsOf(language)) : english);
}

function keyOf({ key }: Words): string {
  return `lint.${key}`;
}

function said(words: Words, say: Say): string {
  const values = Object.entries(words.values).map(([name, value]) => [name, valueIn(value, say)] as const);
  return say(keyOf(words) as TextKey, Object.fromEntries(values));
}

function valueIn(value: WordsValue, say: Say): string | number {
  return typeof value === 'object' ? said(value, say) : value;
}
