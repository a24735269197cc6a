import type { AdmissionContext } from '../rules/backtest/admissionReplay.ts';
import { localClockOf } from '../rules/backtest/localTime.ts';
import type { BacktestQuestion } from '../rules/backtest/question.ts';
import type { Db } from '../store/database.ts';
import { silencesBetween } from '../store/silences.ts';
import { rangeOf } from './backtestRange.ts';

/** What surrounds a back-test's alerts: the silences that counted when its trips ended. */
export async function contextOf(
  db: Db,
  args: { readonly fleetId: string; readonly question: BacktestQuestion },
): Promise<AdmissionContext> {
  const { timezone } = args.question;
  return {
    timezone,
    clock: localClockOf(timezone),
    silences: await silencesBetween(db, { fleetId: args.fleetId, ...rangeOf(args.question) }),
    groupsOf: () => undefined,
  };
}
