import { signText, verifyText } from './signedText.ts';

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

const PURPOSE = 'trip-page.v1.';

/** The last part of a link that opens one trip's page for whoever holds it, until it expires. */
export function signTripLink(key: Uint8Array, link: TripLink): string {
  return signText(key, PURPOSE, [link.fleet, link.driverId, link.tripId, link.expires]);
}

/**
 * What a signed link says, or undefined when it was not signed with this key, is damaged, or has expired.
 * @param nowSeconds Unix seconds
 */
export function verifyTripLink(key: Uint8Array, text: string, nowSeconds: number): TripLink | undefined {
  const value = verifyText(key, PURPOSE, text);
  if (value === undefined) return undefined;
  const [fleet, driverId, tripId, expires] = value as [string, string, string, number];
  return expires >= nowSeconds ? { fleet, driverId, tripId, expires } : undefined;
}
