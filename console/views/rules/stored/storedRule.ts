import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { read, useFleet } from '../../../api/index.ts';
import type { Answer } from '../../../api/index.ts';

/** A rule with its published version and its draft. */
export type StoredRule = Answer<'/api/v1/fleets/{fleet}/rules/{id}'>;

/** Returns the query for a rule as it is stored now. */
export function storedQuery(fleet: string, id: string) {
  return read('/api/v1/fleets/{fleet}/rules/{id}', { params: { path: { fleet, id } } });
}

/** Fetches a rule of the fleet that is shown. */
export function useStoredRule(id: string): UseQueryResult<StoredRule, Error> {
  const { id: fleet } = useFleet();
  return useQuery(storedQuery(fleet, id));
}

/**
 * Returns the state from which an edit begins: the hash of the stored draft, else `version:3`, else `none`. The API refuses to
 * save the edit if the stored state is another one by then.
 */
export function baseOf({ draft_text_hash: hash, version }: StoredRule): string {
  return hash ?? (version === undefined ? 'none' : `version:${version}`);
}

/** Returns the text of the draft, including its comments. Without a draft, returns the text of the published version. */
export function textOf(stored: StoredRule): string {
  const { id, draft, rule } = stored;
  const document = draft ?? rule ?? { id, name: id, conditions: { all: [] } };
  const source = draft === undefined ? stored.source : stored.draft_source;
  return source ?? `${JSON.stringify(document, null, 2)}\n`;
}
