import { breakReachMs, spanDays } from '../../rules/facts/index.ts';
import type { FactRequest, ScoreBreak } from '../../rules/facts/index.ts';
import type { Trip } from '../../rules/vocabulary/index.ts';
import { asBreak, scoreBreaksOf } from '../../store/facts/index.ts';
import type { StoredBreak } from '../../store/facts/index.ts';
import { tripEndedAt } from '../../store/trips/index.ts';
import type { TripKey } from '../../workflows/contracts/index.ts';
import { analyticsOf } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { retryLater } from '../failures/index.ts';
import { baselineFromService } from './baseline.ts';
import type { Timing } from './scoreReadings.ts';

/** Deletions between two scores of a driver that a rule compares, and whether one of them is not complete yet. */
export interface ScoreBreaks {
  readonly scoreBreaks: readonly ScoreBreak[];
  readonly incomplete: boolean;
}

const NO_BREAKS: ScoreBreaks = { scoreBreaks: [], incomplete: false };

/**
 * Returns the deletions that may lie between two scores of the trip's driver that the rules compare. Has to be called after the
 * scores were read. Reads a deletion's missing baseline at once, so that the trip need not wait until another activity reads it.
 * @throws ApplicationFailure (worth a retry) with `timing: 'wait'` while the service is unavailable or a deletion is not complete
 */
export async function readScoreBreaks(
  deps: ActivityDependencies,
  key: TripKey,
  asked: { readonly trip: Trip; readonly requests: readonly FactRequest[]; readonly timing: Timing },
): Promise<ScoreBreaks> {
  const changes = asked.requests.filter(({ fact }) => fact === 'driver.score_change');
  const endedAt = tripEndedAt(asked.trip);
  if (changes.length === 0 || endedAt === undefined) return NO_BREAKS;
  const days = Math.max(...changes.map(spanDays));
  const endDate = endedAt.toISOString().slice(0, 10);
  const found = await scoreBreaksOf(deps.db, {
    fleetId: key.fleet,
    driverIds: [key.driverId],
    since: new Date(endedAt.getTime() - breakReachMs(days)),
  });
  // Ignores deletions of trips of a later day, because they affect no score that this trip needs.
  const stored = found.filter(({ tripDate }) => tripDate === null || tripDate <= endDate);
  const scoreBreaks: ScoreBreak[] = [];
  let incomplete = false;
  for (const each of stored) {
    const read = await withBaseline(deps, key, { stored: each, timing: asked.timing });
    scoreBreaks.push(asBreak(read));
    const isOpen = read.until === null || read.baselineAt === null;
    if (isOpen && asked.timing === 'wait')
      return retryLater('deletion_under_way', 'A trip of this driver is being deleted.');
    incomplete ||= isOpen;
  }
  return { scoreBreaks, incomplete };
}

/** Returns the deletion with its missing baseline, if the service returns the baseline. */
async function withBaseline(
  deps: ActivityDependencies,
  key: TripKey,
  { stored, timing }: { readonly stored: StoredBreak; readonly timing: Timing },
): Promise<StoredBreak> {
  if (stored.until === null || stored.baselineAt !== null) return stored;
  const baseline = await baselineFromService(deps, analyticsOf(deps, key.fleet), {
    fleetId: key.fleet,
    driverId: key.driverId,
    deletionId: stored.deletionId,
    endDate: stored.baselineDate,
    timing,
  });
  return baseline ? { ...stored, ...baseline } : stored;
}
