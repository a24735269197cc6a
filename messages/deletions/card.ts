import { LONGEST_NAME, LONGEST_SENTENCE, driverLabel, oneLine, tripRows } from '../format/index.ts';
import type { Card, CardAnswers, CardButton } from '../format/index.ts';
import { textsOf } from '../language/index.ts';
import { deletionHeader, snapshotWords } from './approvalRequest.ts';
import type { DeletionRequestMessage } from './approvalRequest.ts';

/** Renders a deletion that waits for a person, or its outcome, as a card. */
export function deletionCard(message: DeletionRequestMessage): Card {
  const { fleet, deletion, rule, driver, trip } = message;
  const { language } = fleet;
  const say = textsOf(language);
  const { words, sentences, tone, emoji } = deletionHeader(message);
  const ruleName = oneLine(rule.name, LONGEST_NAME);
  const [first = ''] = sentences;
  return {
    language,
    fleetName: fleet.name,
    brand: fleet.brand,
    subject: `${words} ${driverLabel(driver)}`,
    preview: `${driverLabel(driver)} · ${first}`,
    notification: `${words} · ${driverLabel(driver)} · ${ruleName} · ${first}`,
    tone,
    emoji,
    title: words,
    subtitle: driverLabel(driver),
    isPossibleRepeat: message.possibleRepeat,
    status: sentences,
    lead: [
      {
        kind: 'text',
        heading: say('deletions.why', { rule: ruleName }),
        text: oneLine(message.shownCause ?? message.cause ?? say('deletions.noCause'), LONGEST_SENTENCE),
      },
      { kind: 'rows', title: say('format.trip'), isTitleSpare: true, rows: tripRows(message) },
      { kind: 'text', text: snapshotWords(message) },
    ],
    answers: deletion.state === 'requested' ? answersTo(message) : undefined,
    details: [],
    link: { label: say('format.openTrip'), href: message.link },
    footer: {
      because: say('deletions.because', {
        rule: say('format.ruleVersion', { id: oneLine(rule.id, LONGEST_NAME), version: rule.version }),
      }),
      ids: [
        say('deletions.deletionId', { id: oneLine(deletion.id, 40) }),
        say('format.ruleId', { id: oneLine(rule.id, LONGEST_NAME), version: rule.version }),
        say('format.tripId', { id: oneLine(trip.tripId, LONGEST_NAME) }),
      ],
    },
    deliveryKey: message.deliveryKey,
  };
}

/** Returns the ways to decide. An e-mail only says where to decide, because opening a link must not delete a trip. */
function answersTo({ deletion, driver, fleet }: DeletionRequestMessage): CardAnswers {
  const say = textsOf(fleet.language);
  const id = oneLine(deletion.id, 40);
  const press = (action: string, answer: 'reject' | 'approve'): Extract<CardButton, { kind: 'press' }> => ({
    kind: 'press',
    action,
    label: say(`deletions.${answer}`),
    value: deletion.id,
    spoken: say(`deletions.spoken_${answer}`, { driver: driverLabel(driver) }),
  });
  return {
    buttons: [
      press('deletion_reject', 'reject'),
      {
        ...press('deletion_approve', 'approve'),
        style: 'danger',
        // Slack requires a confirmation, because a deletion cannot be undone. Rejecting needs none.
        confirm: {
          title: say('deletions.confirmTitle'),
          text: say('deletions.confirmText', { driver: oneLine(driverLabel(driver), 80) }),
          yes: say('deletions.confirmYes'),
          no: say('deletions.confirmNo'),
        },
      },
    ],
    howTo: say('deletions.howTo', { id }),
  };
}
