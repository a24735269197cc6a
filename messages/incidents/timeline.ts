import { CHANNELS, isPersonChannel } from '../../rules/channels/index.ts';
import { LONGEST_NAME, formatDuration, oneLine, shownReceiver } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language, Say } from '../language/index.ts';
import { outcomeOf, outcomeWords } from './outcomes.ts';
import type { Notified } from './outcomes.ts';
import { LONGEST_NOTE, dispositionInText, personName } from './state.ts';

/** One entry of an incident's timeline, with people by their names. */
export interface TimelineEntry {
  readonly kind: string;
  /** Display name of the person behind it. */
  readonly by?: string;
  /** `api`, `slack`, `email` or `tripline`. */
  readonly via: string;
  /** Address that the link was sent to, for an answer by a link. */
  readonly sentTo?: string;
  readonly note?: string;
  /** Round and step of a page, both from 1. */
  readonly round?: number;
  readonly step?: number;
  /** Recipients of a page, by channel, address or name, each with the outcome of its message. */
  readonly notified?: readonly Notified[];
  /** True for a page sent outside its hours, because otherwise no recipient would have been notified. */
  readonly despiteHours?: boolean;
  /** True for a page that follows one whose messages were all refused. */
  readonly afterNobody?: boolean;
  /** Reason for a skipped step: `no_recipients`, or that it was outside its hours. */
  readonly reason?: string;
  /** Name of the rule of an alert that joined. */
  readonly rule?: string;
  /** New assignee of a reassigned incident. */
  readonly to?: string;
  readonly disposition?: string;
  /** Length of a snooze. */
  readonly minutes?: number;
  /** True for paging that resumed because a snooze is over. */
  readonly isSnoozeOver?: boolean;
  /** Action that a late answer requested. */
  readonly answer?: string;
}

/** Describes an entry of the timeline on one line: `Ann acknowledged it (e-mail)`. */
export function timelineWords(entry: TimelineEntry, language: Language = 'en'): string {
  const note = oneLine(entry.note ?? '', LONGEST_NOTE);
  const words = happened(entry, language);
  return note ? textsOf(language)('incidents.entry_withNote', { entry: words, note }) : words;
}

function happened(entry: TimelineEntry, language: Language): string {
  const say = textsOf(language);
  const who = personName(entry.by, { limit: LONGEST_NAME, language });
  const isKnown = who !== say('incidents.someone');
  const way = wayWords(entry, say);
  const to = oneLine(entry.to ?? '', LONGEST_NAME);
  const notified = outcomeWords(entry.notified, language);
  switch (entry.kind) {
    case 'opened':
      return say('incidents.entry_opened');
    case 'joined':
      return entry.rule
        ? say('incidents.entry_joinedRule', { rule: oneLine(entry.rule, LONGEST_NAME) })
        : say('incidents.entry_joined');
    case 'paged':
      return [
        say('incidents.entry_paged', { step: stepWords(entry, say), who: notified }),
        entry.afterNobody ? say('incidents.entry_pagedAtOnce') : '',
        entry.despiteHours ? say('incidents.entry_pagedDespiteHours') : '',
      ].join('');
    case 'step_skipped': {
      const step = stepWords(entry, say);
      return entry.reason === 'no_recipients'
        ? say('incidents.entry_skippedNobody', { step })
        : say('incidents.entry_skippedHours', { step });
    }
    case 'unanswered':
      return entry.notified?.length
        ? say('incidents.entry_unansweredNotified', { who: notified })
        : say('incidents.entry_unanswered');
    case 'paging_resumed':
      if (entry.isSnoozeOver)
        return isKnown ? say('incidents.entry_snoozeOverBy', { who }) : say('incidents.entry_snoozeOver');
      return say('incidents.entry_resumed', { who: isKnown ? who : say('incidents.theAssignee') });
    case 'acknowledged':
      return say('incidents.entry_acknowledged', { who, way });
    case 'snoozed':
      return entry.minutes === undefined
        ? say('incidents.entry_snoozed', { who, way })
        : say('incidents.entry_snoozedFor', {
            who,
            time: formatDuration(entry.minutes * 60, language),
            way,
          });
    case 'escalated':
      return say('incidents.entry_escalated', { who, way });
    case 'reassigned': {
      const words = to
        ? say('incidents.entry_reassignedTo', { who, to, way })
        : say('incidents.entry_reassigned', { who, way });
      const isUnheard = entry.reason === 'reassigned' && !entry.notified?.length;
      if (isUnheard) return words + say('incidents.entry_nobodyNotified');
      const isUndelivered = entry.notified?.some(
        ({ outcome }) => outcome !== undefined && outcome !== 'sent',
      );
      return isUndelivered ? `${words}; ${notified}` : words;
    }
    case 'noted':
      return say('incidents.entry_noted', { who, way });
    case 'resolved':
      return say('incidents.entry_resolved', {
        who,
        is: dispositionInText(entry.disposition, language),
        way,
      });
    case 'reopened':
      return say('incidents.entry_reopened', { who, way });
    case 'late_answer':
      return say('incidents.entry_late', { who, answer: wantedWords(entry.answer, say), way });
    default:
      return oneLine(entry.kind.replaceAll('_', ' '), LONGEST_NAME);
  }
}

/**
 * Returns the channel by which a person answered; empty for any other. An answer by a link shows the address that the link was
 * sent to, because another person may hold the link.
 */
function wayWords({ via, sentTo }: TimelineEntry, say: Say): string {
  if (sentTo !== undefined) return say('incidents.way_link', { address: oneLine(sentTo, LONGEST_NAME) });
  if (!isPersonChannel(via)) return '';
  return say.known(`incidents.way_${via}`) ?? say('incidents.way_other', { channel: CHANNELS[via].inText });
}

/** Returns the request of a late answer, in words. */
function wantedWords(answer: string | undefined, say: Say): string {
  return say.known(`incidents.wanted_${answer ?? ''}`) ?? say('incidents.wanted_answer');
}

function stepWords({ round, step }: TimelineEntry, say: Say): string {
  if (step === undefined) return say('incidents.aStep');
  return round !== undefined && round > 1
    ? say('incidents.stepOfRound', { step, round })
    : say('incidents.step', { step });
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

/** Converts a stored entry, with people under the names they answered with. */
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
    by: person,
    round: number('round'),
    step: number('step'),
    reason: text('reason'),
    rule: text('rule'),
    to: text('to'),
    disposition: text('disposition'),
    answer: text('answer'),
    minutes: number('minutes'),
    isSnoozeOver: details?.['snoozed'] === true || undefined,
    note: note ?? undefined,
    despiteHours: details?.['despite_hours'] === true || undefined,
    afterNobody: text('cause') === 'undelivered' || undefined,
    sentTo,
  };
  const known = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
  return { kind, via, ...(notified.length > 0 && { notified }), ...known };
}

/**
 * Returns a person by name, and a channel or an address as it is. Shows only the host of a webhook, because the rest may be a
 * secret.
 */
function notifiedIn(notified: unknown): Notified[] {
  if (!Array.isArray(notified)) return [];
  return notified.flatMap((each: unknown) => {
    const details = (each ?? {}) as Record<string, unknown>;
    const { action, receiver, person } = details;
    const outcome = outcomeOf(details);
    if (typeof person === 'string') return [{ name: person, ...outcome }];
    if (typeof receiver !== 'string') return [];
    const name = shownReceiver({ action: typeof action === 'string' ? action : '', receiver });
    return [{ name, ...outcome }];
  });
}
