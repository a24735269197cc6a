import type { Digest } from './digest.ts';
import { lastDateOver, periodEnding } from './digestPeriod.ts';
import type { DigestPeriod } from './digestPeriod.ts';

/** Which period somebody asks for, each named by its last date, `YYYY-MM-DD`. */
export interface ChosenDates {
  /** The last one that is over when absent. */
  readonly period?: string;
  /** What it is compared with; the one before it when absent. */
  readonly compare?: string;
}

/** A period somebody asked for, or which of the dates is wrong and why. */
export type ChosenPeriod =
  | { readonly ok: true; readonly period: DigestPeriod }
  | { readonly ok: false; readonly field: keyof ChosenDates; readonly message: string };

/** The service has no earlier data than anybody's, and no fleet asks for a digest of before it drove. */
const EARLIEST = '2000-01-01';

/** The period that somebody asks for at an instant: any that is over. */
export function chosenPeriod(
  { period, compare }: ChosenDates,
  { kind, now }: { readonly kind: Digest['period']; readonly now: Date },
): ChosenPeriod {
  const lastOver = lastDateOver(now);
  const chosen = periodEnding(period ?? lastOver, kind);
  if (period !== undefined) {
    const wrong = wrongEnd(period, chosen.now.to, lastOver);
    if (wrong !== undefined) return { ok: false, field: 'period', message: wrong };
  }
  if (compare === undefined) return { ok: true, period: chosen };
  const before = periodEnding(compare, kind).now;
  const wrong = wrongEnd(compare, before.to, lastOver);
  if (wrong !== undefined) return { ok: false, field: 'compare', message: wrong };
  if (before.to >= chosen.now.from)
    return {
      ok: false,
      field: 'compare',
      message: `does not end before ${chosen.now.from}, when the period begins`,
    };
  return { ok: true, period: { ...chosen, before } };
}

function wrongEnd(date: string, end: string, lastOver: string): string | undefined {
  if (date > lastOver) return `is not over: the last UTC date that is over is ${lastOver}`;
  if (date < EARLIEST) return `is before ${EARLIEST}`;
  return date === end ? undefined : `is not the last date of a month: ${end} is the one before it`;
}
