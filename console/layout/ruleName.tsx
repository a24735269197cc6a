import { useQuery } from '@tanstack/react-query';
import { read, useFleet } from '../api/index.ts';

const MOST = 200;
const FRESH_MS = 300_000;

/** What rules are called: by the name of the published version or the draft, and by the id where neither is known. */
export function useRuleName(): (id: string) => string {
  const { id: fleet, groups } = useFleet();
  const query = useQuery({
    ...read('/api/v1/fleets/{fleet}/rules', { params: { path: { fleet }, query: { limit: MOST } } }),
    staleTime: FRESH_MS,
    // Rules cover the whole fleet: whoever is limited to groups sees their ids.
    enabled: groups === undefined,
  });
  return (id) => {
    const found = query.data?.items.find((rule) => rule.id === id);
    return nameIn(found?.rule) ?? nameIn(found?.draft) ?? id;
  };
}

function nameIn(document: unknown): string | undefined {
  const { name } = (document ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' ? name : undefined;
}
