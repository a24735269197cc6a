import { LONGEST_NAME, oneLine } from '../format/index.ts';
import { DISPOSITIONS, LONGEST_NOTE, personName } from './state.ts';

/** One entry of an incident's timeline, with people by their names. */
export interface TimelineEntry {
  readonly kind: string;
  /** The person behind it, as people call them. */
  readonly by?: string;
  /** `api`, `slack`, `email` or `tripline`. */
  readonly via: string;
  readonly note?: string;
  /** Of a page: its round and step, both from 1. */
  readonly round?: number;
  readonly step?: number;
  /** Of a page: who was told, by channel, address or name. */
  readonly told?: readonly string[];
  /** Of a page: it went out outside of its hours, because nobody would have been told otherwise. */
  readonly despiteHours?: boolean;
  /** Of a page: the one before it was refused by everybody whom it was to tell. */
  readonly afterNobody?: boolean;
  /** Of a step that was skipped: `nobody_to_tell`, or that it was outside its hours. */
  readonly reason?: string;
  /** Of an alert that joined: the name of its rule. */
  readonly rule?: string;
  /** Of one handed over: to whom. */
  readonly to?: string;
  readonly disposition?: string;
  /** Of an answer that came late: what it wanted. */
  readonly answer?: string;
}

const WAYS: ReadonlyMap<string, string> = new Map([
  ['slack', ' (Slack)'],
  ['email', ' (e-mail)'],
]);

/** What an answer that came late wanted. */
const ANSWERS: ReadonlyMap<string, string> = new Map([
  ['acknowledge', 'take it'],
  ['escalate', 'escalate it'],
  ['resolve', 'resolve it'],
  ['reassign', 'hand it over'],
  ['reopen', 'reopen it'],
]);

/** An entry of the timeline in words, on one line: `Ann has it (e-mail)`. */
export function timelineWords(entry: TimelineEntry): string {
  const note = oneLine(entry.note ?? '', LONGEST_NOTE);
  return note ? `${happened(entry)}: “${note}”` : happened(entry);
}

function happened(entry: TimelineEntry): string {
  const by = personName(entry.by, LONGEST_NAME);
  const way = WAYS.get(entry.via) ?? '';
  const to = oneLine(entry.to ?? '', LONGEST_NAME);
  switch (entry.kind) {
    case 'opened':
      return 'Opened';
    case 'joined':
      return `Joined by another alert${entry.rule ? `: ${oneLine(entry.rule, LONGEST_NAME)}` : ''}`;
    case 'paged':
      return `${stepWords(entry)} told${toldWords(entry.told)}${entry.afterNobody ? ' at once: the page before reached nobody' : ''}${entry.despiteHours ? ', outside its hours: nobody else would have been told' : ''}`;
    case 'step_skipped':
      return `${stepWords(entry)} skipped: ${entry.reason === 'nobody_to_tell' ? 'it names nobody who can be told' : 'outside its hours'}`;
    case 'unanswered':
      return `Nobody answered${entry.told?.length ? `; told${toldWords(entry.told)}` : ''}`;
    case 'lapsed':
      return `${by === 'Somebody' ? 'Who had it' : by} was silent for too long: open again`;
    case 'acknowledged':
      return `${by} has it${way}`;
    case 'escalated':
      return `${by} asked for the next step${way}`;
    case 'reassigned':
      return `${by} handed it${to ? ` to ${to}` : ' over'}${way}${entry.reason === 'reassigned' && !entry.told?.length ? '; nobody was told' : ''}`;
    case 'noted':
      return `${by} noted${way}`;
    case 'resolved':
      return `${by} resolved it as ${dispositionWords(entry.disposition)}${way}`;
    case 'reopened':
      return `${by} reopened it${way}`;
    case 'came_late':
      return `${by} wanted to ${ANSWERS.get(entry.answer ?? '') ?? 'answer'}${way}; it was too late, nothing changed`;
    default:
      return oneLine(entry.kind.replaceAll('_', ' '), LONGEST_NAME);
  }
}

function stepWords({ round, step }: TimelineEntry): string {
  if (step === undefined) return 'A step was';
  return round !== undefined && round > 1 ? `Step ${step} of round ${round}` : `Step ${step}`;
}

/** Receivers that an entry names one by one. */
const RECEIVERS_SHOWN = 5;

function toldWords(told: readonly string[] | undefined): string {
  if (!told?.length) return ' nobody';
  const named = told.slice(0, RECEIVERS_SHOWN).map((each) => oneLine(each, 80));
  const more = told.length - named.length;
  return ` ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function dispositionWords(disposition: string | undefined): string {
  return disposition !== undefined && disposition in DISPOSITIONS
    ? DISPOSITIONS[disposition as keyof typeof DISPOSITIONS].is
    : DISPOSITIONS.other.is;
}
