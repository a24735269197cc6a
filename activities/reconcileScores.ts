import type { Trip } from '../rules/trip.ts';
import { noteScoresListed, scoresKept } from '../store/tripsScoredAgain.ts';
import type { ScoresKept } from '../store/tripsScoredAgain.ts';
import { scoresFingerprint } from './fingerprint.ts';
import type { ReconcileWork } from './reconcileDriver.ts';

/**
 * Looks again at those listed trips whose scores are others than when they were compared last, or, the first time, than those
 * that were kept. What was compared is noted after that, so that a walk which breaks off in between does it again.
 * A list that always shows other figures than the trip itself costs each trip one reading, once.
 * @returns how many ways began
 */
export async function takeUpScoredAgain(
  { deps, run }: Pick<ReconcileWork, 'deps' | 'run'>,
  driverId: string,
  rows: readonly Trip[],
): Promise<number> {
  const { fleetId, id: runId } = run;
  const listed = new Map(rows.map((row) => [row.tripId, scoresFingerprint(row)]));
  const kept = await scoresKept(deps.db, { fleetId, driverId, tripIds: [...listed.keys()] });
  const compared: { tripId: string; scoresHash: string }[] = [];
  let begun = 0;
  for (const trip of kept) {
    const { tripId } = trip;
    const scoresHash = listed.get(tripId);
    // A list without scores says nothing of them.
    if (scoresHash === undefined || scoresHash === trip.scoresHash) continue;
    if (scoresHash !== (trip.scoresHash ?? keptFingerprint(trip))) {
      const began = await deps.trips.lookAgain({ fleet: fleetId, driverId, tripId, runId });
      if (began === 'started') begun += 1;
    }
    compared.push({ tripId, scoresHash });
  }
  await noteScoresListed(deps.db, { fleetId, driverId, trips: compared });
  return begun;
}

function keptFingerprint({ score, scoreUnrated, ratings }: ScoresKept): string | undefined {
  const isKnown = score !== null || scoreUnrated;
  return scoresFingerprint({ ...(isKnown && { score }), ratings: ratings ?? {} });
}
