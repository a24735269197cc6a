import { formatDuration, formatNumber } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';

const DAY_SECONDS = 86_400;
/** Number of days from which a duration is shown in days instead of hours. */
const DAYS_FROM = 2;

/**
 * Describes by how much the clock of a trip's device was ahead, and the consequence.
 * @param seconds seconds from the receipt of the trip to its recorded end
 */
export function clockWords(seconds: number, language: Language): string {
  const say = textsOf(language);
  const days = Math.floor(seconds / DAY_SECONDS);
  const span =
    days >= DAYS_FROM
      ? say('decisions.days', { value: formatNumber(days, language) })
      : formatDuration(seconds, language);
  return say('decisions.clockAhead', { span });
}
