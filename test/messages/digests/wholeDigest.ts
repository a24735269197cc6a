import { EMAIL_LEVELS, digestView, mailText } from '../../../messages/digests/index.ts';
import type { DigestContent } from '../../../messages/digests/index.ts';

/** All of a digest as text; its e-mail holds the essentials only. */
export function wholeText(content: DigestContent): string {
  return mailText(digestView(content, { limits: EMAIL_LEVELS[0] }));
}
