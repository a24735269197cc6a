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
 * What to notify someone whose answer came too late: who was first, and when.
 * @param details of the `late_answer` entry that keeps the answer
 * @param now ISO 8601
 */
export function tooLateWords(details: Details, now: string): string {
  const person = personName(textOf(details, 'person'), LONGEST_NAME);
  const since = textOf(details, 'since');
  const when = since === undefined ? '' : `, ${ago(since, now)}`;
  switch (textOf(details, 'because')) {
    case 'acknowledged':
      return `Assigned to ${person}${since === undefined ? '' : `, ${details?.['given'] === true ? 'reassigned' : 'acknowledged'} ${ago(since, now)}`}.`;
    case 'escalated':
      return `${person} already escalated it${when}.`;
    case 'resolved':
      return `${person} already resolved it${when}.`;
    case 'not_resolved':
      return 'The incident is not resolved, so it cannot be reopened.';
    default:
      return 'Someone else answered first.';
  }
}

/** What an answer that counts has done, for the person who gave it. */
export function doneWords(kind: string, details: Details): string {
  switch (kind) {
    case 'acknowledged':
      return details?.['again'] === true
        ? 'You are still the assignee. Nobody else is notified.'
        : 'You are now the assignee. Nobody else is notified.';
    case 'snoozed':
      return 'Snoozed. You are now the assignee, and nobody else is notified for that time. Then people are paged again.';
    case 'escalated':
      return 'Escalated. The next step runs now; after the last step, its recipients are notified again.';
    case 'resolved':
      return 'Resolved. Nobody else is notified.';
    case 'reassigned':
      return `Reassigned to ${oneLine(textOf(details, 'to') ?? 'someone else', LONGEST_NAME)}.${details?.['reason'] === 'reassigned' && !(details['notified'] as readonly unknown[] | undefined)?.length ? ' Nobody was notified: contact them yourself.' : ''}`;
    case 'reopened':
      return 'Reopened. Escalation starts again at the first step.';
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

/** What someone hears whose press came too late: how it stood, and that nothing changed by it. */
export function lateAnswer(
  late: LateAnswer,
  { incident, fleet }: Pick<IncidentMessage, 'incident' | 'fleet'>,
): SlackMessage {
  return slackWords(`${first(late, { incident, fleet })} Your answer changed nothing.`);
}

function first(late: LateAnswer, it: Pick<IncidentMessage, 'incident' | 'fleet'>): string {
  const person = personName(late.person, LONGEST_NAME);
  const at = formatNear(late.since, { reference: it.incident.openedAt, zone: it.fleet.timezone });
  switch (late.because) {
    case 'acknowledged':
      return `Assigned to ${person}${at === undefined ? '' : ` since ${at}`}.`;
    case 'escalated':
      return `${person} already escalated it${at === undefined ? '' : ` at ${at}`}.`;
    case 'resolved':
      return `${person} already resolved it${at === undefined ? '' : ` at ${at}`}.`;
    default:
      return incidentStatus(it)[0] ?? '';
  }
}
