import type { ApiClient } from './apiClient.ts';
import { doesSomething } from './documentPlan.ts';
import type { Change, PlannedChange } from './documentPlan.ts';
import { CommandError } from './exit.ts';
import { dayOf, limitOf, runBacktest } from './rulesBacktest.ts';

/** What a changed rule would have sent over a range of stored trips, after throttles, budget and quiet hours. */
export interface Behaviour {
  readonly from: string;
  readonly to: string;
  readonly trips: number;
  /** Trips that could not be decided: with what they lack there may be more alerts. */
  readonly undecided: number;
  /** Alerts of the file's rule. */
  readonly new: number;
  /** Alerts of the published one; absent when none is. */
  readonly old?: number;
  /** Trips that both tell of. */
  readonly both?: number;
  readonly messages: number;
  readonly worst_day?: { readonly date: string; readonly alerts: number };
  /** What is to be known about the figures. */
  readonly notes: readonly string[];
}

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
  throw new CommandError('Give both --from and --to: the days whose stored trips the rules are tried on.');
}

/** The changes, those of rules with what they would have sent. One after the other: the workers are there for trips first. */
export async function withBehaviour(
  api: ApiClient,
  planned: readonly PlannedChange[],
  { from, to }: Range,
): Promise<Change[]> {
  const changes: Change[] = [];
  for (const { change, kind, file } of planned)
    changes.push(
      kind.folder === 'rules' && file && doesSomething(change)
        ? { ...change, behaviour: await behaviourOf(api, { rule: file.body, from, to }) }
        : change,
    );
  return changes;
}

async function behaviourOf(
  api: ApiClient,
  question: { readonly rule: object; readonly from: string; readonly to: string },
): Promise<Behaviour> {
  const { trips, totals, published, difference, days, notes } = await runBacktest(api, question);
  const worst = days.reduce<{ date: string; alerts: number } | undefined>(
    (most, { date, alerts }) => (alerts > (most?.alerts ?? 0) ? { date, alerts } : most),
    undefined,
  );
  return {
    ...{ from: question.from, to: question.to, trips: trips.evaluated, undecided: trips.unknown },
    ...{ new: totals.alerts, messages: totals.messages, notes },
    ...(published && difference ? { old: published.totals.alerts, both: difference.both } : {}),
    ...(worst && { worst_day: worst }),
  };
}

/** One sentence of the kind: new would have sent 12, old 31, 9 in common. */
export function behaviourInWords(behaviour: Behaviour): string {
  const { from, to, trips, undecided, old, both, worst_day: worst } = behaviour;
  const range = `${from} to ${to}, ${trips} ${trips === 1 ? 'trip' : 'trips'}`;
  if (trips === 0) return `no stored trips from ${from} to ${to}`;
  const compared = old === undefined ? '' : `, old ${old}, ${both ?? 0} in common`;
  const most = worst === undefined ? '' : `; at most ${worst.alerts} a day (${worst.date})`;
  const open = undecided > 0 ? `, ${undecided} of them not decided` : '';
  return `new would have sent ${behaviour.new}${compared}${most} (${range}${open})`;
}

/** Changed rules whose worst day has more alerts than allowed. */
export function daysOver(
  changes: readonly Change[],
  most: number | undefined,
): { id: string; date: string; alerts: number }[] {
  return changes.flatMap(({ id, behaviour }) => {
    const worst = behaviour?.worst_day;
    return worst && most !== undefined && worst.alerts > most ? [{ id, ...worst }] : [];
  });
}
