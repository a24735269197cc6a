import type { Decision, RuleDecision } from '../../rules/evaluation/index.ts';
import { oneLine } from './plainText.ts';

/** How each stop is called on a line that has no room for its sentence (`stopWords`). */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['shadow', 'in shadow'],
  ['silenced', 'silenced'],
  ['suppressed', 'suppressed'],
  ['throttled', 'throttled'],
  ['over_budget', 'over budget'],
  ['quiet_hours', 'held'],
]);

/**
 * Why nobody, or nobody yet, was told of a rule that matched, in a word such as `throttled`.
 * @returns undefined when somebody was told, or the rule did not match
 */
export function stopWord(
  decision: Pick<Decision, 'actions'>,
  rule: Pick<RuleDecision, 'rule' | 'outcome' | 'trial'>,
): string | undefined {
  if (rule.outcome !== 'matched' || rule.trial) return undefined;
  const own = decision.actions.filter((each) => each.rule === rule.rule && !each.trial);
  const reason = own[0]?.reason;
  if (reason === undefined || own.some((each) => each.reason !== reason)) return undefined;
  return WORDS.get(reason);
}

/** What became of an alert, as far as it is not simply told. */
export interface ToldAlert {
  readonly state: 'raised' | 'held' | 'stopped';
  readonly reason?: string;
  /** A silence's id, the suppressing rule, the time of the alert that holds it, the budget, what resolved it. */
  readonly detail?: string;
}

const RESOLVED: ReadonlyMap<string, string> = new Map([
  ['deleted', 'the trip was deleted'],
  ['gone', 'the trip is no longer at the analytics service'],
  ['not_matched', 'the rule no longer matches the trip'],
]);

const LONGEST_DETAIL = 200;

/** `2026-11-21T10:17:55.000Z` as `2026-11-21 10:17 UTC`; anything else as it is. */
function minuteOf(at: string): string {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) ? `${at.slice(0, 16).replace('T', ' ')} UTC` : at;
}

/** Why an alert was not told, or not by itself, or not at once, as a sentence; undefined when it simply was. */
export function stopWords({ reason, detail: given }: ToldAlert): string | undefined {
  const detail = given === undefined ? undefined : oneLine(given, LONGEST_DETAIL);
  switch (reason) {
    case undefined:
      return undefined;
    case 'shadow':
      return 'Not told: the rule is tried out in the shadow.';
    case 'silenced':
      return `Not told: ${detail === undefined ? 'a silence' : `the silence "${detail}"`} stopped it.`;
    case 'suppressed':
      return `Not told: the rule "${detail ?? '?'}", which suppresses it, matched this trip as well.`;
    case 'throttled':
      return `Not told: the throttle holds it${detail === undefined ? '' : `, since the alert of ${minuteOf(detail)}`}.`;
    case 'over_budget':
      return `Not told by itself: the rule was over its budget${detail === undefined ? '' : ` (${detail})`}. The day’s summary tells of it.`;
    case 'quiet_hours':
      return 'Told later: it is held until quiet hours are over.';
    case 'grouped':
      return `Told in the message of ${detail ?? 'another rule'}.`;
    case 'resolved':
      return `Not told: before quiet hours were over it was resolved${detail === undefined ? '' : `: ${RESOLVED.get(detail) ?? detail}`}.`;
    default:
      return `Not told: ${oneLine(reason, LONGEST_DETAIL)}.`;
  }
}
