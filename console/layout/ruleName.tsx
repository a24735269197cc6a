import { useQuery } from '@tanstack/react-query';
import { read, useFleet } from '../api/index.ts';

const FRESH_MS = 300_000;

/** What rules are called: by their name, and by the id where none is known. */
export function useRuleName(): (id: string) => string {
  const { id: fleet } = useFleet();
  const query = useQuery({
    ...read('/api/v1/fleets/{fleet}/rule-names', { params: { path: { fleet } } }),
    staleTime: FRESH_MS,
  });
  return (id) => query.data?.items.find((rule) => rule.id === id)?.name ?? id;
}
