/** A kind of message or page as the pictures and the tests take it. */
export interface Kind {
  readonly name: string;
  readonly html: string;
  /** Something may be done about it with one button: it stands near the top. Coaching has none. */
  readonly hasAction: boolean;
  /** A digest: what is needed of it ends near the top, before what only its page has. */
  readonly hasEssentials?: boolean;
}

/** The HTML without its inline pictures, which mail carries beside it. */
export function htmlBytes({ html }: Kind): number {
  return Buffer.byteLength(html.replaceAll(/ src="data:image\/png[^"]*"/g, ''));
}
