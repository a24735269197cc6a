import { Sentence, sentence } from '../../../rules/documents/index.ts';
import type { DocumentIssue } from '../../../rules/documents/index.ts';

/** Returns the words for a rule that uses another document. */
export function ruleWords(id: string): Sentence {
  return sentence('userRule', { name: id });
}

/** Returns the words for a shared condition that uses another condition. */
export function conditionWords(id: string): Sentence {
  return sentence('userCondition', { name: id });
}

/** Returns the words for a published escalation policy that uses another document. */
export function policyWords(id: string): Sentence {
  return sentence('userPolicy', { name: id });
}

/** Returns the words for an incident that still runs by a version of a policy. */
export function runningWords(id: string, version: number): Sentence {
  return sentence('userIncident', { name: id, version });
}

/** Returns the sentence for a problem at the position where a document uses the checked document. */
export function usesAt(user: Sentence, { pointer, message, words }: DocumentIssue): Sentence {
  return sentence('usesAt', { user, pointer, problem: problemOf(message, words) });
}

/** Returns the sentence for a problem in a document that uses the checked document. */
export function refusedWith(user: Sentence, { pointer, message, words }: DocumentIssue): Sentence {
  return sentence('refusedWith', { user, pointer, problem: problemOf(message, words) });
}

function problemOf(message: string, words: DocumentIssue['words']): string | Sentence {
  return words instanceof Sentence ? words : message;
}
