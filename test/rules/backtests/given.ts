import { wordsIn } from '../../../messages/lint/index.ts';
import { answering, planBacktest } from '../../../rules/backtests/index.ts';
import type {
  AdmissionContext,
  BacktestPart,
  BacktestQuestion,
  BacktestResult,
  TripMatch,
} from '../../../rules/backtests/index.ts';
import { localClockOf } from '../../../rules/time/index.ts';
import { published } from '../given.ts';

export const ZONE = 'Europe/Berlin';

/** Returns a request for a rule with two recipients, over the first week of March 2026. */
export function questionWith(fields: Partial<BacktestQuestion> = {}): BacktestQuestion {
  return {
    tested: published({ id: 'tested', name: 'Tested' }, 0),
    rivals: [],
    from: '2026-03-01',
    to: '2026-03-07',
    timezone: ZONE,
    ...fields,
  };
}

/** Returns a match, by default of the tested rule. */
export function matchAt(time: string, driverId = 'd-1', rules: readonly number[] = [0]): TripMatch {
  const at = Date.parse(time);
  return {
    driverId,
    tripId: `t-${at / 60_000}`,
    at,
    rules,
    explained: Object.fromEntries(rules.map((each) => [each, { reason: `rule_${each}` }])),
  };
}

/** Returns a part with matches alone. */
export function partOf(...matches: readonly TripMatch[]): BacktestPart {
  return {
    matches,
    outcomes: { matched: matches.length, notMatched: 5, unknown: 0, failed: 0 },
    tripsByDate: { '2026-03-02': matches.length + 5 },
    unknown: [],
  };
}

/** Returns the answer to a request from parts. */
export function answerTo(
  question: BacktestQuestion,
  parts: readonly BacktestPart[],
  { backfilled = 0, ...context }: Partial<AdmissionContext> & { readonly backfilled?: number } = {},
): Omit<BacktestResult, 'notes'> & { readonly notes: readonly string[] } {
  const steps = answering({
    question,
    parts,
    plan: planBacktest(question),
    leftOut: 0,
    backfilled,
    context: {
      timezone: ZONE,
      clock: localClockOf(ZONE),
      silences: [],
      groupsOf: () => undefined,
      ...context,
    },
  });
  for (;;) {
    const step = steps.next();
    if (step.done) return { ...step.value, notes: step.value.notes.map((note) => wordsIn(note)('en')) };
  }
}
