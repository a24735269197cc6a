import type { Endpoint } from './endpoints.ts';

/** A request that the API received. */
export interface SeenRequest {
  /** Simulated time of the request, ISO 8601. */
  readonly at: string;
  readonly endpoint: Endpoint;
  readonly method: string;
  /** Path after `/v3`, percent-encoded, with the query but without the key. */
  readonly path: string;
  /** HTTP status of the answer; 0 when the connection broke before an answer. */
  readonly status: number;
}

const MOST_KEPT = 10_000;

/** Log of the latest requests, so that tests can check how often an endpoint was called. */
export class RequestLog {
  #seen: SeenRequest[] = [];

  /** Adds a request once it is over. */
  add(request: SeenRequest): void {
    if (this.#seen.length >= 2 * MOST_KEPT) this.#seen = this.#seen.slice(-MOST_KEPT);
    this.#seen.push(request);
  }

  /** Returns the requests since the start or the last `clear`, oldest first, at most the latest ten thousand. */
  all(): readonly SeenRequest[] {
    return this.#seen.slice(-MOST_KEPT);
  }

  /** Removes all requests. */
  clear(): void {
    this.#seen = [];
  }
}
