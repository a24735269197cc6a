import { digestEmail, digestPage, sentDigestPage } from '../../messages/digests/index.ts';
import { pngSource } from '../../messages/format/index.ts';
import { withPictures } from '../../messages/channels/email/index.ts';
import { emailMessage } from '../../messages/message.ts';
import { tripPicture } from '../../messages/picture/index.ts';
import type { TripPictureInput } from '../../messages/picture/index.ts';
import { exampleAlert } from '../messages/exampleAlert.ts';
import { exampleDeletion, exampleIncident } from '../messages/exampleIncident.ts';
import { exampleDigest } from '../messages/digests/exampleDigest.ts';

const START = Date.parse('2025-11-21T13:03:00Z');

/** A trip whose start lies in the corner where maps show north, and which ends in a collision. */
export const examplePath: TripPictureInput = {
  path: Array.from({ length: 240 }, (_, index) => ({
    latitude: 52.56 - index * 0.0003 + Math.sin(index / 18) * 0.004,
    longitude: 13.5 - index * 0.0008 + Math.cos(index / 25) * 0.006,
    timeMillis: START + index * 8_000,
  })),
  speedProfile: Array.from({ length: 240 }, (_, index) => ({
    timeMillis: START + index * 8_000,
    speedKmph: 70 + 60 * Math.sin(index / 30),
  })),
  events: [60, 120, 121, 180, 239].map((index, at) => ({
    typeName: ['HARD_BRAKE', 'PHONE_USE', 'OVERSPEEDING', 'HARD_BRAKE', 'COLLISION'][at] ?? '',
    startTime: new Date(START + index * 8_000).toISOString(),
    extra: {},
  })),
};

const picture = pngSource(tripPicture(examplePath) ?? new Uint8Array());
const inMail = (html: string): string => withPictures(html, () => picture);

/** A kind of message or page. */
export interface Kind {
  readonly name: string;
  readonly html: string;
  /** Nothing is to be done about it, so it has no primary action. */
  readonly isQuiet?: true;
}

/** Every kind, made from the fixtures of the tests. */
export const kinds: readonly Kind[] = [
  { name: 'alert', html: inMail(emailMessage(exampleAlert, { picture: true }).html) },
  {
    name: 'incident',
    html: inMail(
      emailMessage({ ...exampleIncident, answerLink: 'https://tripline.example/a/x.y' }, { picture: true })
        .html,
    ),
  },
  { name: 'approval-request', html: emailMessage(exampleDeletion).html },
  {
    name: 'digest',
    html: digestEmail(exampleDigest, {
      pageUrl: 'https://tripline.example/d/x.y',
      unsubscribeUrl: 'https://tripline.example/u/x.y',
    }).html,
  },
  { name: 'digest-page', html: sentDigestPage(exampleDigest), isQuiet: true },
  { name: 'digest-preview', html: digestPage(exampleDigest), isQuiet: true },
];
