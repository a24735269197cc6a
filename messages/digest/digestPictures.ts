import type { DigestContent } from './content.ts';
import { EMAIL_LEVELS } from './limits.ts';
import { linePng } from './lineChart.ts';
import { hasLine, hasRatings } from './pictures.ts';
import { lineAltText, ratingsAltText } from './pictureWords.ts';
import { ratingsPng } from './ratingsChart.ts';
import { tellingOf } from './telling.ts';
import type { PictureId } from './view.ts';

/** A picture that goes with a digest. */
export interface DigestPicture {
  readonly id: PictureId;
  /** Content id in an e-mail: `cid:digest-line`. */
  readonly cid: string;
  readonly fileName: string;
  readonly png: Uint8Array;
  readonly altText: string;
}

/** The content id of a picture. */
export function pictureCid(id: PictureId): string {
  return `digest-${id}`;
}

/** The pictures of a digest: the line of eight periods and the ratings, each only where something is known. */
export function digestPictures(content: DigestContent): readonly DigestPicture[] {
  const { scores } = content;
  if (scores === null) return [];
  const telling = tellingOf(content, { limits: EMAIL_LEVELS[0] });
  const picture = (id: PictureId, png: Uint8Array, altText: string): DigestPicture => ({
    id,
    cid: pictureCid(id),
    fileName: `${pictureCid(id)}.png`,
    png,
    altText,
  });
  return [
    ...(hasLine(content) ? [picture('line', linePng(scores, telling), lineAltText(scores, telling))] : []),
    ...(hasRatings(content)
      ? [picture('ratings', ratingsPng(scores, telling), ratingsAltText(telling))]
      : []),
  ];
}
