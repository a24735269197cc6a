import type { Endpoint } from './endpoints.ts';

/** A request that the API has received. */
export interface SeenRequest {
  /** Simulated time, ISO 8601. */
  readonly at: string;
  readonly endpoint: Endpoint;
  readonly method: string;
  /** Below `/v3`, percent-encoded, with its query but without the key. */
  readonly path: string;
  /** The status that was sent; 0 when the connection broke before an answer. */
  readonly status: number;
}

const MOST_KEPT = 10_000;

/** The last requests, so that tests can check how often an endpoint was called. */
export class RequestLog {
  #seen: SeenRequest[] = [];

  /** Adds a request once it is over. */
  add(request: SeenRequest): void {
    if (this.#seen.length >= 2 * MOST_KEPT) this.#seen = this.#seen.slice(-MOST_KEPT);
    this.#seen.push(request);
  }

  /** Returns the requests since the start or the last `clear`, oldest first, the last ten thousand at most. */
  all(): readonly SeenRequest[] {
    return this.#seen.slice(-MOST_KEPT);
  }

  /** Removes all requests. */
  clear(): void {
    this.#seen = [];
  }
}
