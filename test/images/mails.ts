import { alarmMessage } from '../../messages/alerts/index.ts';
import { withPictures } from '../../messages/channels/email/index.ts';
import { digestCaveat, digestEmail } from '../../messages/digests/index.ts';
import type { DigestContent } from '../../messages/digests/index.ts';
import type { Language } from '../../messages/language/index.ts';
import { emailMessage } from '../../messages/message.ts';
import type { Message } from '../../messages/message.ts';
import { exampleDigest } from '../messages/digests/exampleDigest.ts';
import {
  BASE,
  batched,
  collisionAlert,
  driver,
  fleetOf,
  overBudget,
  scoreDropAlert,
  summary,
} from './alerts.ts';
import { approvalRequest, deleted } from './deletions.ts';
import { pictures } from './drive.ts';
import { incident, unanswered } from './incidents.ts';
import type { Kind } from './kind.ts';

/** Returns a message as an e-mail program shows it, with the picture of its trip in the language `pictured`. */
function mail(message: Message, pictured?: Language): string {
  const { html } = emailMessage(message, { picture: pictured !== undefined });
  return withPictures(html, () => pictures[pictured ?? 'en']);
}

/** Returns a weekly digest of the whole fleet. */
export function digest(language: Language): DigestContent {
  return {
    ...exampleDigest,
    language,
    fleet: { id: 'north', name: 'Northwind Delivery' },
    digest: { id: 'weekly', name: language === 'de' ? 'Wochenbericht' : 'Weekly', version: 4 },
    caveats: [digestCaveat({ kind: 'scores_unread', missing: 1, of: 8, reason: '503' }, language)],
  };
}

const digestLinks = { pageUrl: `${BASE}/d/x.y`, unsubscribeUrl: `${BASE}/u/x.y` };
const note = { deliveryKey: 'key', possibleRepeat: false, fleet: fleetOf('en') };

/** Every kind of e-mail. */
export const mails: readonly Kind[] = [
  { name: 'alert', html: mail(collisionAlert('en'), 'en'), hasAction: true },
  { name: 'alert-german', html: mail(collisionAlert('de'), 'de'), hasAction: true },
  { name: 'alert-score-drop', html: mail(scoreDropAlert, 'en'), hasAction: true },
  {
    name: 'alarm',
    html: mail(
      alarmMessage(
        {
          kind: 'analytics_unauthorised',
          subject: '',
          raisedAt: new Date('2025-11-21T13:00:00Z'),
          message:
            'The analytics service answers 401: the API key is wrong or was revoked. Set ANALYTICS_API_KEY.',
        },
        { ...note, publicUrl: BASE },
      ),
    ),
    hasAction: true,
  },
  { name: 'summary', html: mail(summary('quiet')), hasAction: true },
  { name: 'summary-batched', html: mail(batched), hasAction: true },
  { name: 'summary-german', html: mail(summary('batch', 'de')), hasAction: true },
  { name: 'summary-grouped', html: mail(summary('waited')), hasAction: true },
  { name: 'over-budget', html: mail(overBudget), hasAction: true },
  {
    name: 'coaching',
    html: mail({
      ...note,
      kind: 'coaching',
      language: 'en',
      name: driver.name,
      rule: { name: 'Repeated phone use' },
      trip: collisionAlert('en').trip,
    }),
    hasAction: false,
  },
  { name: 'incident', html: mail(incident('en'), 'en'), hasAction: true },
  { name: 'incident-german', html: mail(incident('de'), 'de'), hasAction: true },
  { name: 'unanswered', html: mail(unanswered('en'), 'en'), hasAction: true },
  { name: 'approval-request', html: mail(approvalRequest('en')), hasAction: true },
  { name: 'approval-request-german', html: mail(approvalRequest('de')), hasAction: true },
  { name: 'deletion-outcome', html: mail(deleted('en')), hasAction: true },
  {
    name: 'digest',
    html: digestEmail(digest('en'), digestLinks).html,
    hasAction: true,
    hasEssentials: true,
  },
  {
    name: 'digest-german',
    html: digestEmail(digest('de'), digestLinks).html,
    hasAction: true,
    hasEssentials: true,
  },
];
