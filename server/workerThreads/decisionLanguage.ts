import { decisionWords } from '../../messages/decisions/index.ts';
import type { MessageFleet } from '../../messages/format/index.ts';
import type { Decision } from '../../rules/evaluation/index.ts';

/** A decision, or what of one holds its rules, as JSON text with the sentences of its rules in a language. */
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
