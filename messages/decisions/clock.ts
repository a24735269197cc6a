import { formatDuration, formatNumber } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';

const DAY_SECONDS = 86_400;
/** From here on days say more than hours. */
const DAYS_FROM = 2;

/** What a trip says whose device's clock was ahead: by how much, and what follows from that. @param seconds end less receipt */
export function clockWords(seconds: number, language: Language): string {
  const say = textsOf(language);
  const days = Math.floor(seconds / DAY_SECONDS);
  const span =
    days >= DAYS_FROM
      ? say('decisions.days', { value: formatNumber(days, language) })
      : formatDuration(seconds, language);
  return say('decisions.clockAhead', { span });
}
