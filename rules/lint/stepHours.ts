import { parseDuration, zonedClock } from '../time/index.ts';
import type { IssueList } from '../documents/index.ts';
import { hoursBetween } from '../escalation/index.ts';
import type { PolicyChain } from '../escalation/index.ts';

/** A week without a change of the clock anywhere; how far apart its moments are that are looked at, in minutes. */
const WEEK_START = Date.parse('2026-01-12T00:00:00Z');
const WEEK_MINUTES = 7 * 24 * 60;
const APART_MINUTES = 15;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The first quarter of an hour of a week in which every step of the chain is skipped, and how many there are. */
function unheard({ steps }: PolicyChain): { readonly at: Date; readonly quarters: number } | undefined {
  const planned = steps.flatMap(({ after, when }) => {
    const first = WEEK_START + parseDuration(after) * 1_000;
    const last = first + WEEK_MINUTES * 60_000;
    return when ? [{ first, hours: hoursBetween(when, new Date(first), new Date(last)) }] : [];
  });
  if (planned.length < steps.length) return undefined;
  const silent: number[] = [];
  for (let minutes = 0; minutes < WEEK_MINUTES; minutes += APART_MINUTES) {
    const isHeard = planned.some(({ first, hours }) => {
      const at = new Date(first + minutes * 60_000);
      return hours.some(({ start, end }) => start <= at && at < end);
    });
    if (!isHeard) silent.push(WEEK_START + minutes * 60_000);
  }
  const [at] = silent;
  return at === undefined ? undefined : { at: new Date(at), quarters: silent.length };
}

/** Warns of hours that limit nothing, and of times at which a whole chain would tell nobody. */
export function lintStepHours(chain: PolicyChain, issues: IssueList): void {
  chain.steps.forEach(({ when }, index) => {
    if (!when) return;
    const pointer = `${chain.pointer}/steps/${index}/when`;
    const { days, from = '00:00', to = '00:00' } = when;
    const isAllWeek = days === undefined || new Set(days).size === 7;
    if (from === to && isAllWeek)
      issues.warn(pointer, 'names no hours and no days: the step is never skipped');
    else if (when.from !== undefined && when.from === when.to)
      issues.warn(`${pointer}/to`, `is the same as from: that is 24 hours from ${from} on`);
    if (days && new Set(days).size < days.length) issues.warn(`${pointer}/days`, 'names a day twice');
  });
  const found = unheard(chain);
  if (!found) return;
  const zone = chain.steps[0]?.when?.timezone ?? 'UTC';
  const { date, minutes } = zonedClock(found.at, zone);
  const day = WEEKDAYS[new Date(date).getUTCDay()];
  const clock = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  issues.warn(
    `${chain.pointer}/steps`,
    `for ${Math.round(found.quarters / 4) || 1} hours of a week every step is outside of its hours: an incident opened on a ${day} at ${clock} (${zone}) is told to nobody in its first round (without \`unanswered\`: to its steps all the same); leave out \`when\` on one step`,
  );
}
