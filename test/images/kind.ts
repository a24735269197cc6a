/** A kind of message or page that is drawn and tested. */
export interface Kind {
  readonly name: string;
  readonly html: string;
  /** Whether it has a primary button, which must be near the top. Coaching has none. */
  readonly hasAction: boolean;
  /** Whether it is a digest whose essentials must end near the top, before the note about what only its page has. */
  readonly hasEssentials?: boolean;
}

/** Returns the size of the HTML without its inline pictures, which an e-mail attaches separately. */
export function htmlBytes({ html }: Kind): number {
  return Buffer.byteLength(html.replaceAll(/ src="data:image\/png[^"]*"/g, ''));
}
