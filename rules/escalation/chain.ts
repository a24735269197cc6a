import { isQuietAt, quietSpans } from '../admission/index.ts';
import type { QuietSpan } from '../admission/index.ts';
import type { EscalationPolicy, PolicyReceiver, PolicyStep, QuietHours } from '../documents/index.ts';
import { parseDuration } from '../time/index.ts';

/** One page (notification of people) in an escalation chain: a step of a round, or the page at the end of the chain. */
export interface Page {
  readonly kind: 'step' | 'unanswered';
  /** Numbers of the round and the step, from 1. `step` is absent for the page at the end of the chain. */
  readonly round: number;
  readonly step?: number;
  /** Seconds since the previous page, or since the incident opened. */
  readonly gapSeconds: number;
  readonly notify: readonly PolicyReceiver[];
  readonly when?: PolicyStep['when'];
}

/** Seconds after the last page at which an incident is unanswered. Used if the policy has no `repeat`. */
const UNANSWERED_AFTER_SECONDS = 15 * 60;

/**
 * Returns all pages of a policy's chain, in order: the steps of each round, then the `unanswered` page. The `unanswered` page is
 * added even if the policy names no receivers for it, so that the missing answer is recorded.
 * @param late true for the policy's chain for late trips, if it has one
 */
export function pagesOf(policy: EscalationPolicy, { late }: { readonly late: boolean }): readonly Page[] {
  const { steps, repeat } = late && policy.late ? policy.late : policy;
  const everySeconds = repeat ? parseDuration(repeat.every) : UNANSWERED_AFTER_SECONDS;
  const pages: Page[] = [];
  for (let round = 1; round <= 1 + (repeat?.times ?? 0); round += 1)
    steps.forEach(({ after, notify, when }, index) => {
      const before = index > 0 ? parseDuration(steps[index - 1]!.after) : 0;
      const pause = round > 1 && index === 0 ? everySeconds : 0;
      pages.push({
        kind: 'step',
        round,
        step: index + 1,
        notify,
        gapSeconds: pause + parseDuration(after) - before,
        ...(when && { when }),
      });
    });
  const { round } = pages[pages.length - 1]!;
  return [...pages, { kind: 'unanswered', round, gapSeconds: everySeconds, notify: policy.unanswered ?? [] }];
}

const MIDNIGHT = '00:00';

/**
 * Returns whether a step may notify people at an instant. A step's hours last from `from` to the next `to` in their time zone,
 * which may be after midnight. Absent times are midnight. `days` lists the days on which the hours begin.
 */
export function isInHours(when: PolicyStep['when'], at: Date): boolean {
  return !when || isQuietAt(asQuietHours(when), at);
}

/** Returns the hours of a step that may overlap a range, for callers that would otherwise call `isInHours` many times. */
export function hoursBetween(
  when: NonNullable<PolicyStep['when']>,
  from: Date,
  to: Date,
): readonly QuietSpan[] {
  return quietSpans(asQuietHours(when), from, to);
}

/**
 * Converts a step's hours to quiet hours. Both are ranges of local time with the days on which they begin, so the same code can
 * check them.
 */
function asQuietHours(when: NonNullable<PolicyStep['when']>): QuietHours {
  const { from = MIDNIGHT, to = MIDNIGHT, timezone, days } = when;
  return { from, to, timezone, ...(days && { days }) };
}

const DAY_WORDS: Readonly<Record<string, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

/** Returns hours in words, such as `Monday to Friday, 08:00 to 18:00 (Europe/Berlin)`. */
export function hoursInWords({ from, to, days, timezone }: NonNullable<PolicyStep['when']>): string {
  const names = Object.keys(DAY_WORDS);
  const listed = names.filter((name) => (days as readonly string[] | undefined)?.includes(name));
  const places = listed.map((name) => names.indexOf(name));
  const inARow = places.length > 2 && places.at(-1)! - places[0]! === places.length - 1;
  const words = listed.map((name) => DAY_WORDS[name]!);
  const dayText = inARow ? `${words[0]} to ${words.at(-1)}` : words.join(', ');
  const clock = from === undefined && to === undefined ? '' : `${from ?? '00:00'} to ${to ?? '24:00'}`;
  return `${[dayText, clock].filter(Boolean).join(', ') || 'always'} (${timezone})`;
}
