import { CommandError } from '../terminal/index.ts';
import type { ApiClient } from '../calls/index.ts';
import { counted, dayOf, figure, limitOf, publishedWords, runBacktest } from '../backtests/index.ts';
import type { BacktestAsked } from '../backtests/index.ts';
import { conditionsToBe, doesSomething } from './changes.ts';
import type { Behaviour, Change, PlannedChange } from './changes.ts';
import { conditionsFor } from '../files/index.ts';
import type { ConditionsById } from '../files/index.ts';

/** Options for back-tests, as the command line receives them. */
export interface BehaviourOptions {
  readonly from?: string;
  readonly to?: string;
  readonly maxAlertsPerDay?: string;
}

/** First and last day of the trips to back-test, both included, and the alert limit. */
export interface Range {
  readonly from: string;
  readonly to: string;
  readonly maxAlertsPerDay?: number;
}

/** Returns the requested range, if any. @throws CommandError for an incomplete range */
export function rangeOf(options: BehaviourOptions): Range | undefined {
  const { from, to } = options;
  const maxAlertsPerDay = limitOf(options.maxAlertsPerDay);
  if (from !== undefined && to !== undefined)
    return {
      from: dayOf(from, '--from'),
      to: dayOf(to, '--to'),
      ...(maxAlertsPerDay === undefined ? {} : { maxAlertsPerDay }),
    };
  if (from === undefined && to === undefined && maxAlertsPerDay === undefined) return undefined;
  throw new CommandError('Give both --from and --to: the days whose stored trips are back-tested.');
}

/**
 * Adds a back-test to each change of a rule or of its shared conditions. The back-tests run one after the
 * other, because workers serve live trips first.
 * @param asked.beside the shared conditions in the folder of a rule file that is named alone
 */
export async function withBehaviour(
  api: ApiClient,
  planned: readonly PlannedChange[],
  asked: Range & { readonly beside?: ConditionsById },
): Promise<Change[]> {
  const changes: Change[] = [];
  for (const each of planned) {
    const question = questionAbout(each, planned, asked);
    changes.push(question ? { ...each.change, behaviour: await behaviourOf(api, question) } : each.change);
  }
  return changes;
}

/** Returns the back-test request for a change. Undefined when the change does not affect a rule's alerts. */
function questionAbout(
  { change, kind, file, published }: PlannedChange,
  planned: readonly PlannedChange[],
  { from, to, beside }: Range & { readonly beside?: ConditionsById },
): BacktestAsked | undefined {
  const isTouched = doesSomething(change) || change.changed_conditions !== undefined;
  const rule = file?.body ?? published;
  if (kind.folder !== 'rules' || !isTouched || !rule || change.change === 'removed') return undefined;
  const named = file ? { rule } : { rule_id: change.id, version: change.version };
  return { ...named, ...conditionsFor(rule, beside ?? conditionsToBe(planned)), from, to };
}

async function behaviourOf(api: ApiClient, question: BacktestAsked): Promise<Behaviour> {
  const { rule, trips, totals, published, difference, days, notes } = await runBacktest(api, question);
  const tried = (rule.conditions ?? []).filter(({ version }) => version === 0).map(({ id }) => id);
  const worst = days.reduce<{ date: string; alerts: number } | undefined>(
    (most, { date, alerts }) => (alerts > (most?.alerts ?? 0) ? { date, alerts } : most),
    undefined,
  );
  return {
    from: question.from,
    to: question.to,
    trips: trips.evaluated,
    undecided: trips.unknown,
    mode: rule.mode,
    ...(tried.length > 0 && { tried_conditions: tried }),
    new: totals.alerts,
    messages: totals.messages,
    notes,
    ...(published && difference ? { old: published.totals.alerts, both: difference.both } : {}),
    ...(worst && { worst_day: worst }),
  };
}

/** Returns a sentence such as "draft: 12 alerts, published version: 31 alerts, 9 trips with both", and the notes. */
export function behaviourInWords(behaviour: Behaviour): string[] {
  const { from, to, mode, trips, undecided, old, both, worst_day: worst } = behaviour;
  if (trips === 0) return [`no stored trips from ${from} to ${to}`];
  const open = undecided > 0 ? `, ${figure(undecided)} of them not decided` : '';
  const range = `${from} to ${to}, ${figure(trips)} ${trips === 1 ? 'trip' : 'trips'}${open}`;
  const compared = old === undefined ? '' : `, ${publishedWords(old, both ?? 0)}`;
  const most = worst === undefined ? '' : `; at most ${figure(worst.alerts)} a day (${worst.date})`;
  const alerts = counted(behaviour.new, 'alert');
  const draft =
    mode === 'live'
      ? `draft: ${alerts}`
      : `the rule is ${mode === 'off' ? 'off' : `in ${mode}`}; if live, it would have sent ${alerts}`;
  const known = behaviour.notes.filter((note) => !note.startsWith('The rule is "'));
  return [`${draft}${compared}${most} (${range})`, ...known];
}

/** Returns the changed live rules that exceed the alert limit on any day, with their worst day. */
export function daysOver(
  changes: readonly Change[],
  most: number | undefined,
): { id: string; date: string; alerts: number }[] {
  return changes.flatMap(({ id, behaviour }) => {
    const worst = behaviour?.worst_day;
    return behaviour?.mode === 'live' && worst && most !== undefined && worst.alerts > most
      ? [{ id, ...worst }]
      : [];
  });
}
