import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { read, useFleet } from '../../../api/index.ts';
import type { Answer } from '../../../api/index.ts';

/** A rule with its published version and its draft. */
export type StoredRule = Answer<'/api/v1/fleets/{fleet}/rules/{id}'>;

/** Fetches a rule of the fleet that is shown. */
export function useStoredRule(id: string): UseQueryResult<StoredRule, Error> {
  const { id: fleet } = useFleet();
  return useQuery(read('/api/v1/fleets/{fleet}/rules/{id}', { params: { path: { fleet, id } } }));
}

/** Returns the draft or version that a draft made from the stored rule replaces, as the API names it. */
export function baseOf({ draft_text_hash: hash, version }: StoredRule): string {
  return hash ?? (version === undefined ? 'none' : `version:${version}`);
}

/** Returns the text of the draft, or of the published version when there is no draft, with any comments. */
export function textOf(stored: StoredRule): string {
  const [source, document] =
    stored.draft !== undefined ? [stored.draft_source, stored.draft] : [stored.source, stored.rule];
  return source ?? `${JSON.stringify(document, null, 2)}\n`;
}
