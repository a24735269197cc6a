import { sentence } from '../documents/index.ts';
import type { Sentence } from '../documents/index.ts';
import { describeDuration } from '../time/index.ts';

/** Returns a duration as words for a sentence: `15 minutes`. */
export function durationWords(seconds: number): Sentence {
  const [count = '', unit = ''] = describeDuration(seconds).split(' ');
  switch (unit) {
    case 'second':
      return sentence('span_second')`${{ count }} second`;
    case 'seconds':
      return sentence('span_seconds')`${{ count }} seconds`;
    case 'minute':
      return sentence('span_minute')`${{ count }} minute`;
    case 'minutes':
      return sentence('span_minutes')`${{ count }} minutes`;
    case 'hour':
      return sentence('span_hour')`${{ count }} hour`;
    case 'hours':
      return sentence('span_hours')`${{ count }} hours`;
    case 'day':
      return sentence('span_day')`${{ count }} day`;
    default:
      return sentence('span_days')`${{ count }} days`;
  }
}
