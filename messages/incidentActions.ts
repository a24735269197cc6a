import { LONGEST_NAME } from './alertRows.ts';
import type { IncidentMessage } from './incident.ts';
import { DISPOSITIONS } from './incidentState.ts';
import { oneLine } from './plainText.ts';
import { SLACK_LIMITS } from './slackBlocks.ts';
import type { SlackBlock, SlackButton, SlackSelect } from './slackBlocks.ts';
import { plain } from './slackText.ts';

/** The buttons that an incident's state allows: none once it is resolved. */
export function incidentActions(message: IncidentMessage): SlackBlock | undefined {
  const { state, repageAt } = message.incident;
  if (state === 'resolved') return undefined;
  const isOpen = state === 'open';
  const elements = [
    ...(isOpen ? [acknowledge(message, 'Acknowledge')] : []),
    ...(!isOpen && repageAt !== undefined ? [acknowledge(message, 'Still on it')] : []),
    escalate(message),
    resolve(message),
  ];
  return { type: 'actions', elements };
}

function acknowledge(message: IncidentMessage, words: string): SlackButton {
  return { ...button(message, words), action_id: 'incident_acknowledge', style: 'primary' };
}

function escalate(message: IncidentMessage): SlackButton {
  return { ...button(message, 'Escalate now'), action_id: 'incident_escalate' };
}

/** Several incidents stand in one channel: a screen reader says which one a button is for. */
function button({ incident, alert }: IncidentMessage, words: string) {
  const label = `${words}: incident ${incident.id}, ${oneLine(alert.rule.name, LONGEST_NAME)}`;
  return {
    type: 'button',
    value: incident.id,
    text: plain(words, SLACK_LIMITS.buttonText),
    accessibility_label: oneLine(label, SLACK_LIMITS.buttonText),
  } as const;
}

function resolve({ incident }: IncidentMessage): SlackSelect {
  return {
    type: 'static_select',
    action_id: 'incident_resolve',
    placeholder: plain('Resolve as…', SLACK_LIMITS.buttonText),
    options: Object.entries(DISPOSITIONS).map(([disposition, { words }]) => ({
      text: plain(words, SLACK_LIMITS.buttonText),
      value: `${incident.id} ${disposition}`,
    })),
  };
}
