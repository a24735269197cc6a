import { messageReasonWords } from '../../messages/incident/index.ts';
import type { IncidentMessage, MessageReason, TimelineEntry } from '../../messages/incident/index.ts';
import type { EscalationPolicy } from '../../rules/documents/index.ts';
import type { Incident, IncidentEvent } from '../../store/incidents/index.ts';
import { text } from './entries.ts';

/** An entry of the timeline, as kept and with people by name. */
interface Entry {
  readonly event: IncidentEvent;
  readonly entry: TimelineEntry;
}

/** After these people wait for an answer anew; whoever hands it over has answered. */
const BEGINNINGS: ReadonlySet<string> = new Set(['opened', 'reopened', 'lapsed', 'reassigned']);

/** Whether nobody has it after an entry, and people wait anew. Who calls the next step takes it from who had it, if anybody. */
function isBeginning({ event: { kind, details } }: Entry): boolean {
  return BEGINNINGS.has(kind) || (kind === 'escalated' && text(details, 'from') !== undefined);
}

/** Which entry of the timeline a message tells, and why it goes out, in words. */
export function messageReasonOf(args: {
  /** The newest ones, oldest first. */
  readonly entries: readonly Entry[];
  readonly incident: Incident;
  readonly policy: EscalationPolicy | undefined;
  /** The entry that the message tells. */
  readonly seq: number;
}): Pick<IncidentMessage, 'event' | 'occasion'> {
  const { entries, incident, policy, seq } = args;
  const told = entries.find(({ event }) => event.seq === seq);
  // Of a long timeline the newest part is read: what the message told first may lie before it.
  if (!told) return { event: { seq, kind: 'paged', at: incident.openedAt.toISOString() }, occasion: '' };
  const { event, entry } = told;
  const earlier = entries.filter((each) => each.event.seq < seq);
  const began = earlier.findLast(isBeginning);
  const since = began?.event.at ?? incident.openedAt;
  const steps = policy && (incident.late && policy.late ? policy.late : policy).steps.length;
  const { cause, by } = causeOf(event, earlier);
  return {
    event: {
      ...{ seq, kind: event.kind, at: event.at.toISOString() },
      ...(entry.by !== undefined && { by: entry.by }),
      ...(entry.note !== undefined && { note: entry.note }),
    },
    occasion: messageReasonWords({
      ...{ entry, cause, waitedSeconds: (event.at.getTime() - since.getTime()) / 1000 },
      ...(by !== undefined && { by }),
      ...(steps !== undefined && { steps }),
    }),
  };
}

/** A reopened incident begins its chain again, and so may an alert that joins: the first page says who or what wanted that. */
function causeOf(
  event: IncidentEvent,
  earlier: readonly Entry[],
): { readonly cause: NonNullable<MessageReason['cause']>; readonly by: string | undefined } {
  const last = (kind: string): Entry | undefined => earlier.findLast((each) => each.event.kind === kind);
  const byOf = (kind: string): string | undefined => last(kind)?.entry.by;
  const cause = text(event.details, 'cause');
  if (cause === 'escalated' || cause === 'lapsed') return { cause, by: byOf(cause) };
  if (cause === 'undelivered') return { cause, by: undefined };
  const reopened = last('reopened');
  const pagedBefore = last('paged');
  const joined = earlier.findLast((each) => text(each.event.details, 'paged_again') !== undefined);
  if (joined && !(pagedBefore && pagedBefore.event.seq > joined.event.seq))
    return { cause: 'joined', by: undefined };
  const isFirst = !pagedBefore || (reopened !== undefined && pagedBefore.event.seq < reopened.event.seq);
  return reopened && isFirst
    ? { cause: 'reopened', by: reopened.entry.by }
    : { cause: 'time', by: undefined };
}
