import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read, useFleet } from '../api/index.ts';

const FRESH_MS = 30_000;

/** A rule, and what it is called: its id where it has no name. */
export interface NamedRule {
  readonly id: string;
  readonly name: string;
}

/** All rules of the fleet, by name. */
export function useRules(): readonly NamedRule[] {
  const { id: fleet } = useFleet();
  const { data } = useQuery({
    ...read('/api/v1/fleets/{fleet}/rule-names', { params: { path: { fleet } } }),
    staleTime: FRESH_MS,
  });
  return useMemo(
    () =>
      (data?.items ?? [])
        .map(({ id, name = id }) => ({ id, name }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    [data],
  );
}

/** What rules are called; an id stands for itself where no name is known. */
export function useRuleName(): (id: string) => string {
  const rules = useRules();
  const names = useMemo(() => new Map(rules.map(({ id, name }) => [id, name])), [rules]);
  return (id) => names.get(id) ?? id;
}
