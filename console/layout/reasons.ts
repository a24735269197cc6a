import type { Say } from '../language/index.ts';

/** Returns the reason for a delivery's state in words. A reason that has no words here is a sentence already. */
export function reasonWords(reason: string | undefined, say: Say): string | undefined {
  return reason === undefined ? undefined : (say.known(`reasons.delivery_${reason}`) ?? reason);
}
