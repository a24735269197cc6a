import type { Decision, RuleDecision } from '../../rules/evaluation/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';
import { oneLine } from './plainText.ts';
import { formatInstant } from './time.ts';

/**
 * Returns a word such as `throttled` that says why a matching rule has sent no message, or none yet.
 * @returns undefined when one was sent, or the rule did not match
 */
export function stopWord(
  decision: Pick<Decision, 'actions'>,
  rule: Pick<RuleDecision, 'rule' | 'outcome'>,
  language: Language = 'en',
): string | undefined {
  if (rule.outcome !== 'matched') return undefined;
  const own = decision.actions.filter((each) => each.rule === rule.rule);
  const reason = own[0]?.reason;
  if (reason === undefined || own.some((each) => each.reason !== reason)) return undefined;
  return textsOf(language).known(`states.stopWord_${reason}`);
}

/** The state of an alert, with the reason if it was not simply sent. */
export interface AlertToDescribe {
  readonly state: 'raised' | 'held' | 'stopped';
  readonly reason?: string;
  /**
   * Detail of the reason: the trip that alerted in this run, a silence's id, the suppressing rule, the time of the last alert
   * (throttle), the budget, or the cause of the resolution.
   */
  readonly detail?: string;
  /** The suppression that ended before; absent: there was none. */
  readonly unsuppressed?: UnsuppressedToDescribe;
}

/** The rule that suppressed an alert until its own alert ended without being sent, and how that ended. */
interface UnsuppressedToDescribe {
  readonly by: string;
  /** A reason such as `silenced`, or the state of its last message. */
  readonly ended: string;
}

/** Says until when another rule suppressed an alert. */
export function unsuppressedWords({ by, ended }: UnsuppressedToDescribe, language: Language = 'en'): string {
  const say = textsOf(language);
  return say('states.suppressedUntil', {
    rule: oneLine(by, LONGEST_DETAIL),
    ended: say.known(`states.suppressionEnded_${ended}`) ?? say('states.suppressionEnded_other'),
  });
}

const LONGEST_DETAIL = 200;

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/**
 * Explains why an alert was not sent, not sent separately, or not sent at once; undefined when it simply was.
 * @param clock zone in which times are shown, with its name
 */
export function stopWords(
  alert: AlertToDescribe,
  language: Language = 'en',
  clock = 'UTC',
): string | undefined {
  const stop = stopSentence(alert, language, clock);
  if (!alert.unsuppressed) return stop;
  return [unsuppressedWords(alert.unsuppressed, language), stop ?? textsOf(language)('states.sentThen')].join(
    ' ',
  );
}

function stopSentence(
  { reason, detail: given }: AlertToDescribe,
  language: Language,
  clock: string,
): string | undefined {
  const say = textsOf(language);
  const detail = given === undefined ? undefined : oneLine(given, LONGEST_DETAIL);
  switch (reason) {
    case undefined:
      return undefined;
    case 'still_true':
    case 'silenced':
    case 'over_budget':
      return detail === undefined
        ? say(`states.stop_${reason}`)
        : say(`states.stop_${reason}_detail`, { detail });
    case 'throttled':
      return detail === undefined
        ? say('states.stop_throttled')
        : say('states.stop_throttled_detail', {
            detail: (INSTANT.test(detail) && formatInstant(detail, clock, language)) || detail,
          });
    case 'suppressed':
      return say('states.stop_suppressed', { rule: detail ?? '?' });
    case 'shadow':
    case 'quiet_hours':
    case 'batched':
    case 'no_recipient':
    case 'coaching_off':
      return say(`states.stop_${reason}`);
    case 'grouped':
      return say('states.stop_grouped', { rule: detail ?? say('states.anotherRule') });
    case 'resolved':
      if (detail === undefined) return say('states.stop_resolved');
      return say('states.stop_resolved_detail', { detail: say.known(`states.resolved_${detail}`) ?? detail });
    default:
      return say('states.stop_other', { reason: oneLine(reason, LONGEST_DETAIL) });
  }
}
