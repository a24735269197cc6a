import { activityInfo } from '@temporalio/activity';
import { ScheduleAlreadyRunning, ScheduleNotFoundError } from '@temporalio/client';
import type { ScheduleClient, ScheduleHandle } from '@temporalio/client';
import { parseDigest } from '../rules/schema.ts';
import type { KnownDigest } from '../store/knownDigests.ts';
import { knownDigests } from '../store/knownDigests.ts';
import { digestScheduleId } from '../workflows/contract.ts';
import type { DigestSyncInput } from '../workflows/contract.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { isAsWanted, scheduleOf } from './digestSpec.ts';
import type { WantedSchedule } from './digestSpec.ts';
import { isSealedAsNew } from './scheduleSeal.ts';

/** What became of a schedule. */
export type ScheduleChange = 'created' | 'updated' | 'removed' | 'unchanged';

/** How many schedules of a fleet's digests had to be changed. */
export type ScheduleChanges = Readonly<Record<ScheduleChange, number>>;

/** Thrown when schedules of a fleet could not be compared or changed; the others were. Safe to repeat. */
class DigestSchedulesError extends Error {
  constructor(fleet: string, failures: readonly string[]) {
    super(
      `Schedules of digests of fleet "${fleet}" do not follow their documents yet: ${failures.join('; ')}`,
    );
    this.name = 'DigestSchedulesError';
  }
}

/** The activity that keeps schedules in step with documents. */
export function createDigestSchedules(deps: ActivityDependencies) {
  const { db, schedules, log, now } = deps;

  async function follow(fleet: string, known: KnownDigest, taskQueue: string): Promise<ScheduleChange> {
    const key = { fleet, digest: known.id };
    const handle = schedules.getHandle(digestScheduleId(key));
    if (known.published === null) return remove(handle);
    const read = parseDigest(known.published.body);
    if (!read.ok) throw new Error(`its document is refused: ${read.errors[0]?.message ?? ''}`);
    return put(handle, { key, digest: read.document, version: known.published.version, taskQueue });
  }

  async function put(handle: ScheduleHandle, wanted: WantedSchedule): Promise<ScheduleChange> {
    const desired = scheduleOf(wanted, now());
    const found = await unlessMissing(handle.describe());
    if (!found) return create(schedules, wanted, desired);
    if (isAsWanted(found, desired) && isSealedAsNew(found, deps)) return 'unchanged';
    await handle.update((previous) => ({
      ...desired,
      state: { ...desired.state, remainingActions: undefined },
      searchAttributes: previous.searchAttributes,
    }));
    return 'updated';
  }

  return {
    /**
     * Makes the schedules of a fleet's digests what their documents say now: created, changed, paused or removed, also
     * where somebody altered them behind our back.
     * @throws DigestSchedulesError
     */
    async syncDigestSchedules({ fleet }: DigestSyncInput): Promise<ScheduleChanges> {
      const { taskQueue } = activityInfo();
      const changes = { created: 0, updated: 0, removed: 0, unchanged: 0 };
      const failures: string[] = [];
      for (const known of await knownDigests(db, fleet))
        try {
          changes[await follow(fleet, known, taskQueue)] += 1;
        } catch (error) {
          failures.push(`"${known.id}" (${error instanceof Error ? error.message : String(error)})`);
        }
      const { unchanged, ...changed } = changes;
      if (unchanged < Object.values(changes).reduce((sum, each) => sum + each, 0))
        log.info({ fleet, ...changed }, 'schedules of digests changed');
      if (failures.length > 0) throw new DigestSchedulesError(fleet, failures);
      return changes;
    },
  };
}

async function create(
  schedules: Pick<ScheduleClient, 'create'>,
  { key }: WantedSchedule,
  desired: ReturnType<typeof scheduleOf>,
): Promise<ScheduleChange> {
  try {
    await schedules.create({ scheduleId: digestScheduleId(key), ...desired });
    return 'created';
  } catch (error) {
    // Somebody made it at the same moment: the next comparison sees what they made.
    if (error instanceof ScheduleAlreadyRunning) throw new Error('it was made just now', { cause: error });
    throw error;
  }
}

async function remove(handle: ScheduleHandle): Promise<ScheduleChange> {
  const found = await unlessMissing(handle.describe());
  if (!found) return 'unchanged';
  await unlessMissing(handle.delete());
  return 'removed';
}

async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return undefined;
    throw error;
  }
}
