import { oneLine, reasonWords } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';

/** A recipient whom an entry of a timeline names, and what the ledger knows of their message. */
export interface Notified {
  readonly name: string;
  /** State of the delivery; `outbox`: it was stored instead of sent. Absent: its delivery is not stored. */
  readonly outcome?: Outcome;
  /** Reason that it waits or was not delivered. */
  readonly reason?: string;
}

/** Outcomes in the order in which they are listed. `planned` means that the ledger does not store the delivery. */
const OUTCOMES: readonly Outcome[] = [
  ...(['sent', 'planned', 'pending', 'held', 'outbox'] as const),
  ...(['unconfirmed', 'failed', 'skipped'] as const),
];
type Outcome = 'sent' | 'planned' | 'pending' | 'held' | 'outbox' | 'unconfirmed' | 'failed' | 'skipped';

/** Recipients that an entry names one by one, of each outcome. */
const RECEIVERS_SHOWN = 5;
const LONGEST_REASON = 200;

/** Reads a recipient's outcome and reason from the details of a timeline entry. */
export function outcomeOf(details: Readonly<Record<string, unknown>>): Omit<Notified, 'name'> {
  const { state, in_outbox: inOutbox, reason } = details;
  const outcome = OUTCOMES.find(
    (each) => each === (inOutbox === true && state === 'sent' ? 'outbox' : state),
  );
  return {
    ...(outcome !== undefined && { outcome }),
    ...(typeof reason === 'string' && { reason }),
  };
}

/**
 * Lists the outcome of each recipient, with reasons: `notified Ann; waiting to be sent to Ben; not delivered to #safety (…)`.
 * Names a recipient as notified only if the ledger knows that the message was sent.
 */
export function outcomeWords(notified: readonly Notified[] | undefined, language: Language): string {
  const say = textsOf(language);
  if (!notified?.length) return say('incidents.outcome_sent', { who: say('incidents.nobody') });
  return OUTCOMES.flatMap((outcome) => {
    const people = notified.filter((each) => (each.outcome ?? 'planned') === outcome);
    return people.length > 0 ? [say(`incidents.outcome_${outcome}`, { who: namesOf(people, language) })] : [];
  }).join('; ');
}

function namesOf(people: readonly Notified[], language: Language): string {
  const names = people.slice(0, RECEIVERS_SHOWN).map(({ name, reason, outcome }) => {
    const isWorthIt = outcome === 'failed' || outcome === 'pending' || outcome === 'unconfirmed';
    const why = isWorthIt ? oneLine(reasonWords(reason, language) ?? '', LONGEST_REASON) : '';
    return why === '' ? oneLine(name, 80) : `${oneLine(name, 80)} (${why.replace(/\.$/, '')})`;
  });
  const count = people.length - RECEIVERS_SHOWN;
  const shown = names.join(', ');
  return count > 0 ? textsOf(language)('incidents.andMore', { names: shown, count }) : shown;
}
