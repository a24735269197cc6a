import { CommandError } from '../terminal/index.ts';
import type { ApiClient } from '../calls/index.ts';
import { counted, dayOf, figure, limitOf, publishedWords, runBacktest } from '../backtests/index.ts';
import type { BacktestAsked } from '../backtests/index.ts';
import { conditionsToBe, doesSomething } from './changes.ts';
import type { Behaviour, Change, PlannedChange } from './changes.ts';
import { conditionsFor } from '../files/index.ts';
import type { ConditionsById } from '../files/index.ts';

/** Options that ask for behaviour, as the command line gives them. */
export interface BehaviourOptions {
  readonly from?: string;
  readonly to?: string;
  readonly maxAlertsPerDay?: string;
}

/** The days of which trips are tried, both included, and the gate. */
export interface Range {
  readonly from: string;
  readonly to: string;
  readonly maxAlertsPerDay?: number;
}

/** The range that was asked for, if any. @throws CommandError when only a part of it was */
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
 * The changes, with what the rules would have sent whose file or whose shared conditions change. One after the other: the
 * workers are there for trips first.
 * @param beside of a rule file that is named alone: the shared conditions beside it
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

/** What to ask about a change; undefined: it changes no rule's behaviour. */
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

/** A sentence of the kind: draft: 12 alerts, published version: 31 alerts, 9 trips with both; and what is to be known about it. */
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

/** Changed rules that are live and whose worst day has more alerts than allowed. */
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
