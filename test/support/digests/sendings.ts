import { lastSending } from '../../../rules/digests/index.ts';
import type { DigestTiming, Sending } from '../../../rules/digests/index.ts';

/** The sendings of a digest from an instant to before another one, in order. */
export function sendingsBetween(timing: DigestTiming, from: Date, to: Date): readonly Sending[] {
  const sendings: Sending[] = [];
  let sending = lastSending(timing, new Date(to.getTime() - 1));
  for (; sending && sending.at >= from; sending = lastSending(timing, new Date(sending.at.getTime() - 1)))
    sendings.unshift(sending);
  return sendings;
}
