import * as z from 'zod';
import { worded } from '../../../messages/language/index.ts';
import { addDays, firstInstantFrom } from '../../../rules/time/index.ts';
import { Problem } from '../../http/index.ts';

const DAY_MS = 86_400_000;

/** Query parameters for a range of whole days in the fleet's time zone. */
export const DAYS_QUERY = {
  from: z.iso.date().optional().meta({ description: 'First day.', example: '2026-01-05' }),
  to: z.iso.date().optional().meta({ description: 'Last day, included.', example: '2026-02-01' }),
};

/**
 * Returns a range of whole days as instants. Without `to`, the range ends now. Without `from`, it has
 * `usualDays` days.
 * @returns `to` is exclusive
 * @throws Problem 400 if the range is reversed or too long
 */
export function daysOf(
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
  args: {
    readonly timezone: string;
    readonly now: Date;
    readonly usualDays: number;
    readonly mostDays: number;
  },
): { readonly from: Date; readonly to: Date } {
  const { timezone, now, usualDays, mostDays } = args;
  const midnight = (date: string): Date => firstInstantFrom({ date, minutes: 0 }, timezone);
  const to = query.to === undefined ? new Date(now.getTime() + 1) : midnight(addDays(query.to, 1));
  const from = query.from === undefined ? new Date(to.getTime() - usualDays * DAY_MS) : midnight(query.from);
  if (from >= to) throw new Problem(400, worded('problems.daysReversed'));
  // Half a day of tolerance, because a day on which clocks are set back is an hour longer.
  if (to.getTime() - from.getTime() > mostDays * DAY_MS + DAY_MS / 2)
    throw new Problem(400, worded('problems.daysTooMany', { days: mostDays }));
  return { from, to };
}
