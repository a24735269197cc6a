import { decisionSentence, factLabel } from '../../messages/decisions/index.ts';
import type { AlertFact } from '../../messages/format/index.ts';
import type { Language } from '../../messages/language/index.ts';
import type { TraceNode } from '../../rules/evaluation/index.ts';

/** A condition that was true, as a decision stores it. */
type Comparison = Omit<TraceNode, 'result'>;

/** The conditions that the pictures are about. */
export const CONDITIONS = {
  collision: {
    fact: 'trip.events.count',
    params: { type: 'COLLISION' },
    actual: 1,
    operator: 'greaterThanInclusive',
    value: 1,
  },
  hardBrakes: {
    fact: 'trip.events.count',
    params: { type: 'HARD_BRAKE' },
    actual: 5,
    operator: 'greaterThanInclusive',
    value: 4,
  },
  twoHardBrakes: {
    fact: 'trip.events.count',
    params: { type: 'HARD_BRAKE' },
    actual: 2,
    operator: 'greaterThanInclusive',
    value: 1,
  },
  phoneUse: {
    fact: 'driver.events.count',
    params: { type: 'PHONE_USE', window: '7d' },
    actual: 3,
    operator: 'greaterThanInclusive',
    value: 3,
  },
  scoreDrop: {
    fact: 'driver.score_change',
    params: { over: '7d' },
    actual: -12.5,
    operator: 'lessThanInclusive',
    value: -10,
  },
  ghost: {
    fact: 'trip.distance_km',
    actual: 0.12,
    operator: 'lessThan',
    value: 0.5,
  },
} satisfies Readonly<Record<string, Comparison>>;

/** Returns Tripline's sentence for a decision whose only condition was true, in a language. */
export function sentenceOf(name: keyof typeof CONDITIONS, language: Language): string {
  const trace = { ...CONDITIONS[name], result: 'true' } as const;
  return decisionSentence({ reason: 'matched', trace }, language);
}

/** Returns the fact of such a condition, with its label in English and in the language. */
export function factOf(name: keyof typeof CONDITIONS, language: Language): AlertFact {
  const { fact, actual, ...condition } = CONDITIONS[name];
  const named = { fact, ...('params' in condition && { params: condition.params }) };
  return {
    name: fact,
    label: factLabel(named, 'en', actual),
    value: actual,
    ...(language !== 'en' && { shownLabel: factLabel(named, language, actual) }),
  };
}
