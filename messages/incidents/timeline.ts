import { CHANNELS, isPersonChannel } from '../../rules/channels/index.ts';
import { LONGEST_NAME, formatDuration, oneLine, shownReceiver } from '../format/index.ts';
import { DISPOSITIONS, LONGEST_NOTE, personName } from './state.ts';

/** One entry of an incident's timeline, with people by their names. */
export interface TimelineEntry {
  readonly kind: string;
  /** The person behind it, as people call them. */
  readonly by?: string;
  /** `api`, `slack`, `email` or `tripline`. */
  readonly via: string;
  /** Of an answer by a link: the address that it was sent to. */
  readonly sentTo?: string;
  readonly note?: string;
  /** Of a page: its round and step, both from 1. */
  readonly round?: number;
  readonly step?: number;
  /** Of a page: who was notified, by channel, address or name. */
  readonly notified?: readonly string[];
  /** Of a page: it was sent outside its hours, because otherwise nobody would have been notified. */
  readonly despiteHours?: boolean;
  /** Of a page: every message of the one before it was refused. */
  readonly afterNobody?: boolean;
  /** Of a step that was skipped: `no_recipients`, or that it was outside its hours. */
  readonly reason?: string;
  /** Of an alert that joined: the name of its rule. */
  readonly rule?: string;
  /** Of one that was reassigned: to whom. */
  readonly to?: string;
  readonly disposition?: string;
  /** Of a snooze: how long. */
  readonly minutes?: number;
  /** Of paging that resumed: because a snooze is over. */
  readonly isSnoozeOver?: boolean;
  /** Of an answer that came late: what it wanted. */
  readonly answer?: string;
}

/** What an answer that came late wanted. */
const ANSWERS: ReadonlyMap<string, string> = new Map([
  ['acknowledge', 'acknowledge it'],
  ['snooze', 'snooze it'],
  ['escalate', 'escalate it'],
  ['resolve', 'resolve it'],
  ['reassign', 'reassign it'],
  ['reopen', 'reopen it'],
]);

/** An entry of the timeline in words, on one line: `Ann acknowledged it (Slack)`. */
export function timelineWords(entry: TimelineEntry): string {
  const note = oneLine(entry.note ?? '', LONGEST_NOTE);
  return note ? `${happened(entry)}: “${note}”` : happened(entry);
}

function happened(entry: TimelineEntry): string {
  const by = personName(entry.by, LONGEST_NAME);
  const way = wayWords(entry);
  const to = oneLine(entry.to ?? '', LONGEST_NAME);
  switch (entry.kind) {
    case 'opened':
      return 'Opened';
    case 'joined':
      return `Joined by another alert${entry.rule ? `: ${oneLine(entry.rule, LONGEST_NAME)}` : ''}`;
    case 'paged':
      return `${stepWords(entry)}: notified${notifiedWords(entry.notified)}${entry.afterNobody ? ' at once: the previous step reached nobody' : ''}${entry.despiteHours ? ', outside its hours: otherwise nobody would have been notified' : ''}`;
    case 'step_skipped':
      return `${stepWords(entry)} skipped: ${entry.reason === 'no_recipients' ? 'it has no reachable recipient' : 'outside its hours'}`;
    case 'unanswered':
      return `All steps ran without acknowledgement${entry.notified?.length ? `; notified${notifiedWords(entry.notified)}` : ''}`;
    case 'paging_resumed':
      if (entry.isSnoozeOver) return `The snooze${by === 'Someone' ? '' : ` by ${by}`} is over: open again`;
      return `No update from ${by === 'Someone' ? 'the assignee' : by} for too long: open again`;
    case 'acknowledged':
      return `${by} acknowledged it${way}`;
    case 'snoozed':
      return `${by} snoozed it${minutesWords(entry.minutes)}${way}`;
    case 'escalated':
      return `${by} escalated it${way}`;
    case 'reassigned':
      return `${by} reassigned it${to ? ` to ${to}` : ''}${way}${entry.reason === 'reassigned' && !entry.notified?.length ? '; nobody was notified' : ''}`;
    case 'noted':
      return `${by} added a note${way}`;
    case 'resolved':
      return `${by} resolved it as ${dispositionWords(entry.disposition)}${way}`;
    case 'reopened':
      return `${by} reopened it${way}`;
    case 'late_answer':
      return `${by} wanted to ${ANSWERS.get(entry.answer ?? '') ?? 'answer'}${way}; too late, nothing changed`;
    default:
      return oneLine(entry.kind.replaceAll('_', ' '), LONGEST_NAME);
  }
}

/** A link answers for whoever has it: its entry says to whom it was sent, and not that this is who they are. */
function wayWords({ via, sentTo }: TimelineEntry): string {
  if (sentTo !== undefined) return ` (via the link sent to ${oneLine(sentTo, LONGEST_NAME)})`;
  return isPersonChannel(via) ? ` (${CHANNELS[via].inText})` : '';
}

function minutesWords(minutes: number | undefined): string {
  return minutes === undefined ? '' : ` for ${formatDuration(minutes * 60)}`;
}

function stepWords({ round, step }: TimelineEntry): string {
  if (step === undefined) return 'A step';
  return round !== undefined && round > 1 ? `Step ${step} of round ${round}` : `Step ${step}`;
}

/** Receivers that an entry names one by one. */
const RECEIVERS_SHOWN = 5;

function notifiedWords(notified: readonly string[] | undefined): string {
  if (!notified?.length) return ' nobody';
  const named = notified.slice(0, RECEIVERS_SHOWN).map((each) => oneLine(each, 80));
  const more = notified.length - named.length;
  return ` ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function dispositionWords(disposition: string | undefined): string {
  return disposition !== undefined && disposition in DISPOSITIONS
    ? DISPOSITIONS[disposition as keyof typeof DISPOSITIONS].is
    : DISPOSITIONS.other.is;
}

/** An entry of an incident's timeline as the store and the API have it. */
export interface StoredEntry {
  readonly kind: string;
  /** Name of the token, `slack:U01`, an address, or `tripline`. */
  readonly who: string;
  readonly by?: string | null | undefined;
  readonly via: string;
  readonly note?: string | null | undefined;
  readonly details?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The entry as words are made of it, people under the names they answered with. */
export function timelineEntry({ kind, who, by, via, note, details }: StoredEntry): TimelineEntry {
  const text = (key: string): string | undefined => {
    const value = details?.[key];
    return typeof value === 'string' ? value : undefined;
  };
  const number = (key: string): number | undefined => {
    const value = details?.[key];
    return typeof value === 'number' ? value : undefined;
  };
  const person = kind === 'paging_resumed' ? text('assignee') : who === 'tripline' ? undefined : (by ?? who);
  const notified = notifiedIn(details?.['notified']);
  const sentTo = isPersonChannel(via) && /^[^\s@]+@[^\s@]+$/.test(who) ? who : undefined;
  const optional = {
    ...{ by: person, round: number('round'), step: number('step'), reason: text('reason') },
    ...{ rule: text('rule'), to: text('to'), disposition: text('disposition'), answer: text('answer') },
    ...{ minutes: number('minutes'), isSnoozeOver: details?.['snoozed'] === true || undefined },
    ...{ note: note ?? undefined, despiteHours: details?.['despite_hours'] === true || undefined },
    afterNobody: text('cause') === 'undelivered' || undefined,
    sentTo,
  };
  const known = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
  return { kind, via, ...(notified.length > 0 && { notified }), ...known };
}

/** A person by name, a channel or an address as it is, of a webhook the host alone: the rest of it may be a secret. */
function notifiedIn(notified: unknown): string[] {
  if (!Array.isArray(notified)) return [];
  return notified.flatMap((each: unknown) => {
    const { action, receiver, person } = (each ?? {}) as Record<string, unknown>;
    if (typeof person === 'string') return [person];
    if (typeof receiver !== 'string') return [];
    return [shownReceiver({ action: typeof action === 'string' ? action : '', receiver })];
  });
}
