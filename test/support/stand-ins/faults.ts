/** A fault in the answer to a call, for every fake service on HTTP. */
export type HttpFault =
  /** Answers with this status and does nothing. */
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'limited'; readonly seconds: number }
  /** Does nothing and cuts the connection. */
  | { readonly kind: 'drop' }
  /** Does what was asked, then cuts the connection. */
  | { readonly kind: 'accept_and_drop' }
  | Hang;

/** Leaves the caller waiting, whether or not the service did what was asked, and cuts the connection in the end. */
export interface Hang {
  readonly kind: 'hang';
  readonly isTaken: boolean;
  readonly until: Promise<void>;
}
