import { fleetNamesIn, unknownFleetNames } from '../../../rules/lint/index.ts';
import type { DocumentIssue, NamesFleet } from '../../../rules/lint/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { knownGroups } from '../../../store/facts/index.ts';
import { storedFleetNames } from '../../answers/index.ts';

/** Doubts about the groups and driver attributes that a document names, as far as those of the fleet were read. */
export async function fleetWarnings(
  db: Db,
  fleetId: string,
  document: NamesFleet,
): Promise<readonly DocumentIssue[]> {
  const named = fleetNamesIn(document);
  const groups = named.has('group') ? await knownGroups(db, fleetId) : undefined;
  const attributePaths = named.has('attribute')
    ? ((await storedFleetNames(db, fleetId)).attributePaths ?? [])
    : [];
  return unknownFleetNames(document, {
    groups,
    // No attribute at all is no news of what they are called.
    ...(attributePaths.length > 0 && { attributePaths }),
  });
}
