import type { DocumentIssue, Words, WordsValue } from '../../rules/documents/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language, Say, Worded } from '../language/index.ts';

/** Returns an issue with its message in a language. A message whose words are not stored as data stays in English. */
export function inLanguage(issue: DocumentIssue, language: Language): DocumentIssue {
  const { pointer, message, allowed, words } = issue;
  if (words === undefined) return issue;
  return { pointer, message: wordsIn(words, message)(language), ...(allowed && { allowed }) };
}

/**
 * Returns words for any reader's language.
 * @param english said for words whose text no longer exists
 */
export function wordsIn(words: Words, english = ''): Worded {
  return (language) => said(words, textsOf(language)) ?? english;
}

/**
 * Says stored words. Undefined where their text, or one inside it, no longer exists, because they may be older than the
 * catalogue.
 */
function said(words: Words, say: Say): string | undefined {
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(words.values)) {
    const shown = valueIn(value, say);
    if (shown === undefined) return undefined;
    values[name] = shown;
  }
  return say.known(`lint.${words.key}`, values);
}

function valueIn(value: WordsValue, say: Say): string | number | undefined {
  return typeof value === 'object' ? said(value, say) : value;
}
