import { EMAIL_LEVELS, digestView, mailText } from '../../../messages/digests/index.ts';
import type { DigestContent } from '../../../messages/digests/index.ts';

/** Returns the whole digest as text, because its e-mail has only the essentials. */
export function wholeText(content: DigestContent): string {
  return mailText(digestView(content, { limits: EMAIL_LEVELS[0] }));
}
