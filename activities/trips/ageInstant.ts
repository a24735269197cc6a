import type { CompiledRules, Decision } from '../../rules/evaluation/index.ts';
import type { Db } from '../../store/db/index.ts';
import { firstDecidedAt } from '../../store/trips/index.ts';
import type { TripRow } from '../../store/trips/index.ts';

/** Until when a simulation counts a trip's age, and why until then. */
export interface AgeInstant {
  readonly at: Date;
  readonly because: NonNullable<Decision['age_until']>['because'];
}

/**
 * Until when a stored trip's age is counted when it is asked about later: its first decision, as live; for one that was
 * never decided, its announcement, as in a back-test. A trip that is not stored is as old as it is now.
 */
export async function ageInstant(
  db: Db,
  { stored, now }: { readonly stored: TripRow | undefined; readonly now: Date },
): Promise<AgeInstant> {
  if (!stored) return { at: now, because: 'now' };
  const decided = await firstDecidedAt(db, stored);
  if (decided) return { at: decided, because: 'first_decision' };
  return { at: stored.firstAnnouncedAt, because: 'announcement' };
}

/** What an answer says of it: nothing where no rule asks for a trip's age. */
export function ageInAnswer(
  { at, because }: AgeInstant,
  { requests }: CompiledRules,
): Pick<Decision, 'age_until'> {
  if (!requests.some(({ fact }) => fact === 'trip.age_seconds')) return {};
  return { age_until: { at: at.toISOString(), because } };
}
