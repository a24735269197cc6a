import { decisionWords } from '../../messages/decisions/index.ts';
import type { MessageFleet } from '../../messages/format/index.ts';
import type { Decision } from '../../rules/evaluation/index.ts';

/**
 * Returns a decision with its rules' sentences in a language. Input and result are JSON text of a decision, or of an object with
 * its `rules`.
 */
export function decisionInLanguage({
  decision,
  language,
}: {
  readonly decision: string;
  readonly language: MessageFleet['language'];
}): string {
  const parsed = JSON.parse(decision) as Pick<Decision, 'rules'>;
  const rules = parsed.rules.map((rule) => decisionWords(rule, language));
  return JSON.stringify({ ...parsed, rules });
}
