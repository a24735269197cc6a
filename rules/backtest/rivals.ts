import type { PublishedRule } from '../evaluation/index.ts';
import { deliveriesOf, groupKey } from '../admission/index.ts';
import type { Rival, RivalReason } from './question.ts';

function sharedKeys(rule: PublishedRule): ReadonlySet<string> {
  return new Set(deliveriesOf(rule).flatMap(({ action, receiver }) => groupKey(action, receiver) ?? []));
}

/**
 * The live rules that can change what becomes of a rule's alerts: those that suppress it, or tell a receiver of its that
 * messages of one trip share; and whatever suppresses one of these, since a suppressed rule suppresses and carries nothing.
 * No other rule matters: throttles and budgets count a rule's own alerts only.
 * @param versions the rule to try, and its published version when there is one
 * @param live what counts at this moment, in order
 */
export function rivalsOf(versions: readonly PublishedRule[], live: readonly PublishedRule[]): Rival[] {
  const own = new Set(versions.map(({ id }) => id));
  const receivers = new Set(versions.flatMap((version) => [...sharedKeys(version)]));
  const others = live.filter(({ id, rule }) => !own.has(id) && rule.mode === 'live');
  const found = new Map<string, RivalReason>();
  for (const other of others)
    if ([...sharedKeys(other)].some((key) => receivers.has(key))) found.set(other.id, 'shares_receiver');
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const other of others)
      if (!found.has(other.id) && (other.rule.suppresses ?? []).some((id) => own.has(id) || found.has(id)))
        found.set(other.id, 'suppresses');
  }
  return others.flatMap((other) => {
    const because = found.get(other.id);
    return because ? [{ ...other, because }] : [];
  });
}
