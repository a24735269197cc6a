import { sentence } from '../documents/index.ts';
import type { EscalationPolicy, IssueList, Sentence } from '../documents/index.ts';
import { chainsOf, hoursBetween, namedReceivers, pagesOf, receiverListsOf } from '../escalation/index.ts';
import { receiverKey } from '../recipients/index.ts';
import type { PolicyChain } from '../escalation/index.ts';
import { DAY_SECONDS, parseDuration, zonedClock } from '../time/index.ts';
import { durationWords } from './durationWords.ts';

/** Minimum seconds between two steps. In less time, no person can answer before the next step. */
const SHORTEST_ANSWER_SECONDS = 60;
const SHORTEST_SILENCE_SECONDS = 300;

function minutesApart(seconds: number): Sentence {
  return seconds === 0 ? sentence('atOnce') : sentence('afterSpan', { span: durationWords(seconds) });
}

/** Names of a policy's fields as shown in messages. */
const FIELD = { every: '`every`', unanswered: '`unanswered`', when: '`when`' } as const;

/** Refuses a receiver that is named twice in one step, because both would be the same message. */
function refuseTwice(policy: EscalationPolicy, issues: IssueList): void {
  for (const list of receiverListsOf(policy)) {
    const first = new Map<string, string>();
    for (const named of namedReceivers(list)) {
      const key = receiverKey(named);
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, named.pointer);
      else issues.error(named.pointer, sentence('recipientTwice', { earlier }));
    }
  }
}

/** Refuses steps that are not in order of time. Warns of steps that leave no time to answer. */
function lintWaits({ steps, pointer }: PolicyChain, issues: IssueList): void {
  steps.forEach(({ after, notify }, index) => {
    const before = steps[index - 1];
    if (!before) return;
    const gap = parseDuration(after) - parseDuration(before.after);
    const at = `${pointer}/steps/${index}`;
    if (gap < 0)
      issues.error(
        `${at}/after`,
        sentence('stepsOrder', {
          step: index + 1,
          span: durationWords(parseDuration(after)),
          earlier: index,
          other: durationWords(parseDuration(before.after)),
        }),
      );
    if (gap === 0) {
      const notified = new Set(namedReceivers({ notify: before.notify, pointer: '' }).map(receiverKey));
      for (const named of namedReceivers({ notify, pointer: `${at}/notify` }))
        if (notified.has(receiverKey(named)))
          issues.warn(named.pointer, sentence('notifiedTwice', { step: index }));
    }
    if (gap > 0 && gap < SHORTEST_ANSWER_SECONDS)
      issues.warn(`${at}/after`, sentence('tooFast', { span: durationWords(gap) }));
  });
}

function lintFirstStep({ steps, pointer, isLate }: PolicyChain, issues: IssueList): void {
  const wait = parseDuration(steps[0]?.after ?? '0s');
  if (wait > 0 && !isLate)
    issues.warn(`${pointer}/steps/0/after`, sentence('firstWaits', { span: durationWords(wait) }));
}

function lintRepeat({ steps, repeat, pointer }: PolicyChain, issues: IssueList): void {
  if (!repeat) return;
  const every = parseDuration(repeat.every);
  if (repeat.times === 0)
    issues.warn(`${pointer}/repeat/times`, sentence('repeatsNothing', { field: FIELD.every }));
  if (every === 0 && parseDuration(steps[0]?.after ?? '0s') === 0)
    issues.error(`${pointer}/repeat/every`, sentence('roundsAtOnce'));
  else if (every < SHORTEST_ANSWER_SECONDS)
    issues.warn(`${pointer}/repeat/every`, sentence('roundTooFast', { when: minutesApart(every) }));
}

function lintLength(policy: EscalationPolicy, { pointer, isLate }: PolicyChain, issues: IssueList): void {
  const seconds = pagesOf(policy, { late: isLate }).reduce((sum, page) => sum + page.gapSeconds, 0);
  if (seconds > DAY_SECONDS)
    issues.warn(`${pointer}/steps`, sentence('unansweredLate', { hours: Math.round(seconds / 3_600) }));
}

/** Warns if all recipients of `unanswered` were already paged by the steps and did not answer. */
function lintUnanswered(policy: EscalationPolicy, issues: IssueList): void {
  const { unanswered } = policy;
  if (!unanswered) {
    issues.warn('/unanswered', sentence('noUnanswered'));
    return;
  }
  for (const chain of chainsOf(policy)) {
    const notified = new Set(
      chain.steps.flatMap(({ notify }) => namedReceivers({ notify, pointer: '' }).map(receiverKey)),
    );
    const fallback = namedReceivers({ notify: unanswered, pointer: '/unanswered' });
    if (fallback.every((named) => notified.has(receiverKey(named))))
      return issues.warn('/unanswered', sentence('unansweredSame'));
  }
}

function lintSpans(
  { repage_after: silence, join_within: join, late }: EscalationPolicy,
  issues: IssueList,
): void {
  if (silence !== undefined && parseDuration(silence) === 0)
    issues.error('/repage_after', sentence('lapsesAtOnce'));
  else if (silence !== undefined && parseDuration(silence) < SHORTEST_SILENCE_SECONDS)
    issues.warn('/repage_after', sentence('pagedAgainSoon', { span: durationWords(parseDuration(silence)) }));
  if (silence !== undefined && parseDuration(silence) > DAY_SECONDS)
    issues.warn('/repage_after', sentence('pagedAgainLate'));
  if (join !== undefined && parseDuration(join) === 0) issues.warn('/join_within', sentence('joinZero'));
  if (join !== undefined && parseDuration(join) > DAY_SECONDS)
    issues.warn('/join_within', sentence('joinLong'));
  if (late && parseDuration(late.after) === 0) issues.warn('/late/after', sentence('lateZero'));
}

function warnOfPlainHttp(policy: EscalationPolicy, issues: IssueList): void {
  for (const { receiver, pointer } of receiverListsOf(policy).flatMap(namedReceivers))
    if (receiver.startsWith('http:')) issues.warn(pointer, sentence('httpIncident'));
}

/** Finds mistakes and probable mistakes in an escalation policy. Its fields must be valid. */
export function lintEscalationPolicy(policy: EscalationPolicy, issues: IssueList): void {
  refuseTwice(policy, issues);
  for (const chain of chainsOf(policy)) {
    lintWaits(chain, issues);
    lintRepeat(chain, issues);
    if (issues.errors.length > 0) continue;
    lintFirstStep(chain, issues);
    lintLength(policy, chain, issues);
    lintStepHours(chain, issues);
  }
  lintUnanswered(policy, issues);
  lintSpans(policy, issues);
  warnOfPlainHttp(policy, issues);
}

/**
 * The week in which a policy's hours are checked, and the minutes between two checked instants. No time zone changes its clock in
 * this week.
 */
const WEEK_START = Date.parse('2026-01-12T00:00:00Z');
const WEEK_MINUTES = 7 * 24 * 60;
const APART_MINUTES = 15;
const WEEKDAYS = [
  sentence('sunday'),
  sentence('monday'),
  sentence('tuesday'),
  sentence('wednesday'),
  sentence('thursday'),
  sentence('friday'),
  sentence('saturday'),
];

/**
 * Finds the quarter hours of a week in which an incident could open and every step of the chain would be skipped. Returns the
 * first one and their number.
 */
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

/** Warns of hours that limit nothing, and of times at which a whole chain would notify no recipient. */
function lintStepHours(chain: PolicyChain, issues: IssueList): void {
  chain.steps.forEach(({ when }, index) => {
    if (!when) return;
    const pointer = `${chain.pointer}/steps/${index}/when`;
    const { days, from = '00:00', to = '00:00' } = when;
    const isAllWeek = days === undefined || new Set(days).size === 7;
    if (from === to && isAllWeek) issues.warn(pointer, sentence('neverSkipped'));
    else if (when.from !== undefined && when.from === when.to)
      issues.warn(`${pointer}/to`, sentence('wholeDayFrom', { from }));
    if (days && new Set(days).size < days.length) issues.warn(`${pointer}/days`, sentence('dayTwice'));
  });
  const found = unheard(chain);
  if (!found) return;
  const zone = chain.steps[0]?.when?.timezone ?? 'UTC';
  const { date, minutes } = zonedClock(found.at, zone);
  const day = WEEKDAYS[new Date(date).getUTCDay()] ?? '';
  const clock = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  issues.warn(
    `${chain.pointer}/steps`,
    sentence('hoursUnheard', {
      hours: Math.round(found.quarters / 4) || 1,
      day,
      clock,
      zone,
      unanswered: FIELD.unanswered,
      when: FIELD.when,
    }),
  );
}
