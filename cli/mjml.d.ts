/** The little of MJML that is used; it comes without types. */
declare module 'mjml' {
  interface MjmlResult {
    readonly html: string;
    readonly errors: readonly { readonly formattedMessage: string }[];
  }

  function mjml(
    source: string,
    options: { readonly fonts: Record<string, string>; readonly validationLevel: 'strict' },
  ): Promise<MjmlResult>;

  // eslint-disable-next-line no-restricted-syntax -- this is how MJML exports it
  export default mjml;
}
