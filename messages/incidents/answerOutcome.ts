import { slackWords } from '../channels/slack/index.ts';
import type { SlackMessage } from '../channels/slack/index.ts';
import { LONGEST_NAME, formatDuration, formatNear, oneLine } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';
import type { IncidentMessage } from './message.ts';
import { incidentStatus, personName } from './state.ts';

/** Details of an answer's entry in the timeline. */
type Details = Readonly<Record<string, unknown>> | null | undefined;

/**
 * Says how long ago a time was: `just now`, `4 s ago`, `2 h 05 min ago`.
 * @param at ISO 8601, as `now`
 */
export function ago(at: string, now: string, language: Language = 'en'): string {
  const say = textsOf(language);
  const seconds = Math.floor((Date.parse(now) - Date.parse(at)) / 1000);
  if (seconds < 1) return say('incidents.justNow');
  const time = formatDuration(seconds < 120 ? seconds : seconds - (seconds % 60), language);
  return say('incidents.ago', { time });
}

/**
 * Explains to a person why an answer came too late: who was first, and when.
 * @param details of the `late_answer` entry that keeps the answer
 * @param now ISO 8601
 */
export function tooLateWords(details: Details, now: string, language: Language = 'en'): string {
  const say = textsOf(language);
  const who = personName(textOf(details, 'person'), { limit: LONGEST_NAME, language });
  const since = textOf(details, 'since');
  const when = since === undefined ? undefined : ago(since, now, language);
  switch (textOf(details, 'because')) {
    case 'acknowledged': {
      if (when === undefined) return say('incidents.assigned', { who });
      const key = details?.['given'] === true ? 'incidents.late_reassigned' : 'incidents.late_acknowledged';
      return say(key, { who, ago: when });
    }
    case 'escalated':
      if (when === undefined) return say('incidents.late_escalated', { who });
      return say('incidents.late_escalatedAgo', { who, ago: when });
    case 'resolved':
      if (when === undefined) return say('incidents.late_resolved', { who });
      return say('incidents.late_resolvedAgo', { who, ago: when });
    case 'not_resolved':
      return say('incidents.late_notResolved');
    default:
      return say('incidents.late_other');
  }
}

/** Says what a valid answer has done, for the person who gave it. */
export function doneWords(kind: string, details: Details, language: Language = 'en'): string {
  const say = textsOf(language);
  switch (kind) {
    case 'acknowledged':
      return say(details?.['again'] === true ? 'incidents.done_still' : 'incidents.done_acknowledged');
    case 'snoozed':
      return say('incidents.done_snoozed');
    case 'escalated':
      return say('incidents.done_escalated');
    case 'resolved':
      return say('incidents.done_resolved');
    case 'reassigned': {
      const to = oneLine(textOf(details, 'to') ?? say('incidents.someoneElse'), LONGEST_NAME);
      const wasNotified = Boolean((details?.['notified'] as readonly unknown[] | undefined)?.length);
      const done = say('incidents.done_reassigned', { to });
      return details?.['reason'] === 'reassigned' && !wasNotified
        ? `${done} ${say('incidents.done_nobody')}`
        : done;
    }
    case 'reopened':
      return say('incidents.done_reopened');
    default:
      return say('incidents.done_noted');
  }
}

function textOf(details: Details, key: string): string | undefined {
  const value = details?.[key];
  return typeof value === 'string' ? value : undefined;
}

/** Reason that an answer came too late, from the timeline. */
interface LateAnswer {
  /** `acknowledged`, `escalated`, `resolved` or `not_resolved`. */
  readonly because: string;
  /** Display name of the person who was first. */
  readonly person?: string;
  /** Time of that person's answer, ISO 8601. */
  readonly since?: string;
}

/** Returns the reply to a button that was pressed too late: the reason, and that nothing changed. */
export function lateAnswer(
  late: LateAnswer,
  { incident, fleet }: Pick<IncidentMessage, 'incident' | 'fleet'>,
): SlackMessage {
  const changedNothing = textsOf(fleet.language)('incidents.late_changedNothing');
  return slackWords(`${first(late, { incident, fleet })} ${changedNothing}`);
}

function first(late: LateAnswer, it: Pick<IncidentMessage, 'incident' | 'fleet'>): string {
  const { timezone: zone, language } = it.fleet;
  const say = textsOf(language);
  const who = personName(late.person, { limit: LONGEST_NAME, language });
  const at = formatNear(late.since, { reference: it.incident.openedAt, zone, language });
  switch (late.because) {
    case 'acknowledged':
      if (at === undefined) return say('incidents.assigned', { who });
      return say('incidents.late_assignedSince', { who, since: at });
    case 'escalated':
      return at === undefined
        ? say('incidents.late_escalated', { who })
        : say('incidents.late_escalatedAt', { who, at });
    case 'resolved':
      return at === undefined
        ? say('incidents.late_resolved', { who })
        : say('incidents.late_resolvedAt', { who, at });
    default:
      return incidentStatus(it)[0] ?? '';
  }
}
