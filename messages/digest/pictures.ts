import { DIGEST_RATINGS } from './content.ts';
import type { DigestContent } from './content.ts';

/** Whether any score of the eight periods is known, so that there is a line to draw. */
export function hasLine({ scores }: DigestContent): boolean {
  return scores?.line.some(({ score }) => score !== null) ?? false;
}

/** Whether any of the four ratings is known. */
export function hasRatings({ scores }: DigestContent): boolean {
  return scores !== null && DIGEST_RATINGS.some((rating) => scores.ratings[rating].value !== null);
}
