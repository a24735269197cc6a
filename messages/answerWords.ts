import { LONGEST_NAME } from './alertRows.ts';
import { oneLine } from './plainText.ts';
import { formatDuration } from './quantity.ts';
import type { StateLook } from './stateWords.ts';

/** Where an incident is on its way. */
export type IncidentState = 'open' | 'acknowledged' | 'resolved';

/** What an incident turned out to be. */
export type Disposition = 'confirmed' | 'false_alarm' | 'not_driver' | 'other';

/** How each state of an incident is told. */
export const INCIDENT_STATES: Readonly<Record<IncidentState, StateLook>> = {
  open: { words: 'Open', symbol: '▲', tone: 'critical' },
  acknowledged: { words: 'Acknowledged', symbol: '✓', tone: 'info' },
  resolved: { words: 'Resolved', symbol: '✓', tone: 'good' },
};

/** What each disposition says, in the middle of a sentence or alone. */
export const DISPOSITIONS: Readonly<Record<Disposition, string>> = {
  confirmed: 'Confirmed',
  false_alarm: 'False alarm',
  not_driver: 'Not this driver',
  other: 'Something else',
};

/** One entry of an incident's timeline, as far as words are made of it. Texts of people are plain and unescaped. */
export interface TimelineEntry {
  readonly kind: string;
  /** ISO 8601. */
  readonly at: string;
  readonly who: string;
  /** The person, as people call them. */
  readonly by?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** Who an entry is about: the person's name, or the token or address that answered. */
export function whoOf({ who, by }: Pick<TimelineEntry, 'who' | 'by'>): string {
  return oneLine(by ?? who, LONGEST_NAME);
}

/** How long ago, in words: `just now`, `4 s ago`, `2 h 05 min ago`. */
export function ago(at: string, now: string): string {
  const seconds = Math.floor((Date.parse(now) - Date.parse(at)) / 1000);
  if (seconds < 1) return 'just now';
  return `${formatDuration(seconds >= 600 ? seconds - (seconds % 60) : seconds)} ago`;
}

/**
 * What to tell somebody whose answer came too late: who was first and when.
 * @param entry the `came_late` entry that keeps the answer
 * @param now ISO 8601
 */
export function lateWords({ details = {} }: Pick<TimelineEntry, 'details'>, now: string): string {
  const person = oneLine(text(details['person']) ?? 'Somebody', LONGEST_NAME);
  const since = text(details['since']);
  const when = since === undefined ? '' : `, ${ago(since, now)}`;
  switch (details['because']) {
    case 'acknowledged':
      return `${person} has it already: acknowledged${when.replace(',', '')}.`;
    case 'escalated':
      return `${person} escalated it already${when}.`;
    case 'resolved':
      return `${person} resolved it already${when}.`;
    case 'not_resolved':
      return 'It is not resolved, so there is nothing to open again.';
    case 'chain_over':
      return 'Everybody in the chain has been told already: there is nobody left to escalate to.';
    default:
      return 'Somebody else was first.';
  }
}

/** What an answer that counts has done, told to who gave it. */
export function doneWords({ kind, details = {} }: Pick<TimelineEntry, 'kind' | 'details'>): string {
  switch (kind) {
    case 'acknowledged':
      return details['again'] === true
        ? 'You have it. Nobody else is called.'
        : 'You have it now. Nobody else is called.';
    case 'escalated':
      return 'The next step of the chain is called now.';
    case 'resolved':
      return 'It is resolved. Nobody else is called.';
    case 'reassigned':
      return `${oneLine(text(details['to']) ?? 'Somebody else', LONGEST_NAME)} has it now.`;
    case 'reopened':
      return 'It is open again, and its chain begins anew.';
    default:
      return 'It is noted.';
  }
}

/** What happened, in one sentence; notes are not in it. Who did it stands at its beginning. */
export function timelineWords(entry: TimelineEntry): string {
  const { kind, details = {} } = entry;
  const who = whoOf(entry);
  const name = (key: string): string | undefined => {
    const value = text(details[key]);
    return value === undefined ? undefined : oneLine(value, LONGEST_NAME);
  };
  switch (kind) {
    case 'opened':
      return 'Opened.';
    case 'joined':
      return `Another alert joined${name('rule') === undefined ? '' : `: ${name('rule')}`}.`;
    case 'paged':
      return `${stepWords(details)} called${toWhom(details)}.`;
    case 'step_skipped':
      return `${stepWords(details)} skipped: outside of its hours.`;
    case 'unanswered':
      return `Nobody answered; the chain is over${toWhom(details).replace(':', '. Told:')}.`;
    case 'lapsed':
      return `No word from ${name('assignee') ?? name('from') ?? 'who had it'} for too long: open again.`;
    case 'acknowledged':
      return `${who} ${details['again'] === true ? 'still has it' : 'acknowledged it'}.`;
    case 'escalated':
      return `${who} escalated it.`;
    case 'reassigned':
      return `${who} gave it to ${name('to') ?? 'somebody else'}.`;
    case 'noted':
      return `${who} noted:`;
    case 'resolved':
      return `${who} resolved it: ${dispositionWords(text(details['disposition'])).toLowerCase()}.`;
    case 'reopened':
      return `${who} opened it again.`;
    case 'came_late':
      return `${who} came too late to ${LATE_VERBS.get(text(details['answer']) ?? '') ?? 'answer'}.`;
    default:
      return oneLine(kind.replaceAll('_', ' '), LONGEST_NAME);
  }
}

/** A disposition in words; one that is not known stays as it is. */
export function dispositionWords(disposition: string | undefined): string {
  return DISPOSITIONS[disposition as Disposition] ?? oneLine(disposition ?? 'other', LONGEST_NAME);
}

const LATE_VERBS: ReadonlyMap<string, string> = new Map([
  ['acknowledge', 'acknowledge it'],
  ['escalate', 'escalate it'],
  ['resolve', 'resolve it'],
  ['reassign', 'give it away'],
  ['reopen', 'open it again'],
]);

function stepWords(details: Readonly<Record<string, unknown>>): string {
  const { step, round } = details;
  const which = typeof step === 'number' ? `Step ${step}` : 'The next step';
  return typeof round === 'number' && round > 1 ? `${which} of round ${round}` : which;
}

/** Who was told, where the entry names them: a list of names or addresses. */
function toWhom(details: Readonly<Record<string, unknown>>): string {
  const told = details['receivers'] ?? details['to'];
  if (!Array.isArray(told)) return '';
  const names = told.filter((each): each is string => typeof each === 'string').slice(0, 10);
  return names.length === 0 ? '' : `: ${names.map((each) => oneLine(each, 100)).join(', ')}`;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
