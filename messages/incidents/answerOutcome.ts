import { slackWords } from '../channels/slack/index.ts';
import type { SlackMessage } from '../channels/slack/index.ts';
import { LONGEST_NAME, formatDuration, formatNear, oneLine } from '../format/index.ts';
import type { IncidentMessage } from './message.ts';
import { incidentStatus, personName } from './state.ts';

/** What an answer's entry in the timeline keeps beside its kind. */
type Details = Readonly<Record<string, unknown>> | null | undefined;

/**
 * How long ago, in words: `just now`, `4 s ago`, `2 h 05 min ago`.
 * @param at ISO 8601, as `now`
 */
export function ago(at: string, now: string): string {
  const seconds = Math.floor((Date.parse(now) - Date.parse(at)) / 1000);
  if (seconds < 1) return 'just now';
  return `${formatDuration(seconds < 120 ? seconds : seconds - (seconds % 60))} ago`;
}

/**
 * What to tell somebody whose answer came too late: who was first, and when.
 * @param details of the `late_answer` entry that keeps the answer
 * @param now ISO 8601
 */
export function tooLateWords(details: Details, now: string): string {
  const person = personName(textOf(details, 'person'), LONGEST_NAME);
  const since = textOf(details, 'since');
  const when = since === undefined ? '' : `, ${ago(since, now)}`;
  switch (textOf(details, 'because')) {
    case 'acknowledged':
      return `${person} has it${since === undefined ? '' : `, ${details?.['given'] === true ? 'given to them' : 'acknowledged'} ${ago(since, now)}`}.`;
    case 'escalated':
      return `${person} escalated it already${when}.`;
    case 'resolved':
      return `${person} resolved it already${when}.`;
    case 'not_resolved':
      return 'It is not resolved, so there is nothing to open again.';
    default:
      return 'Somebody else was first.';
  }
}

/** What an answer that counts has done, told to who gave it. */
export function doneWords(kind: string, details: Details): string {
  switch (kind) {
    case 'acknowledged':
      return details?.['again'] === true
        ? 'You still have it. Nobody else is called.'
        : 'You have it now. Nobody else is called.';
    case 'escalated':
      return 'Escalated. The next people in the chain are called now; at its end, the last ones again.';
    case 'resolved':
      return 'Resolved. Nobody else is called.';
    case 'reassigned':
      return `${oneLine(textOf(details, 'to') ?? 'Somebody else', LONGEST_NAME)} has it now.${details?.['reason'] === 'reassigned' && !(details['notified'] as readonly unknown[] | undefined)?.length ? ' Nobody was told: tell them yourself.' : ''}`;
    case 'reopened':
      return 'Open again. Its chain begins anew.';
    default:
      return 'Noted.';
  }
}

function textOf(details: Details, key: string): string | undefined {
  const value = details?.[key];
  return typeof value === 'string' ? value : undefined;
}

/** Why an answer came too late, as the timeline keeps it. */
interface LateAnswer {
  /** `acknowledged`, `escalated`, `resolved` or `not_resolved`. */
  readonly because: string;
  /** Who was first, as people call them. */
  readonly person?: string;
  /** ISO 8601: when they were. */
  readonly since?: string;
}

/** What somebody hears whose press came too late: how it stood, and that nothing changed by it. */
export function lateAnswer(
  late: LateAnswer,
  { incident, fleet }: Pick<IncidentMessage, 'incident' | 'fleet'>,
): SlackMessage {
  return slackWords(`${first(late, { incident, fleet })} Nothing changed by your press.`);
}

function first(late: LateAnswer, it: Pick<IncidentMessage, 'incident' | 'fleet'>): string {
  const person = personName(late.person, LONGEST_NAME);
  const at = formatNear(late.since, { reference: it.incident.openedAt, zone: it.fleet.timezone });
  switch (late.because) {
    case 'acknowledged':
      return `${person} has it${at === undefined ? '' : ` since ${at}`}.`;
    case 'escalated':
      return `${person} escalated it already${at === undefined ? '' : `, at ${at}`}.`;
    case 'resolved':
      return `${person} resolved it${at === undefined ? ' already' : ` at ${at}`}.`;
    default:
      return incidentStatus(it)[0] ?? '';
  }
}
