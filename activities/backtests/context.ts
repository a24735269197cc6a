import { localClockOf, planBacktest } from '../../rules/backtest/index.ts';
import type { AdmissionContext, BacktestQuestion } from '../../rules/backtest/index.ts';
import { MOST_IN_A_ROW } from '../../rules/admission/index.ts';
import type { Db } from '../../store/db/index.ts';
import { silencesBetween } from '../../store/alerts/index.ts';
import { fleetFactsOf } from './fleet.ts';
import { rangeOf } from './range.ts';

/** Silences that begin so long after the range may still leave out what was held in it: no quiet hours last longer. */
const LONGEST_HELD_MS = (MOST_IN_A_ROW + 1) * 86_400_000;

/** What surrounds a back-test's alerts: the silences that counted when its trips ended, or when their quiet hours did. */
export async function contextOf(
  db: Db,
  args: { readonly fleetId: string; readonly question: BacktestQuestion },
): Promise<AdmissionContext> {
  const { fleetId, question } = args;
  const { timezone } = question;
  const range = rangeOf(question);
  const heldUntil = new Date(range.to.getTime() + LONGEST_HELD_MS);
  const { groupsOf } = await fleetFactsOf(db, { fleetId, plan: planBacktest(question), range });
  return {
    timezone,
    clock: localClockOf(timezone),
    silences: await silencesBetween(db, { fleetId, from: range.from, to: heldUntil }),
    groupsOf,
  };
}
