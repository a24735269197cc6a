import type { Logger } from 'pino';
import { claimDueRequests, claimRequest, failRequest, finishRequest } from '../../store/db/index.ts';
import type { Db, RequestKey, RequestKind, TemporalRequest } from '../../store/db/index.ts';
import { createPollingLoop, nameOf } from './poller.ts';
import type { PollingLoop } from './poller.ts';

/** Executes the stored Temporal requests. Requests that Temporal cannot accept now stay in the table and are retried. */
export interface RequestDispatcher extends PollingLoop {
  /**
   * Executes a stored request now. Does nothing if the request is no longer stored, or another process has claimed it.
   * @throws TemporalUnavailableError
   */
  dispatch(key: RequestKey): Promise<void>;
  /** Executes a stored request in the background, because the caller's change is already stored. */
  dispatchSoon(key: RequestKey): void;
}

/**
 * A function for each kind of Temporal request that executes the request. It must be safe to repeat, because a process may crash
 * before it records the success.
 * @returns the time at which to repeat the request, or undefined if it is complete
 */
export type RequestHandlers = Readonly<
  Record<RequestKind, (request: TemporalRequest) => Promise<Date | undefined>>
>;

/** The dependencies of the dispatcher. */
export interface DispatcherParts {
  readonly db: Db;
  readonly handlers: RequestHandlers;
  /** Stores requests that no transaction causes, such as for overdue incidents. Called before each poll. */
  readonly requestMore: () => Promise<void>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly now: () => Date;
  /**
   * Milliseconds between two polls. Default: 2 s. A failed request is retried after the same time, then after twice as long each
   * time, up to a minute.
   */
  readonly everyMs?: number;
}

const EVERY_MS = 2_000;
const AT_ONCE = 8;

/**
 * Creates a dispatcher. It does not poll before `start`. Several processes share the work, because each request is claimed before
 * it is executed.
 */
export function createRequestDispatcher(parts: DispatcherParts): RequestDispatcher {
  const { db, handlers, log, now, everyMs = EVERY_MS } = parts;
  const underWay = new Set<Promise<void>>();
  let isClosed = false;

  /**
   * Executes a request, and executes it again if it was requested again in the meantime. So fifty answers at once cause only a
   * few signals.
   */
  async function execute(request: TemporalRequest): Promise<void> {
    let claimed: TemporalRequest | undefined = request;
    while (claimed) {
      const again = await tried(claimed);
      if (await finishRequest(db, claimed, again)) return;
      claimed = isClosed ? undefined : await claimRequest(db, claimed, { at: now() });
    }
  }

  async function tried(request: TemporalRequest): Promise<Date | undefined> {
    try {
      return await handlers[request.kind](request);
    } catch (error) {
      const failed = { error: nameOf(error), at: now(), pauseMs: everyMs };
      // If this failure cannot be recorded either, the request is retried after its claim has expired.
      await failRequest(db, request, failed).catch(() => undefined);
      throw error;
    }
  }

  async function dispatch(key: RequestKey): Promise<void> {
    const request = await claimRequest(db, key, { at: now() });
    if (request) await execute(request);
  }

  /**
   * Executes all due requests.
   * @throws the first error if all requests of a batch failed, because Temporal is then unavailable and the rest would fail too
   */
  async function poll(isOver: () => boolean): Promise<void> {
    await parts.requestMore();
    for (let claimed = AT_ONCE; claimed === AT_ONCE && !isOver();) {
      const requests = await claimDueRequests(db, { at: now(), limit: AT_ONCE });
      const outcomes = await Promise.allSettled(requests.map(execute));
      const failures = outcomes.flatMap((each, index) =>
        each.status === 'rejected' ? [{ kind: requests[index]!.kind, error: each.reason as unknown }] : [],
      );
      if (failures[0] && failures.length === requests.length) throw failures[0].error;
      for (const { kind, error } of failures) sayFailed(kind, error);
      claimed = requests.length;
    }
  }

  function sayFailed(kind: RequestKind, error: unknown): void {
    log.warn({ kind, error: nameOf(error) }, 'a Temporal request failed: it is retried');
  }

  const polls = createPollingLoop({ what: 'requests to Temporal', poll, log, everyMs });

  return {
    dispatch,
    dispatchSoon(key) {
      if (isClosed) return;
      const work = dispatch(key)
        .catch((error: unknown) => sayFailed(key.kind, error))
        .finally(() => underWay.delete(work));
      underWay.add(work);
    },
    start: () => polls.start(),
    async close() {
      isClosed = true;
      await Promise.all([polls.close(), ...underWay]);
    },
  };
}
