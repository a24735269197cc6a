import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read, useFleet } from '../api/index.ts';

const FRESH_MS = 30_000;

/** A rule with its name; the name is the id when the rule has none. */
export interface NamedRule {
  readonly id: string;
  readonly name: string;
}

/** Returns all rules of the fleet, sorted by name. */
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

/** Returns a function that names a rule, by its id when no name is known. */
export function useRuleName(): (id: string) => string {
  const rules = useRules();
  const names = useMemo(() => new Map(rules.map(({ id, name }) => [id, name])), [rules]);
  return (id) => names.get(id) ?? id;
}
