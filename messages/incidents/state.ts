import { LONGEST_NAME, LONGEST_SENTENCE, formatNear, oneLine, severityBadge } from '../format/index.ts';
import type { Tone } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';
import type { IncidentMessage } from './message.ts';
import { nextStepWords } from './nextStepWords.ts';

type Disposition = NonNullable<IncidentMessage['incident']['disposition']>;

/** Possible outcomes of an incident, in the order of a choice. */
export const DISPOSITIONS: readonly Disposition[] = ['confirmed', 'false_alarm', 'not_driver', 'other'];

/** Returns a disposition as a choice. */
export function dispositionWords(disposition: Disposition, language: Language = 'en'): string {
  return textsOf(language)(`incidents.disposition_${disposition}`);
}

/** Returns a disposition inside a sentence: `a false alarm`. An unknown one is shown as `other`. */
export function dispositionInText(disposition: string | undefined, language: Language): string {
  const known = DISPOSITIONS.find((each) => each === disposition) ?? 'other';
  return textsOf(language)(`incidents.is_${known}`);
}

/** Presentation of an incident's state: always in words; symbol, emoji and colour only repeat them. */
export interface IncidentHeader {
  /** A few words: `Open`, `Assigned to Ann`, `Resolved: false alarm`. */
  readonly words: string;
  readonly emoji: string;
  /** One character of ordinary fonts. */
  readonly symbol: string;
  readonly tone: Tone;
}

/** Longest name of a person in a title. */
const TITLE_NAME = 40;

/** Returns an incident's state in a few words. */
export function incidentHeader({
  incident,
  alert,
  fleet: { language },
}: Pick<IncidentMessage, 'incident' | 'alert' | 'fleet'>): IncidentHeader {
  const say = textsOf(language);
  const { severity } = alert.rule;
  const { emoji, symbol } = severityBadge(severity, language);
  switch (incident.state) {
    case 'open':
      return {
        emoji,
        symbol,
        tone: severity,
        words: say(incident.isUnanswered ? 'incidents.state_unanswered' : 'incidents.state_open'),
      };
    case 'acknowledged': {
      const who = personName(incident.assignee, { limit: TITLE_NAME, language });
      return {
        words: say(
          incident.snoozedUntil === undefined ? 'incidents.state_assigned' : 'incidents.state_snoozed',
          { who },
        ),
        emoji: '🟡',
        symbol: '◐',
        tone: 'info',
      };
    }
    case 'resolved': {
      const outcome = say(`incidents.outcome_${incident.disposition ?? 'other'}`);
      return {
        words: say('incidents.state_resolved', { outcome }),
        emoji: '🟢',
        symbol: '✓',
        tone: 'good',
      };
    }
  }
}

/** Describes an incident's state in one or two sentences of plain text: the assignee since when, or that there is none. */
export function incidentStatus({
  incident,
  fleet: { timezone: zone, language },
}: Pick<IncidentMessage, 'incident' | 'fleet'>): readonly string[] {
  const say = textsOf(language);
  const near = { reference: incident.openedAt, zone, language };
  const named = { limit: LONGEST_NAME, language };
  const who = personName(incident.assignee, named);
  switch (incident.state) {
    case 'open':
      return incident.isUnanswered
        ? [`${say('incidents.allStepsRan')} ${say('incidents.staysOpen')}`]
        : [say('incidents.notAcknowledged')];
    case 'acknowledged': {
      const since = formatNear(incident.givenAt ?? incident.acknowledgedAt, near);
      const again = formatNear(incident.repageAt, near);
      const until = formatNear(incident.snoozedUntil, near);
      if (until !== undefined) return [say('incidents.snoozedUntil', { who, until })];
      return [
        since === undefined
          ? say('incidents.assigned', { who })
          : say('incidents.assignedSince', { who, since }),
        ...(again === undefined ? [] : [say('incidents.pagingResumes', { at: again, who })]),
      ];
    }
    case 'resolved': {
      const at = formatNear(incident.resolvedAt, near);
      const by = personName(incident.resolvedBy, named);
      const is = dispositionInText(incident.disposition, language);
      const note = oneLine(incident.note ?? '', LONGEST_NOTE);
      return [
        at === undefined
          ? say('incidents.resolved', { who: by, is })
          : say('incidents.resolvedAt', { who: by, at, is }),
        ...(note ? [say('incidents.note', { note })] : []),
      ];
    }
  }
}

/** Returns the occasion of a message and the incident's state in plain text, with the most important line first. */
export function incidentStatusLines(message: IncidentMessage): readonly string[] {
  const status = incidentStatus(message);
  const occasion = oneLine(message.shownOccasion ?? message.occasion, LONGEST_SENTENCE);
  if (!occasion) return status;
  if (message.reason === 'note') return [occasion, ...status];
  // A page is updated after changes. Once the incident is acknowledged, the assignee matters most.
  if (message.incident.state !== 'open') return status;
  const next = nextStepWords(message);
  return next === undefined ? [occasion] : [occasion, next];
}

/** Longest note of a person that a message shows, in characters. */
export const LONGEST_NOTE = 500;

/** Returns a person's name on one line, or a word for an unknown person. */
export function personName(
  name: string | undefined,
  { limit, language }: { readonly limit: number; readonly language: Language },
): string {
  return oneLine(name ?? '', limit) || textsOf(language)('incidents.someone');
}
