import { LONGEST_NAME, formatNear } from '../format/index.ts';
import type { IncidentMessage } from './incident.ts';
import { incidentStatus, personName } from './state.ts';
import { slackWords } from '../channels/slack/index.ts';
import type { SlackMessage } from '../channels/slack/index.ts';

/** Why an answer came too late, as the timeline keeps it. */
export interface LateAnswer {
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
