import type { AnalyticsClient } from '../../analytics/index.ts';
import { getDeletion } from '../../store/deletions/index.ts';
import { keepBaseline } from '../../store/facts/index.ts';
import type { StoredBreak } from '../../store/facts/index.ts';
import type { DeletionInput } from '../../workflows/contracts/index.ts';
import { analyticsOf } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { expectOk } from './expectOk.ts';
import { rangeEndingOn } from './scoreReadings.ts';
import type { Timing } from './scoreReadings.ts';

/** Milliseconds to wait at most for the score before a deletion, because the score is useful but not necessary. */
const SCORE_WITHIN_MS = 5_000;

/**
 * Returns the UTC date of an instant, `YYYY-MM-DD`. The scores before and after a deletion are both read as of the day of its
 * first attempt.
 */
export function baselineDateOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Creates the activity that reads a driver's score after a deletion. */
export function createBaselines(deps: ActivityDependencies) {
  return {
    /**
     * Reads the driver's score after a deletion and stores it, because later changes of the score are compared with it. Safe to
     * repeat.
     * @throws ApplicationFailure (worth a retry) while the service or the database is unavailable
     */
    async readBaseline(input: DeletionInput): Promise<void> {
      const deletion = await getDeletion(deps.db, { fleetId: input.fleet, id: input.deletionId });
      if (deletion?.state !== 'deleted' || deletion.baselineAt !== null) return;
      const endDate = baselineDateOf(deletion.firstAttemptAt ?? deletion.settledAt ?? deps.now());
      await baselineFromService(deps, analyticsOf(deps, input.fleet), {
        fleetId: input.fleet,
        driverId: deletion.driverId,
        deletionId: deletion.id,
        endDate,
        timing: 'wait',
      });
    },
  };
}

/**
 * Reads a driver's score after a deletion from the service, and stores it.
 * @returns the stored baseline; `undefined` when the service cannot return the score now and `timing` is `now`
 * @throws ApplicationFailure (worth a retry) in that case, if `timing` is `wait`
 */
export async function baselineFromService(
  deps: ActivityDependencies,
  client: AnalyticsClient,
  of: {
    readonly fleetId: string;
    readonly driverId: string;
    readonly deletionId: string;
    readonly endDate: string;
    readonly timing: Timing;
  },
): Promise<Pick<StoredBreak, 'baselineDate' | 'baselineAt' | 'baselineRated' | 'scoreAfter'> | undefined> {
  const { fleetId, driverId, deletionId, endDate } = of;
  const outcome = await client.driverScore(driverId, rangeEndingOn(endDate));
  const isMissing = outcome.kind === 'no_such_trip' || (outcome.kind === 'invalid' && outcome.notFound);
  if (outcome.kind !== 'ok' && !isMissing) {
    if (of.timing === 'wait') await expectOk(deps, { fleet: fleetId, driverId, tripId: '' }, outcome);
    return undefined;
  }
  const score = outcome.kind === 'ok' ? outcome.value.score : undefined;
  const at = deps.now();
  await keepBaseline(deps.db, { fleetId, deletionId, endDate, score, at });
  return {
    baselineDate: endDate,
    baselineAt: at,
    baselineRated: score === undefined ? null : score !== null,
    scoreAfter: score ?? null,
  };
}

/**
 * Returns the driver's score just before a deletion. Returns `undefined` when the driver is not rated, or the score cannot be
 * read quickly.
 */
export async function scoreBefore(
  deps: ActivityDependencies,
  of: { readonly fleetId: string; readonly driverId: string; readonly at: Date },
): Promise<number | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(() => done(undefined), SCORE_WITHIN_MS);
  });
  try {
    const read = analyticsOf(deps, of.fleetId).driverScore(of.driverId, rangeEndingOn(baselineDateOf(of.at)));
    const outcome = await Promise.race([read, late]);
    return outcome?.kind === 'ok' ? (outcome.value.score ?? undefined) : undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
