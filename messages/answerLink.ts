import { signText, verifyText } from './signedText.ts';

/** What a signed link to an incident's answer page says. */
export interface AnswerLink {
  readonly fleet: string;
  readonly incidentId: string;
  /** The address the link was sent to: whoever holds the link answers in its name. */
  readonly receiver: string;
  /** Unix seconds after which the link opens nothing. */
  readonly expires: number;
}

const PURPOSE = 'incident-answer.v1.';

/** The last part of `/a/…`: opens the page on which its receiver answers one incident, until it expires. */
export function signAnswerLink(key: Uint8Array, link: AnswerLink): string {
  return signText(key, PURPOSE, [link.fleet, link.incidentId, link.receiver, link.expires]);
}

/**
 * What a link says, or undefined when it was not signed with this key, was made for another page, or is damaged.
 * @param nowSeconds Unix seconds
 * @returns the link, and whether its time is over: then it opens nothing, but the page can say so
 */
export function verifyAnswerLink(
  key: Uint8Array,
  text: string,
  nowSeconds: number,
): (AnswerLink & { readonly isExpired: boolean }) | undefined {
  const value = verifyText(key, PURPOSE, text);
  if (value === undefined) return undefined;
  const [fleet, incidentId, receiver, expires] = value as [string, string, string, number];
  return { fleet, incidentId, receiver, expires, isExpired: expires < nowSeconds };
}
