import { signText, verifyText } from '../signedText.ts';

/** What a signed link that ends a digest says. It never expires: an old e-mail must be able to end the new ones. */
export interface UnsubscribeLink {
  readonly fleet: string;
  readonly digest: string;
  /** The address the digest is sent to. */
  readonly address: string;
}

const PURPOSE = 'digest-unsubscribe.v1.';

/** The last part of `/u/…`: ends one digest for one address. */
export function signUnsubscribeLink(key: Uint8Array, link: UnsubscribeLink): string {
  return signText(key, PURPOSE, [link.fleet, link.digest, link.address]);
}

/** What a link says, or undefined when it was not signed with this key, was made for another page, or is damaged. */
export function verifyUnsubscribeLink(key: Uint8Array, text: string): UnsubscribeLink | undefined {
  const value = verifyText(key, PURPOSE, text);
  if (value === undefined) return undefined;
  const [fleet, digest, address] = value as [string, string, string];
  return { fleet, digest, address };
}
