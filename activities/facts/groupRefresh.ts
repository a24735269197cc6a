import type { Failure } from '../../analytics/index.ts';
import {
  GroupRefreshLostError,
  keepGroups,
  releaseGroupRefresh,
  renewGroupRefresh,
} from '../../store/facts/index.ts';
import type { GroupRefresh } from '../../store/facts/index.ts';
import { analyticsOf } from '../connections/index.ts';
import type { ActivityDependencies } from '../connections/index.ts';
import { listMembers } from './groupMembers.ts';

/**
 * A claim younger than this is not renewed. A page takes half a minute at most, so that one at work is renewed well within the
 * two minutes after which it counts as lost.
 */
const FRESH_MS = 20_000;

/**
 * Reads the groups of the claim's fleet and keeps them, renewing the claim from page to page; it never rejects, for nobody may be
 * waiting any more. @returns why the service could not be read; undefined: they are kept, or the log says why they are not
 */
export async function refreshGroups(
  deps: ActivityDependencies,
  claim: GroupRefresh,
): Promise<Failure | undefined> {
  const { fleetId: fleet } = claim;
  let held = claim;
  async function renew(): Promise<void> {
    const at = deps.now();
    if (at.getTime() - held.at.getTime() < FRESH_MS) return;
    // While the database is away nobody else can claim it either; what was lost shows when the groups are to be kept.
    held = await renewGroupRefresh(deps.db, held, at).catch((error: unknown) => {
      if (error instanceof GroupRefreshLostError) throw error;
      return held;
    });
  }
  try {
    const listed = await listMembers(analyticsOf(deps, fleet), deps.now(), renew);
    if (listed.kind === 'ok') {
      await keepGroups(deps.db, { fleetId: fleet, ...listed.value, at: deps.now(), claim: held });
      return undefined;
    }
    await releaseGroupRefresh(deps.db, held);
    deps.log.warn(
      { fleet, outcome: listed.kind },
      "The fleet's groups could not be read; the old ones stay.",
    );
    return listed;
  } catch (error) {
    deps.log.warn({ fleet, err: error }, "The fleet's groups could not be kept; the old ones stay.");
    return undefined;
  }
}
