import type { Say, TextKey } from '../language/index.ts';

/** The text of a key that ends with a name from the API; a name without a text stands as it is. */
export function wordsOr(name: string, key: string, say: Say): string {
  const words = say(key as TextKey);
  return words === key ? name : words;
}

/** Why a delivery stands as it does. A reason that has no words here is a sentence already. */
export function reasonWords(reason: string | undefined, say: Say): string | undefined {
  return reason === undefined ? undefined : wordsOr(reason, `reasons.delivery_${reason}`, say);
}
