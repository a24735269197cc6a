import type { DigestCaveat } from '../messages/digest/caveats.ts';
import type { DigestScores } from '../messages/digest/content.ts';
import type { DigestWork } from './digestWork.ts';

/** The list of drivers and the score's own count may differ by so much before anybody is told: data moves while it is read. */
const TOLERATED_SHARE = 0.05;

/** What a reader must know of how the drivers were read. @param scores of what the digest is about, where they were read */
export function driverCaveats(work: DigestWork, scores: DigestScores | null): readonly DigestCaveat[] {
  const { run, totals } = work;
  const caveats: DigestCaveat[] = [];
  const unknown = run.gathered.now?.unknownGroups ?? [];
  if (unknown.length > 0) caveats.push({ kind: 'groups_unknown', groups: unknown });
  if (!totals.now) caveats.push({ kind: 'drivers_unread', reason: reasonOf(run.gathered.now?.reason) });
  else if (totals.now.active === 0) caveats.push({ kind: 'nobody_drove' });
  else {
    const { active, notRated, notKnown, tripsUnknown } = totals.now;
    if (notRated + notKnown === active) caveats.push({ kind: 'nobody_rated', drivers: active });
    if (tripsUnknown > 0) caveats.push({ kind: 'trips_unknown', drivers: tripsUnknown });
    const counted = scores?.drivers.value ?? active;
    if (Math.abs(counted - active) > Math.max(counted, active) * TOLERATED_SHARE)
      caveats.push({ kind: 'counts_differ', listed: active, counted });
  }
  if (!totals.before)
    caveats.push({ kind: 'drivers_before_unread', reason: reasonOf(run.gathered.before?.reason) });
  else if (totals.before.active === 0) caveats.push({ kind: 'nobody_drove_before' });
  return caveats;
}

function reasonOf(reason: string | undefined): string {
  return reason ?? 'the reading did not end';
}
