import { createHmac, timingSafeEqual } from 'node:crypto';

/** A place as words, and an address that shows it on a map. */
export interface MapLink {
  /** Latitude and longitude in degrees, to about a metre: `52.51627, 13.37770`. */
  readonly words: string;
  readonly href: string;
}

const DIGITS = 5;

/** Where a place is on OpenStreetMap; undefined when it is none on Earth. Nothing is loaded from there by a message. */
export function mapLink(
  place: { readonly latitude?: number; readonly longitude?: number } | undefined,
): MapLink | undefined {
  const { latitude, longitude } = place ?? {};
  if (latitude === undefined || longitude === undefined) return undefined;
  if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return undefined;
  const [north, east] = [latitude.toFixed(DIGITS), longitude.toFixed(DIGITS)];
  return {
    words: `${north}, ${east}`,
    href: `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=17/${north}/${east}`,
  };
}

/**
 * The address that calls a phone number: `tel:+4930123456`; undefined where a text holds no number that could be called, or
 * more than one.
 */
export function telLink(phone: string): string | undefined {
  // The 0 of `+49 (0)30 123` is dialled inside the country only.
  const whole = phone.trim().replace(/^(\+[\d ]{1,6})\(0\)/, '$1');
  const number = whole.replace(/(?!^\+)\D/g, '');
  const isOne = /^[+\d\s()./-]+$/.test(whole) && whole.split('/').length <= 2;
  return isOne && /^\+?\d{3,20}$/.test(number) ? `tel:${number}` : undefined;
}

/** Seconds for which links in messages are valid, from the planned time of their message. */
export const LINK_VALID_SECONDS = { trip: 30 * 86_400, answer: 7 * 86_400, digest: 30 * 86_400 } as const;

/** Name of the installation's key that signs links. */
export const LINK_KEY_NAME = 'links';

/** Opens one trip's page (`/t/…`) for whoever holds it. */
export interface TripLink {
  readonly fleet: string;
  readonly driverId: string;
  readonly tripId: string;
  /** Unix seconds after which the link opens nothing. */
  readonly expires: number;
}

/** Opens the page (`/a/…`) on which its receiver answers one incident. */
export interface AnswerLink {
  readonly fleet: string;
  readonly incidentId: string;
  /** The address the link was sent to: whoever holds the link answers in its name. */
  readonly receiver: string;
  /** Unix seconds after which the link opens nothing. */
  readonly expires: number;
}

/** Ends one digest for one address (`/u/…`). It never expires: an old e-mail must be able to end the new ones. */
export interface UnsubscribeLink {
  readonly fleet: string;
  readonly digest: string;
  /** The address the digest is sent to. */
  readonly address: string;
}

/** Opens the page (`/d/…`) of one digest that was sent. */
export interface DigestLink {
  readonly fleet: string;
  readonly run: string;
  /** Unix seconds after which the link opens nothing. */
  readonly expires: number;
}

/** The links of one kind. */
export interface SignedLinks<T> {
  /** The last part of the link's address, `payload.signature`: only who has the key can make it. */
  readonly sign: (key: Uint8Array, link: T) => string;
  /** What a link says; undefined when it was not signed with this key, is of another kind, or is damaged. */
  readonly read: (key: Uint8Array, text: string) => T | undefined;
}

export const tripLinks = signedLinks<TripLink>('trip-page.v1.', ['fleet', 'driverId', 'tripId', 'expires']);
export const answerLinks = signedLinks<AnswerLink>('incident-answer.v1.', [
  'fleet',
  'incidentId',
  'receiver',
  'expires',
]);
export const digestLinks = signedLinks<DigestLink>('digest-page.v1.', ['fleet', 'run', 'expires']);
export const unsubscribeLinks = signedLinks<UnsubscribeLink>('digest-unsubscribe.v1.', [
  'fleet',
  'digest',
  'address',
]);

/**
 * @param purpose what the bytes that are signed begin with, so that a link of one kind opens no other page
 * @param fields what the payload says, in this order: links that were sent stay valid only while neither changes
 */
function signedLinks<T>(purpose: string, fields: readonly (keyof T)[]): SignedLinks<T> {
  const signature = (key: Uint8Array, payload: string): Buffer =>
    createHmac('sha256', key)
      .update(purpose + payload)
      .digest();
  return {
    sign(key, link) {
      const payload = Buffer.from(JSON.stringify(fields.map((field) => link[field]))).toString('base64url');
      return `${payload}.${signature(key, payload).toString('base64url')}`;
    },
    read(key, text) {
      const [payload = '', given = '', ...rest] = text.split('.');
      const expected = signature(key, payload);
      const actual = Buffer.from(given, 'base64url');
      if (rest.length > 0 || actual.length !== expected.length || !timingSafeEqual(actual, expected))
        return undefined;
      const values = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as readonly unknown[];
      return Object.fromEntries(fields.map((field, at) => [field, values[at]])) as T;
    },
  };
}

/** Whether a link opens nothing any more; one without an end always opens its page. @param nowSeconds Unix seconds */
export function isExpired(link: { readonly expires?: number }, nowSeconds: number): boolean {
  return link.expires !== undefined && link.expires < nowSeconds;
}

/** The pages on which whoever holds a signed link acts in the name of the person that it was sent to. */
const ACTING_LINK = /\/([au])\/[\w-]+\.[\w-]+/g;

/**
 * A message's text, HTML or JSON in which these links open nothing: for who may read the message, and not answer it in its
 * recipient's name.
 */
export function withoutActingLinks(text: string): string {
  return text.replace(ACTING_LINK, '/$1/hidden');
}
