import { sentence } from '../documents/index.ts';
import type { Sentence } from '../documents/index.ts';
import { spanOf } from '../time/index.ts';

/** Returns a duration in words for a sentence, such as `15 minutes`. One day is `24 hours`. */
export function durationWords(seconds: number): Sentence {
  const { count, unit } = spanOf(seconds);
  return sentence(`span_${unit}`, { count });
}
