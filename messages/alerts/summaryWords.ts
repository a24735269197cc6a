import { formatDay, formatNumber } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';
import type { SummaryMessage } from './summary.ts';

/**
 * Reason that alerts of several trips share a message: quiet hours or batches held them, or both (`held`). Others met at the
 * recipient's rate limit; `waited`: e-mails had to wait for it.
 */
export type SummaryCause = 'quiet' | 'batch' | 'held' | 'group' | 'waited';

/** Returns title, introduction and reason of a message about alerts of several trips. */
export function summaryWords(
  cause: SummaryCause,
  { alerts, trips, drivers }: { readonly alerts: number; readonly trips: number; readonly drivers: number },
  language: Language,
): Pick<SummaryMessage, 'title' | 'intro' | 'why'> {
  const say = textsOf(language);
  const count = formatNumber(alerts, language);
  const all = say('alerts.countAlerts', {
    count,
    trips: formatNumber(trips, language),
    tripCount: trips,
    drivers: formatNumber(drivers, language),
    driverCount: drivers,
  });
  const titled = cause === 'held' ? 'batch' : cause;
  return {
    title: say(`alerts.${titled}Title`, { count }),
    intro: say(`alerts.${cause}Intro`, { alerts: all }),
    why: say(`alerts.${cause === 'waited' ? 'group' : cause}Why`),
  };
}

/** Values in a message about a rule's budget. */
interface BudgetRule {
  readonly name: string;
  /** Largest number of alerts that the rule may raise on one day. */
  readonly limit: number;
  /** The local day, `YYYY-MM-DD`. */
  readonly date: string;
}

/** Returns the sentence that tells readers why they receive a message about a rule's budget of alerts. */
export function budgetWhy(
  rule: { readonly id: string; readonly version: number },
  language: Language,
): string {
  return textsOf(language)('alerts.budgetWhy', { rule: rule.id, version: rule.version });
}

/** Says that a rule has used up its budget for a day. */
export function budgetNotice(
  { name, limit, date }: BudgetRule,
  language: Language,
): Pick<SummaryMessage, 'title' | 'intro'> {
  const say = textsOf(language);
  return {
    title: say('alerts.budgetTitle', { rule: name }),
    intro: say('alerts.budgetIntro', {
      limit: formatNumber(limit, language),
      limitCount: limit,
      date: formatDay(date, language),
    }),
  };
}

/** Says how many alerts of a day were over a rule's budget, and about how many drivers. */
export function budgetSummary(
  { name, limit, date }: BudgetRule,
  { total, drivers }: { readonly total: number; readonly drivers: number },
  language: Language,
): Pick<SummaryMessage, 'title' | 'intro'> {
  const say = textsOf(language);
  const counted = { total: formatNumber(total, language), count: total, date: formatDay(date, language) };
  return {
    title: say('alerts.budgetSummaryTitle', { ...counted, rule: name }),
    intro: say('alerts.budgetSummaryIntro', {
      ...counted,
      limit: formatNumber(limit, language),
      drivers: formatNumber(drivers, language),
      driverCount: drivers,
    }),
  };
}
