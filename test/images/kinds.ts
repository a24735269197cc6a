import { alarmMessage } from '../../messages/alerts/index.ts';
import { withPictures } from '../../messages/channels/email/index.ts';
import { digestEmail, digestPage, sentDigestPage, unsubscribePage } from '../../messages/digests/index.ts';
import { pngSource } from '../../messages/format/index.ts';
import { emailMessage, slackMessage } from '../../messages/message.ts';
import type { Message } from '../../messages/message.ts';
import { answerPage, outboxPage, tripPage } from '../../messages/pages/index.ts';
import { tripPicture } from '../../messages/picture/index.ts';
import type { TripPictureInput } from '../../messages/picture/index.ts';
import { exampleDigest } from '../messages/digests/exampleDigest.ts';
import { exampleAlert } from '../messages/exampleAlert.ts';
import { exampleDeletion, exampleIncident } from '../messages/exampleIncident.ts';
import {
  BASE,
  alert,
  batched,
  deleted,
  germanBatched,
  germanIncident,
  incident,
  overBudget,
  summary,
} from './messages.ts';

/** A kind of message or page, made from the fixtures of the tests. */
export interface Kind {
  readonly name: string;
  readonly html: string;
  /** Something may be done about it with one button: it stands near the top. Coaching has none. */
  readonly hasAction: boolean;
  /** A digest: what is needed of it ends near the top, before what only its page has. */
  readonly hasEssentials?: boolean;
}

const START = Date.parse('2025-11-21T13:03:00Z');
const at = (index: number): number => START + index * 8_000;

/** A trip that starts where the arrow to the north is near, and ends in a collision. */
const drive: TripPictureInput = {
  path: Array.from({ length: 240 }, (_, index) => ({
    latitude: 52.56 - index * 0.0003 + Math.sin(index / 18) * 0.004,
    longitude: 13.5 - index * 0.0008 + Math.cos(index / 25) * 0.006,
    timeMillis: at(index),
  })),
  speedProfile: Array.from({ length: 240 }, (_, index) => ({
    timeMillis: at(index),
    speedKmph: 70 + 60 * Math.sin(index / 30),
  })),
  events: [
    ['HARD_BRAKE', 60],
    ['PHONE_USE', 120],
    ['OVERSPEEDING', 121],
    ['HARD_BRAKE', 180],
    ['COLLISION', 239],
  ].map(([typeName, index]) => ({
    ...{ typeName: String(typeName), startTime: new Date(at(Number(index))).toISOString(), extra: {} },
  })),
};

const picture = pngSource(tripPicture(drive) ?? new Uint8Array());
const germanPicture = pngSource(tripPicture(drive, { language: 'de' }) ?? new Uint8Array());
const mail = (message: Message, hasPicture = false, source = picture): string =>
  withPictures(emailMessage(message, { picture: hasPicture }).html, () => source);

const { incident: facts } = exampleIncident;
const { driver } = alert;
const { nextStep: _next, ...withoutNextStep } = incident;
const page = { fleet: exampleAlert.fleet, driver, trip: exampleAlert.trip, nonce: 'n' };
const history = { lastTrips: exampleIncident.lastTrips, openIncidents: exampleIncident.openIncidents };
const note = { deliveryKey: 'key', possibleRepeat: false, fleet: exampleAlert.fleet };
const germanDigest = {
  ...exampleDigest,
  language: 'de' as const,
  caveats: ['Der Analysedienst antwortete für 1 von 8 Zeiträumen nicht; die Linie hat dort eine Lücke.'],
};
const digestLinks = { pageUrl: `${BASE}/d/x.y`, unsubscribeUrl: `${BASE}/u/x.y` };

/** Every kind of e-mail. */
export const mails: readonly Kind[] = [
  { name: 'alert', html: mail(alert, true), hasAction: true },
  {
    name: 'alarm',
    html: mail(
      alarmMessage(
        {
          ...{ kind: 'analytics_unauthorised', subject: '', raisedAt: new Date('2025-11-21T13:00:00Z') },
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
  { name: 'summary-german', html: mail(germanBatched), hasAction: true },
  { name: 'summary-grouped', html: mail(summary('waited')), hasAction: true },
  { name: 'over-budget', html: mail(overBudget), hasAction: true },
  {
    name: 'coaching',
    html: mail({
      ...note,
      ...{ kind: 'coaching', language: 'en', name: exampleAlert.driver.name },
      ...{ rule: { name: 'Repeated phone use' }, trip: exampleAlert.trip },
    }),
    hasAction: false,
  },
  { name: 'incident', html: mail(incident, true), hasAction: true },
  { name: 'incident-german', html: mail(germanIncident, true, germanPicture), hasAction: true },
  {
    name: 'unanswered',
    html: mail(
      {
        ...withoutNextStep,
        incident: { ...facts, isUnanswered: true },
        occasion: 'Not acknowledged: every step was notified.',
      },
      true,
    ),
    hasAction: true,
  },
  { name: 'approval-request', html: mail(exampleDeletion), hasAction: true },
  { name: 'deletion-outcome', html: mail(deleted), hasAction: true },
  {
    name: 'digest',
    html: digestEmail(exampleDigest, digestLinks).html,
    ...{ hasAction: true, hasEssentials: true },
  },
  {
    name: 'digest-german',
    html: digestEmail(germanDigest, digestLinks).html,
    ...{ hasAction: true, hasEssentials: true },
  },
];

/** Every kind of page. */
export const pages: readonly Kind[] = [
  {
    name: 'trip-page',
    html: tripPage({
      ...page,
      state: 'decided',
      deliveries: [
        {
          ...{ rule: 'collision', action: 'slack', receiver: '#safety', state: 'sent' },
          ...{ possibleRepeat: false, at: '2025-11-21T13:37:04Z' },
        },
      ],
      ...{ revisions: [], audit: [], pictureSource: picture },
      decision: {
        ...{ fleet: 'north', driver_id: 'd-17', trip_id: '1', revision: 1, actions: [] },
        decided_at: '2025-11-21T13:37:02Z',
        rules: [
          {
            ...{
              rule: 'collision',
              name: 'Collision detected',
              version: 4,
              severity: 'critical',
              mode: 'live',
            },
            ...{ outcome: 'matched', reason: 'conditions_true', sentence: alert.sentence },
            trace: {
              ...{ fact: 'trip.events.count', params: { type: 'COLLISION' }, actual: 1 },
              ...{ operator: 'greaterThanInclusive', value: 1, result: 'true' },
            },
          },
        ],
      },
    }),
    hasAction: false,
  },
  {
    name: 'answer-page',
    html: answerPage({
      ...page,
      ...{ incident: facts, rule: exampleAlert.rule, sentence: alert.sentence, history },
      ...{ place: exampleIncident.place!, timeline: exampleIncident.timeline, pictureSource: picture },
      ...(incident.nextStep && { nextStep: incident.nextStep }),
      answerer: { name: 'Ann', address: 'ann@example.com', hasIt: false },
      ...{ formKey: 'k', now: '2025-11-21T13:48:03Z', tripLink: '/t/x.y' },
    }),
    hasAction: true,
  },
  {
    name: 'outbox',
    html: outboxPage({
      ...{ fleetName: exampleAlert.fleet.name, timezone: 'Europe/Berlin', sandbox: true },
      entries: [
        {
          ...{ id: '2', at: '2025-11-21T13:37:04Z', channel: 'slack', receiver: '#safety' },
          ...{ text: slackMessage(alert).text, blocks: slackMessage(alert).blocks, possibleRepeat: false },
          ...{ pictureUrl: picture, severity: 'critical', rule: 'collision' },
        },
        {
          ...{ id: '1', at: '2025-11-21T13:37:03Z', channel: 'email', receiver: 'lead@example.com' },
          ...{ subject: emailMessage(alert).subject, text: emailMessage(alert).text, possibleRepeat: false },
          ...{ html: emailMessage(alert, { picture: true }).html, pictureUrl: picture, severity: 'critical' },
        },
      ],
    }),
    hasAction: false,
  },
  {
    name: 'incident-slack',
    html: outboxPage({
      ...{ fleetName: exampleAlert.fleet.name, timezone: 'Europe/Berlin', sandbox: false },
      entries: [
        {
          ...{ id: '3', at: '2025-11-21T13:47:04Z', channel: 'slack', receiver: '#safety-urgent' },
          ...{
            text: slackMessage(incident).text,
            blocks: slackMessage(incident).blocks,
            possibleRepeat: false,
          },
          ...{ pictureUrl: picture, severity: 'critical', rule: 'Collision detected' },
        },
      ],
    }),
    hasAction: false,
  },
  {
    name: 'unsubscribe-page',
    html: unsubscribePage({
      ...{ fleet: 'Acme Logistics', digest: { id: 'weekly-north', name: 'North, weekly' } },
      ...{ address: 'lead@example.com', isUnsubscribed: false, isAnswer: false, language: 'en', nonce: 'n' },
    }),
    hasAction: true,
  },
  { name: 'digest-page', html: sentDigestPage(exampleDigest), hasAction: false },
  { name: 'digest-preview', html: digestPage(exampleDigest), hasAction: false },
];

/** The HTML without its inline pictures, which mail carries beside it. */
export function htmlBytes({ html }: Kind): number {
  return Buffer.byteLength(html.replaceAll(/ src="data:image\/png[^"]*"/g, ''));
}
