import type { Decision, RuleDecision } from '../../rules/evaluation/index.ts';
import { oneLine } from './plainText.ts';

/** How each stop is called on a line that has no room for its sentence (`stopWords`). */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['still_true', 'still true'],
  ['shadow', 'in shadow'],
  ['silenced', 'silenced'],
  ['suppressed', 'suppressed'],
  ['throttled', 'throttled'],
  ['over_budget', 'over budget'],
  ['quiet_hours', 'held'],
  ['batched', 'batched'],
  ['no_recipient', 'no recipient'],
  ['coaching_off', 'coaching off'],
]);

/**
 * Why no message, or none yet, was sent for a rule that matched, in a word such as `throttled`.
 * @returns undefined when one was sent, or the rule did not match
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

/** What became of an alert, as far as it was not simply sent. */
export interface AlertToDescribe {
  readonly state: 'raised' | 'held' | 'stopped';
  readonly reason?: string;
  /** The trip that alerted in this run, a silence's id, the suppressing rule, the time of the last alert (throttle), the budget, what resolved it. */
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

/** Why an alert was not sent, or not by itself, or not at once, as a sentence; undefined when it simply was. */
export function stopWords({ reason, detail: given }: AlertToDescribe): string | undefined {
  const detail = given === undefined ? undefined : oneLine(given, LONGEST_DETAIL);
  switch (reason) {
    case undefined:
      return undefined;
    case 'still_true':
      return `Still true since an earlier trip${detail === undefined ? '' : `: alert raised for trip "${detail}"`}.`;
    case 'shadow':
      return 'Not sent: the rule is in shadow mode.';
    case 'silenced':
      return `Silenced${detail === undefined ? '' : ` by "${detail}"`}.`;
    case 'suppressed':
      return `Suppressed: the rule "${detail ?? '?'}" matched this trip as well.`;
    case 'throttled':
      return `Throttled${detail === undefined ? '' : `: last alert sent at ${minuteOf(detail)}`}.`;
    case 'over_budget':
      return `Over budget${detail === undefined ? '' : ` (${detail})`}: included in the day’s summary.`;
    case 'quiet_hours':
      return 'Held until quiet hours end.';
    case 'batched':
      return 'Batched: sent in the next summary.';
    case 'grouped':
      return `Grouped into the message of ${detail ?? 'another rule'}.`;
    case 'no_recipient':
      return 'Not sent: no recipient of the rule stands for someone who can be notified.';
    case 'coaching_off':
      return 'Not sent: the fleet’s settings do not allow coaching e-mails.';
    case 'resolved':
      return `Not sent: resolved while it was held${detail === undefined ? '' : `: ${RESOLVED.get(detail) ?? detail}`}.`;
    default:
      return `Not sent: ${oneLine(reason, LONGEST_DETAIL)}.`;
  }
}
