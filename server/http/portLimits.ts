/** What the port allows a sender. A proxy in front may allow less; nothing here relies on one. */
export interface PortLimits {
  /** From the connection, or the end of the request before, to the end of the headers. */
  readonly headersWithinMs: number;
  /** From there to the body's last byte. */
  readonly requestWithinMs: number;
  /** How long a connection may stay without a request; longer than proxies keep theirs, so that none sends into a closing one. */
  readonly keepAliveMs: number;
  /** How long nothing may move while an answer is awaited or sent: longer than any answer takes to begin. */
  readonly stillMs: number;
  /** How often the first two are looked at. */
  readonly checkEveryMs: number;
  /** All headers together, the request line too. */
  readonly headerBytes: number;
  /** Their number. */
  readonly headers: number;
  /** Connections at once. One more closes one that does nothing for its sender. */
  readonly connections: number;
  /** Requests that one connection may have sent ahead. */
  readonly ahead: number;
}

/** Documented in docs/configure.md. */
export const PORT_LIMITS: PortLimits = {
  headersWithinMs: 15_000,
  requestWithinMs: 60_000,
  keepAliveMs: 75_000,
  stillMs: 120_000,
  checkEveryMs: 5_000,
  headerBytes: 16_384,
  headers: 200,
  connections: 2_000,
  ahead: 50,
};
