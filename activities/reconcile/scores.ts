import type { Trip } from '../../rules/vocabulary/index.ts';
import { noteScoresListed, scoresKept } from '../../store/trips/index.ts';
import type { ScoresCompared, ScoresKept } from '../../store/trips/index.ts';
import { scoresFingerprint } from '../facts/index.ts';
import type { ReconcileWork } from './pace.ts';

/** So long after the list changed a look is the last one: what the trip does not show by then, it never will. */
const LAST_AFTER_MS = 24 * 3_600_000;
/** A trip is looked at again after so many times the time it has been behind its list by the last look. */
const STEPS = 2;

/**
 * Looks again at those listed trips whose scores are others than when they were compared last, or, the first time, than those
 * that were kept. Scores may stand in the list before the trip itself shows them: later walks look at such a trip again, in
 * growing steps, until it does. What was compared is noted after that, so that a walk which breaks off in between does it again.
 * A list that always shows other figures than the trip itself costs each trip a few readings, five with a walk an hour.
 * @returns how many ways began
 */
export async function reevaluateRescored(
  { deps, run }: Pick<ReconcileWork, 'deps' | 'run'>,
  driverId: string,
  rows: readonly Trip[],
): Promise<number> {
  const { fleetId, id: runId } = run;
  const listed = new Map(rows.map((row) => [row.tripId, scoresFingerprint(row)]));
  const kept = await scoresKept(deps.db, { fleetId, driverId, tripIds: [...listed.keys()] });
  const compared: ScoresCompared[] = [];
  let begun = 0;
  for (const trip of kept) {
    const { tripId } = trip;
    const scoresHash = listed.get(tripId);
    // A list without scores says nothing of them.
    if (scoresHash === undefined) continue;
    const now = deps.now();
    const isNew = scoresHash !== trip.scoresHash;
    if (!isNew && (scoresHash === keptFingerprint(trip) || !isDueAgain(trip, now))) continue;
    const isToLook = !isNew || scoresHash !== (trip.scoresHash ?? keptFingerprint(trip));
    if (isToLook) {
      const began = await deps.trips.lookAgain({ fleet: fleetId, driverId, tripId, runId });
      if (began === 'started') begun += 1;
    }
    const listedAt = isNew ? now : trip.listedAt;
    compared.push({ tripId, scoresHash, ...(isToLook ? { listedAt, lookedAt: now } : NEVER_LOOKED) });
  }
  await noteScoresListed(deps.db, { fleetId, driverId, trips: compared });
  return begun;
}

const NEVER_LOOKED = { listedAt: null, lookedAt: null } as const;

/** Whether a trip that was looked at, and does not show what the list has shown since `listedAt`, is to be looked at again. */
export function isDueAgain(
  { listedAt, lookedAt }: Pick<ScoresKept, 'listedAt' | 'lookedAt'>,
  now: Date,
): boolean {
  if (listedAt === null || lookedAt === null) return false;
  const behindMs = lookedAt.getTime() - listedAt.getTime();
  return behindMs < LAST_AFTER_MS && now.getTime() - lookedAt.getTime() >= STEPS * behindMs;
}

function keptFingerprint({ score, scoreUnrated, ratings }: ScoresKept): string | undefined {
  const isKnown = score !== null || scoreUnrated;
  return scoresFingerprint({ ...(isKnown && { score }), ratings: ratings ?? {} });
}
