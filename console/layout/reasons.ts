import type { Say } from '../language/index.ts';

/** Why a delivery stands as it does. A reason that has no words here is a sentence already. */
export function reasonWords(reason: string | undefined, say: Say): string | undefined {
  return reason === undefined ? undefined : (say.known(`reasons.delivery_${reason}`) ?? reason);
}
