/** One key that a caller gave a request, with the answer that the request got. */
export interface IdempotencyKeysTable {
  fleetId: string;
  /** The token's or the person's name: keys of different callers are different keys. */
  who: string;
  key: string;
  /** A hash of method, path, query and body. */
  fingerprint: string;
  at: Date;
  /** The answer; null while the request runs, and for good where its end was not recorded. */
  status: number | null;
  body: string | null;
  location: string | null;
}
