import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { read, useFleet } from '../../../api/index.ts';
import type { ApiProblem } from '../../../api/index.ts';
import { useTimes } from '../../../layout/index.ts';
import { showMore, usePages } from '../../../lists/index.ts';
import { daysBefore, useNow } from '../../../time/index.ts';
import { nameOf, ruleOf } from '../parts/index.ts';
import type { RuleView } from '../parts/index.ts';
import type { StoredRule } from '../stored/index.ts';

/** A rule in the list. */
export interface ListedRule {
  readonly stored: StoredRule;
  readonly name: string;
  /** The published version; without one, the draft. */
  readonly shown: RuleView;
  readonly isPublished: boolean;
  readonly hasDraft: boolean;
}

const PAGE = 200;
/** Days of the figures: whole weeks, so that each weekday has the same part in the average. */
export const DAYS = 28;

/**
 * Fetches the rules of the fleet, one page of the list at a time. With `all` it fetches every page, because a
 * search may match rules on any of them.
 */
export function useRules(all: boolean): {
  readonly rules: readonly ListedRule[] | undefined;
  readonly error: ApiProblem | null;
  readonly retry: () => void;
  readonly more: (() => void) | undefined;
  readonly isFetching: boolean;
} {
  const query = usePages('/api/v1/fleets/{fleet}/rules', { limit: PAGE });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  useEffect(() => {
    if (all && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [all, hasNextPage, isFetchingNextPage, fetchNextPage]);
  return {
    rules: query.data?.pages.flatMap(({ items }) => items.flatMap(listed)),
    error: query.error,
    retry: () => void query.refetch(),
    more: hasNextPage && !all ? () => void showMore(query) : undefined,
    isFetching: query.isFetching,
  };
}

function listed(stored: StoredRule): ListedRule[] {
  const published = ruleOf(stored.rule);
  const draft = ruleOf(stored.draft);
  const shown = published ?? draft;
  if (!shown) return [];
  return [
    {
      stored,
      shown,
      name: nameOf(stored),
      isPublished: published !== undefined,
      hasDraft: draft !== undefined,
    },
  ];
}

/** The alerts of a rule in the last four weeks, and the dispositions of its incidents. */
export interface RuleFigures {
  /** Number of sent alerts for each day; the last day is today. */
  readonly sent: readonly number[];
  readonly aWeek: number;
  readonly confirmed: number;
  readonly falseAlarms: number;
}

/** Returns a function for the figures of each rule; undefined until they have arrived. */
export function useFigures(): ((rule: string) => RuleFigures) | undefined {
  const { id: fleet } = useFleet();
  const times = useTimes();
  const today = times.dateOf(useNow(60_000));
  const params = { params: { path: { fleet } } };
  const alerts = useQuery(read('/api/v1/fleets/{fleet}/statistics/alerts', params));
  const dispositions = useQuery(read('/api/v1/fleets/{fleet}/statistics/dispositions', params));
  if (!alerts.data || !dispositions.data) return undefined;
  const place = new Map(daysBefore(today, DAYS).map((date, at) => [date, at]));
  const byRule = new Map<string, number[]>();
  for (const { rule, date, sent } of alerts.data.items) {
    const at = place.get(date);
    if (at === undefined) continue;
    const days = byRule.get(rule) ?? new Array<number>(DAYS).fill(0);
    days[at] = sent;
    byRule.set(rule, days);
  }
  const resolved = new Map(dispositions.data.items.map((each) => [each.rule, each]));
  const none = new Array<number>(DAYS).fill(0);
  return (rule) => {
    const sent = byRule.get(rule) ?? none;
    const of = resolved.get(rule);
    return {
      sent,
      aWeek: (sent.reduce((sum, count) => sum + count, 0) / DAYS) * 7,
      confirmed: of?.confirmed ?? 0,
      falseAlarms: of?.false_alarm ?? 0,
    };
  };
}
