import { LONGEST_NAME, LONGEST_SENTENCE, driverLabel, oneLine, tripRows } from '../format/index.ts';
import type { Card, CardAnswers, CardButton } from '../format/index.ts';
import { deletionHeader, snapshotWords } from './approvalRequest.ts';
import type { DeletionRequestMessage } from './approvalRequest.ts';

/** A deletion that waits for a person, or what became of it, as a card. */
export function deletionCard(message: DeletionRequestMessage): Card {
  const { fleet, deletion, rule, driver, trip } = message;
  const { words, sentences, tone, emoji } = deletionHeader(message);
  const ruleName = oneLine(rule.name, LONGEST_NAME);
  const [first = ''] = sentences;
  return {
    fleetName: fleet.name,
    subject: `${words} ${driverLabel(driver)}`,
    preview: `${driverLabel(driver)} · ${first}`,
    notification: `${words} · ${driverLabel(driver)} · ${ruleName} · ${first}`,
    ...{ tone, emoji },
    title: words,
    subtitle: driverLabel(driver),
    isPossibleRepeat: message.possibleRepeat,
    status: sentences,
    lead: [
      {
        kind: 'text',
        heading: `Why (rule ${ruleName})`,
        text: oneLine(message.cause, LONGEST_SENTENCE),
      },
      { kind: 'rows', title: 'The trip', isTitleSpare: true, rows: tripRows(message) },
      { kind: 'text', text: snapshotWords(message) },
    ],
    answers: deletion.state === 'requested' ? answersTo(message) : undefined,
    details: [],
    link: { label: 'Open the trip and the decision', href: message.link },
    footer: {
      because: `because the rule ${oneLine(rule.id, LONGEST_NAME)} (version ${rule.version}) names this address`,
      ids: [
        `deletion ${oneLine(deletion.id, 40)}`,
        `rule ${oneLine(rule.id, LONGEST_NAME)} v${rule.version}`,
        `trip ${oneLine(trip.tripId, LONGEST_NAME)}`,
      ],
    },
    deliveryKey: message.deliveryKey,
  };
}

/** Deleting takes more than a link that was opened, so an e-mail says where to decide. */
function answersTo({ deletion, driver }: DeletionRequestMessage): CardAnswers {
  const id = oneLine(deletion.id, 40);
  const press = (action: string, label: string): Extract<CardButton, { kind: 'press' }> => ({
    ...{ kind: 'press', action, label, value: deletion.id },
    spoken: `${label} of ${driverLabel(driver)}`,
  });
  return {
    buttons: [
      press('deletion_reject', 'Reject'),
      {
        ...press('deletion_approve', 'Approve deletion'),
        style: 'danger',
        // It cannot be undone, so Slack asks once more; keeping needs no such question.
        confirm: {
          title: 'Delete this trip for good?',
          text: `The analytics service deletes this trip of ${oneLine(driverLabel(driver), 80)}, and the driver’s score may change. It cannot be undone. Tripline keeps a copy.`,
          ...{ yes: 'Delete it', no: 'Not now' },
        },
      },
    ],
    howTo: `To approve or reject deletion ${id}: tripline deletions approve ${id} (or reject), or by the API POST deletions/${id}/approve (or /reject). This requires a token with the role admin.`,
  };
}
