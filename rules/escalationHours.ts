import type { PolicyStep } from './escalationPolicy.ts';
import { quietUntil } from './quietHours.ts';

const MIDNIGHT = '00:00';

/**
 * Whether a step may tell people at an instant. Its hours run from `from` to the next `to` on the clock of their zone, over
 * midnight too; `days` are the days on which they begin. Without `from` they begin at midnight, without `to` they end there.
 */
export function isInHours(when: PolicyStep['when'], at: Date): boolean {
  if (!when) return true;
  const { from = MIDNIGHT, to = MIDNIGHT, timezone, days } = when;
  return quietUntil({ from, to, timezone, ...(days && { days }) }, at) !== undefined;
}
