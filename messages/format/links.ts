import { createHmac, timingSafeEqual } from 'node:crypto';

/** A place as words, and the address of a map that shows it. */
export interface MapLink {
  /** Latitude and longitude in degrees, to about a metre: `52.51627, 13.37770`. */
  readonly words: string;
  readonly href: string;
}

const DIGITS = 5;

/** Returns the place's address on OpenStreetMap; undefined when it is none on Earth. A message loads nothing from there. */
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
 * Returns the address that calls a phone number: `tel:+4930123456`; undefined if a text holds no callable number, or more than
 * one.
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

/** A link that opens one trip's page (`/t/…`) for every holder. */
export interface TripLink {
  readonly fleet: string;
  readonly driverId: string;
  readonly tripId: string;
  /** Unix seconds after which the link opens nothing. */
  readonly expires: number;
}

/** A link to the page (`/a/…`) on which its recipient answers one incident. */
export interface AnswerLink {
  readonly fleet: string;
  readonly incidentId: string;
  /** The address that the link was sent to. Every holder of the link answers in its name. */
  readonly receiver: string;
  /** Unix seconds after which the link opens nothing. */
  readonly expires: number;
}

/**
 * A link that ends one digest for one address (`/u/…`). It never expires, because an old e-mail must be able to end the new ones.
 */
export interface UnsubscribeLink {
  readonly fleet: string;
  readonly digest: string;
  /** The address the digest is sent to. */
  readonly address: string;
}

/** A link to the page (`/d/…`) of one digest that was sent. */
export interface DigestLink {
  readonly fleet: string;
  readonly run: string;
  /** Unix seconds after which the link opens nothing. */
  readonly expires: number;
}

/** Functions for the links of one kind. */
export interface SignedLinks<T> {
  /** Returns the last part of the link's address, `payload.signature`. Making it requires the key. */
  readonly sign: (key: Uint8Array, link: T) => string;
  /** Returns the content of a link; undefined when it was not signed with this key, is of another kind, or is damaged. */
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
 * Creates the functions for the links of one kind.
 * @param purpose prefix of the signed bytes, so that a link of one kind opens no other page
 * @param fields fields of the payload, in this order: links that were sent stay valid only while neither changes
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

/**
 * Returns whether a link has expired. A link without an end never expires.
 * @param nowSeconds Unix seconds
 */
export function isExpired(link: { readonly expires?: number }, nowSeconds: number): boolean {
  return link.expires !== undefined && link.expires < nowSeconds;
}

/** Links to the pages on which the holder acts in the name of the recipient. */
const ACTING_LINK = /\/([au])\/[\w-]+\.[\w-]+/g;

/** Hides these links in a message's text, HTML or JSON, for readers who may not answer it in its recipient's name. */
export function withoutActingLinks(text: string): string {
  return text.replace(ACTING_LINK, '/$1/hidden');
}
