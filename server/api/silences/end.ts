import { worded } from '../../../messages/language/index.ts';
import { endOf } from '../../../store/alerts/index.ts';
import type { Silence } from '../../../store/alerts/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { deletingRules } from '../../../store/documents/index.ts';
import { Problem } from '../../http/index.ts';
import { isAtLeast } from '../../access/index.ts';
import type { Caller } from '../../access/index.ts';

/** A silence as the API shows it. It has no `seq`, because a dry run stores none. */
export type Shown = Omit<Silence, 'seq'>;

/** The caller who ends a silence, and the time of its end. */
export interface Ending extends Pick<Caller, 'role' | 'name'> {
  readonly fleetId: string;
  readonly at: Date;
}

/**
 * Refuses to end a silence early if trips would then be deleted before the end that another person set.
 * @throws Problem 403
 */
export async function refuseToFreeDeletions(db: Db, silence: Silence, ending: Ending): Promise<void> {
  const rule = await deletingRule(db, silence, ending);
  if (rule !== undefined)
    throw new Problem(
      403,
      worded('problems.silenceOfDeletions', { rule, id: silence.id, who: silence.createdBy }),
    );
}

/** Returns whether a caller may end a silence early. */
export async function mayEnd(db: Db, silence: Shown, ending: Ending): Promise<boolean> {
  if (!isAtLeast(ending.role, 'editor') || endOf(silence) <= ending.at) return false;
  return (await deletingRule(db, silence, ending)) === undefined;
}

/** Returns a rule that deletes trips under this silence, if only an admin or the silence's creator may end it early. */
async function deletingRule(
  db: Db,
  silence: Shown,
  { fleetId, role, name, at }: Ending,
): Promise<string | undefined> {
  if (role === 'admin' || silence.createdBy === name || endOf(silence) <= at) return undefined;
  const rules = await deletingRules(db, fleetId);
  return rules.find((rule) => silence.rules === null || silence.rules.includes(rule));
}
