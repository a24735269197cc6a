import { sentence } from '../documents/index.ts';
import type { Sentence } from '../documents/index.ts';
import { DAY_SECONDS, formatDuration } from '../time/index.ts';

/** Returns a duration as words for a sentence: `15 minutes`; a single day is `24 hours`. */
export function durationWords(seconds: number): Sentence {
  const duration = seconds === DAY_SECONDS ? '24h' : formatDuration(seconds);
  const unit = duration.slice(-1) as 's' | 'm' | 'h' | 'd';
  return sentence(`span_${unit}`, { count: Number(duration.slice(0, -1)) });
}
