import { createHmac, timingSafeEqual } from 'node:crypto';

/** Name of the installation's key that signs links. */
export const LINK_KEY_NAME = 'links';

/** What a signed link to a trip's page says. */
export interface TripLink {
  readonly fleet: string;
  readonly driverId: string;
  readonly tripId: string;
  /** Unix seconds after which the link opens nothing. */
  readonly expires: number;
}

/** The bytes that are signed begin with their purpose, so that a link for one page opens no other. */
const PURPOSE = 'trip-page.v1.';

/** The last part of a link that opens one trip's page for whoever holds it, until it expires. */
export function signTripLink(key: Uint8Array, link: TripLink): string {
  const payload = Buffer.from(
    JSON.stringify([link.fleet, link.driverId, link.tripId, link.expires]),
  ).toString('base64url');
  return `${payload}.${signature(key, payload).toString('base64url')}`;
}

/**
 * What a signed link says, or undefined when it was not signed with this key, is damaged, or has expired.
 * @param nowSeconds Unix seconds
 */
export function verifyTripLink(key: Uint8Array, text: string, nowSeconds: number): TripLink | undefined {
  const [payload = '', given = '', ...rest] = text.split('.');
  const expected = signature(key, payload);
  const actual = Buffer.from(given, 'base64url');
  if (rest.length > 0 || actual.length !== expected.length || !timingSafeEqual(actual, expected))
    return undefined;
  const [fleet, driverId, tripId, expires] = JSON.parse(
    Buffer.from(payload, 'base64url').toString('utf8'),
  ) as [string, string, string, number];
  return expires >= nowSeconds ? { fleet, driverId, tripId, expires } : undefined;
}

function signature(key: Uint8Array, payload: string): Buffer {
  return createHmac('sha256', key)
    .update(PURPOSE + payload)
    .digest();
}
