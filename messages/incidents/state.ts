import { LONGEST_NAME, LONGEST_SENTENCE, SEVERITIES, formatNear, oneLine } from '../format/index.ts';
import type { Tone } from '../format/index.ts';
import type { IncidentMessage } from './message.ts';

type Disposition = NonNullable<IncidentMessage['incident']['disposition']>;

/** What an incident turned out to be, as a choice and inside a sentence. */
export const DISPOSITIONS: Readonly<Record<Disposition, { readonly words: string; readonly is: string }>> = {
  confirmed: { words: 'Confirmed', is: 'confirmed' },
  false_alarm: { words: 'False alarm', is: 'a false alarm' },
  not_driver: { words: 'Not this driver', is: 'not this driver' },
  other: { words: 'Something else', is: 'something else' },
};

/** How an incident's state is shown: always in words; symbol, emoji and colour only repeat them. */
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

/** An incident's state in a few words. */
export function incidentHeader({
  incident,
  alert,
}: Pick<IncidentMessage, 'incident' | 'alert'>): IncidentHeader {
  const { severity } = alert.rule;
  const { emoji, symbol } = SEVERITIES[severity];
  switch (incident.state) {
    case 'open':
      return {
        ...{ emoji, symbol, tone: severity },
        words: incident.isUnanswered ? 'Open, all steps have run' : 'Open',
      };
    case 'acknowledged':
      return {
        words: `${incident.snoozedUntil === undefined ? 'Assigned to' : 'Snoozed by'} ${personName(incident.assignee, TITLE_NAME)}`,
        ...{ emoji: '🟡', symbol: '◐', tone: 'info' },
      };
    case 'resolved':
      return {
        words: `Resolved: ${DISPOSITIONS[incident.disposition ?? 'other'].words.toLowerCase()}`,
        ...{ emoji: '🟢', symbol: '✓', tone: 'good' },
      };
  }
}

/** An incident's state in one or two sentences: who is assigned since when, or that nobody is. Plain text. */
export function incidentStatus({
  incident,
  fleet,
}: Pick<IncidentMessage, 'incident' | 'fleet'>): readonly string[] {
  const near = { reference: incident.openedAt, zone: fleet.timezone };
  const who = personName(incident.assignee, LONGEST_NAME);
  switch (incident.state) {
    case 'open':
      return incident.isUnanswered
        ? ['Not acknowledged: all steps have run. It stays open until someone acknowledges it.']
        : ['Not acknowledged.'];
    case 'acknowledged': {
      const since = formatNear(incident.givenAt ?? incident.acknowledgedAt, near);
      const again = formatNear(incident.repageAt, near);
      const until = formatNear(incident.snoozedUntil, near);
      if (until !== undefined) return [`Snoozed by ${who} until ${until}. Then people are paged again.`];
      return [
        since === undefined ? `Assigned to ${who}.` : `Assigned to ${who} since ${since}.`,
        ...(again === undefined ? [] : [`Paging resumes at ${again} unless ${who} updates the incident.`]),
      ];
    }
    case 'resolved': {
      const at = formatNear(incident.resolvedAt, near);
      const by = personName(incident.resolvedBy, LONGEST_NAME);
      const { is } = DISPOSITIONS[incident.disposition ?? 'other'];
      const note = oneLine(incident.note ?? '', LONGEST_NOTE);
      return [
        `${by} resolved it${at === undefined ? '' : ` at ${at}`}: ${is}.`,
        ...(note ? [`“${note}”`] : []),
      ];
    }
  }
}

/** Receivers that the next step names one by one. */
const RECEIVERS_SHOWN = 3;

/** Who is paged next and when, on the fleet's clock; empty where no step is left. Plain text. */
function nextStepWords({ nextStep, incident, fleet }: IncidentMessage): readonly string[] {
  const at = formatNear(nextStep?.at, { reference: incident.openedAt, zone: fleet.timezone });
  const names = (nextStep?.notified ?? []).map((name) => oneLine(name, 80)).filter(Boolean);
  if (at === undefined || names.length === 0) return [];
  const shown = names.slice(0, RECEIVERS_SHOWN);
  const all = names.length > shown.length ? [...shown, `${names.length - shown.length} more`] : shown;
  const who = all.length === 1 ? all[0]! : `${all.slice(0, -1).join(', ')} and ${all.at(-1)!}`;
  return [
    `${who} ${names.length === 1 ? 'is' : 'are'} paged at ${at} (${oneLine(fleet.timezone, 60)}) unless this is acknowledged.`,
  ];
}

/** What a message was sent for and how the incident stands, what matters most first. Plain text. */
export function incidentStatusLines(message: IncidentMessage): readonly string[] {
  const status = incidentStatus(message);
  const occasion = oneLine(message.occasion, LONGEST_SENTENCE);
  if (!occasion) return status;
  if (message.reason === 'note') return [occasion, ...status];
  // A page is shown again as things change: once it is acknowledged, the assignee matters most.
  return message.incident.state === 'open' ? [occasion, ...nextStepWords(message)] : status;
}

/** Longest note of a person that a message shows, in characters. */
export const LONGEST_NOTE = 500;

/** A person on one line, or that nobody knows who. */
export function personName(name: string | undefined, limit: number): string {
  return oneLine(name ?? '', limit) || 'Someone';
}
