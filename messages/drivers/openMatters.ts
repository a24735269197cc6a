import { worded } from '../language/index.ts';
import type { Worded } from '../language/index.ts';

/** Open incidents and deletions of a driver, which block the driver's erasure. */
export interface OpenMatters {
  /** Ids of incidents that are not resolved. */
  readonly incidents: readonly string[];
  /** Ids of deletions that are not settled. */
  readonly deletions: readonly string[];
}

/** Ids that a sentence names; the answer has all of them as data. */
const MOST_NAMED = 10;

/** Lists what has to end before the driver can be erased, with the ids. */
export function openMattersWords({ incidents, deletions }: OpenMatters): Worded {
  const parts = [
    ...(incidents.length > 0 ? [worded('problems.openIncidents', listed(incidents))] : []),
    ...(deletions.length > 0 ? [worded('problems.openDeletions', listed(deletions))] : []),
  ];
  const what: Worded = (language) => parts.map((part) => part(language)).join('; ');
  return worded('problems.openMatters', { what });
}

function listed(all: readonly string[]): { readonly count: number; readonly ids: string | Worded } {
  const ids = all.slice(0, MOST_NAMED).join(', ');
  const more = all.length - MOST_NAMED;
  return { count: all.length, ids: more > 0 ? worded('problems.idsAndMore', { ids, more }) : ids };
}
