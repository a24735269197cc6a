import { digestPage, digestSlack, sentDigestPage, unsubscribePage } from '../../messages/digests/index.ts';
import type { Language } from '../../messages/language/index.ts';
import { emailMessage, slackMessage } from '../../messages/message.ts';
import type { Message } from '../../messages/message.ts';
import { answerPage, outboxPage, tripPage } from '../../messages/pages/index.ts';
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

/** Messages as Slack shows them, one below the other: newest first. */
function inSlack(sent: readonly (readonly [channel: string, message: Message])[]): string {
  return outboxPage({
    fleetName: fleetOf('en').name,
    timezone: 'Europe/Berlin',
    sandbox: false,
    entries: sent.map(([receiver, message], index) => ({
      id: String(sent.length - index),
      at: '2025-11-21T13:49:22Z',
      channel: 'slack',
      receiver,
      ...slackMessage(message),
      possibleRepeat: false,
      ...('alert' in message
        ? { severity: message.alert.rule.severity, pictureUrl: pictures.en }
        : { severity: 'severity' in message ? message.severity : 'info' }),
    })),
  });
}

const collision = collisionAlert('en');

/** Every kind of page, and what is sent to Slack. */
export const pages: readonly Kind[] = [
  { name: 'trip-page', html: trip('en'), hasAction: false },
  { name: 'trip-page-german', html: trip('de'), hasAction: false },
  { name: 'answer-page', html: answer('open'), hasAction: true },
  { name: 'answer-page-german', html: answer('open', 'de'), hasAction: true },
  { name: 'answer-page-acknowledged', html: answer('acknowledged'), hasAction: false },
  { name: 'answer-page-snoozed', html: answer('snoozed'), hasAction: true },
  { name: 'answer-page-resolved', html: answer('resolved'), hasAction: false },
  {
    name: 'outbox',
    html: outboxPage({
      fleetName: fleetOf('en').name,
      timezone: 'Europe/Berlin',
      sandbox: true,
      entries: [
        {
          id: '2',
          at: '2025-11-21T13:37:04Z',
          channel: 'slack',
          receiver: '#safety',
          ...slackMessage(collision),
          possibleRepeat: false,
          pictureUrl: pictures.en,
          severity: 'critical',
          rule: 'collision',
        },
        {
          id: '1',
          at: '2025-11-21T13:37:03Z',
          channel: 'email',
          receiver: 'lead@example.com',
          subject: emailMessage(collision).subject,
          text: emailMessage(collision).text,
          html: emailMessage(collision, { picture: true }).html,
          possibleRepeat: false,
          pictureUrl: pictures.en,
          severity: 'critical',
        },
      ],
    }),
    hasAction: false,
  },
  { name: 'slack-incident', html: inSlack([['#safety-urgent', incident('en')]]), hasAction: false },
  { name: 'slack-acknowledged', html: inSlack([['#safety-urgent', acknowledged('en')]]), hasAction: false },
  {
    name: 'slack-deletion',
    html: inSlack([
      ['#fleet-safety', deleted('en')],
      ['#fleet-safety', approvalRequest('en')],
    ]),
    hasAction: false,
  },
  { name: 'slack-summary', html: inSlack([['#fleet-safety', batched]]), hasAction: false },
  {
    name: 'slack-digest',
    html: outboxPage({
      fleetName: fleetOf('en').name,
      timezone: 'Europe/Berlin',
      sandbox: false,
      entries: [
        {
          id: '1',
          at: '2026-11-23T06:00:09Z',
          channel: 'slack',
          receiver: '#fleet-safety',
          ...digestSlack(digest('en'), { pageUrl: `${BASE}/d/x.y` }),
          possibleRepeat: false,
        },
      ],
    }),
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
