import type { Decision, RuleDecision } from '../rules/decision.ts';
import { oneLine } from './plainText.ts';

/** An alert, as far as what stopped it is told. */
export interface ToldAlert {
  readonly rule: string;
  readonly version: number;
  readonly reason?: string | null;
  /** The silence, the rule that suppresses, the time of the alert that holds, the budget. */
  readonly detail?: string | null;
}

const LONGEST_DETAIL = 200;

/** How each stop is told: a word for it, and a sentence. */
const STOPS: ReadonlyMap<string, { readonly word: string; sentence(detail: string): string }> = new Map([
  ['shadow', { word: 'in shadow', sentence: inShadow }],
  [
    'silenced',
    { word: 'silenced', sentence: (silence) => `Nobody is told: silenced${silence && ` by “${silence}”`}.` },
  ],
  [
    'suppressed',
    {
      word: 'suppressed',
      sentence: (rule) => `Nobody is told: ${rule || 'another rule'} suppresses it for the same trip.`,
    },
  ],
  [
    'throttled',
    {
      word: 'throttled',
      sentence: (at) =>
        `Nobody is told: throttled${at && `, for the alert of ${minuteOf(at)} told already`}.`,
    },
  ],
  [
    'over_budget',
    {
      word: 'over budget',
      sentence: (most) => `Told in the day's summary only: the budget${most && ` of ${most}`} is used up.`,
    },
  ],
  ['quiet_hours', { word: 'held', sentence: () => 'Held until the quiet hours end.' }],
]);

function inShadow(stop: string): string {
  const word = STOPS.get(stop)?.word;
  return `Nobody is told: the rule is in shadow${word ? `, and would have been ${word}` : ''}.`;
}

/** `2026-11-21T10:17:55.000Z` as `2026-11-21 10:17 UTC`; anything else as it is. */
function minuteOf(at: string): string {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) ? `${at.slice(0, 16).replace('T', ' ')} UTC` : at;
}

/**
 * Why nobody, or nobody yet, is told of a rule that matched: a word such as `throttled`, and a sentence.
 * @param alerts the trip's alerts, when they are at hand: they say by what it was stopped
 * @returns undefined when somebody is told, or the rule did not match
 */
export function stopOf(
  decision: Pick<Decision, 'actions'>,
  rule: Pick<RuleDecision, 'rule' | 'version' | 'outcome' | 'trial'>,
  alerts: readonly ToldAlert[] = [],
): { readonly word: string; readonly sentence: string } | undefined {
  if (rule.outcome !== 'matched' || rule.trial) return undefined;
  const own = decision.actions.filter((each) => each.rule === rule.rule && !each.trial);
  const reason = own[0]?.reason;
  if (reason === undefined || own.some((each) => each.reason !== reason)) return undefined;
  const alert = alerts.find((each) => each.rule === rule.rule && each.version === rule.version);
  // What was held and has left since is not stopped any more; the decision stays as it was made.
  if (alert && alert.reason !== reason) return undefined;
  const stop = STOPS.get(reason);
  return stop && { word: stop.word, sentence: stop.sentence(oneLine(alert?.detail ?? '', LONGEST_DETAIL)) };
}
