import { digestPage, digestSlack, sentDigestPage, unsubscribePage } from '../../messages/digests/index.ts';
import type { Language } from '../../messages/language/index.ts';
import { slackMessage } from '../../messages/message.ts';
import type { Message } from '../../messages/message.ts';
import { answerPage, messagePage, tripPage } from '../../messages/pages/index.ts';
import { BASE, batched, collisionAlert, driver, fleetOf } from './alerts.ts';
import { approvalRequest, deleted } from './deletions.ts';
import { pictures } from './drive.ts';
import { acknowledged, answered, incident } from './incidents.ts';
import { digest } from './mails.ts';
import type { Kind } from './kind.ts';
import { CONDITIONS } from './sentences.ts';

function trip(language: Language): string {
  const { trip: about, rule } = collisionAlert(language);
  return tripPage({
    fleet: fleetOf(language),
    driver,
    trip: about,
    nonce: 'n',
    state: 'decided',
    deliveries: [
      {
        rule: rule.id,
        action: 'slack',
        receiver: '#safety',
        state: 'sent',
        possibleRepeat: false,
        at: '2025-11-21T13:37:04Z',
      },
    ],
    revisions: [],
    audit: [],
    pictureSource: pictures[language],
    decision: {
      fleet: 'north',
      driver_id: driver.id,
      trip_id: about.tripId,
      revision: 1,
      actions: [],
      decided_at: '2025-11-21T13:37:02Z',
      rules: [
        {
          rule: rule.id,
          name: rule.name,
          version: rule.version,
          severity: rule.severity,
          mode: 'live',
          outcome: 'matched',
          reason: 'matched',
          trace: { ...CONDITIONS.collision, result: 'true' },
        },
      ],
    },
  });
}

function answer(state: Parameters<typeof answered>[0], language: Language = 'en'): string {
  return answerPage({ ...answered(state, language), nonce: 'n', pictureSource: pictures[language] });
}

/** Returns a page with messages as Slack shows them, one below the other. */
function inSlack(...sent: readonly Message[]): string {
  const isOfAlert = sent.some((message) => 'alert' in message);
  return messagePage({
    text: '',
    blocks: sent.flatMap((message) => slackMessage(message).blocks),
    ...(isOfAlert && { pictureUrl: pictures.en }),
  });
}

const collision = collisionAlert('en');

/** Every kind of page and of Slack message. */
export const pages: readonly Kind[] = [
  { name: 'trip-page', html: trip('en'), hasAction: false },
  { name: 'trip-page-german', html: trip('de'), hasAction: false },
  { name: 'answer-page', html: answer('open'), hasAction: true },
  { name: 'answer-page-german', html: answer('open', 'de'), hasAction: true },
  { name: 'answer-page-acknowledged', html: answer('acknowledged'), hasAction: false },
  { name: 'answer-page-snoozed', html: answer('snoozed'), hasAction: true },
  { name: 'answer-page-resolved', html: answer('resolved'), hasAction: false },
  { name: 'slack-alert', html: inSlack(collision), hasAction: false },
  { name: 'slack-incident', html: inSlack(incident('en')), hasAction: false },
  { name: 'slack-acknowledged', html: inSlack(acknowledged('en')), hasAction: false },
  { name: 'slack-deletion', html: inSlack(deleted('en'), approvalRequest('en')), hasAction: false },
  { name: 'slack-summary', html: inSlack(batched), hasAction: false },
  {
    name: 'slack-digest',
    html: messagePage(digestSlack(digest('en'), { pageUrl: `${BASE}/d/x.y` })),
    hasAction: false,
  },
  {
    name: 'unsubscribe-page',
    html: unsubscribePage({
      fleet: fleetOf('en').name,
      digest: { id: 'weekly', name: 'Weekly' },
      address: 'lead@example.com',
      isUnsubscribed: false,
      isAnswer: false,
      language: 'en',
      nonce: 'n',
    }),
    hasAction: true,
  },
  { name: 'digest-page', html: sentDigestPage(digest('en')), hasAction: false },
  { name: 'digest-preview', html: digestPage(digest('en')), hasAction: false },
];
