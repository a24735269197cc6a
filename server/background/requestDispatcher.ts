import type { Logger } from 'pino';
import { claimDueRequests, claimRequest, failRequest, finishRequest } from '../../store/db/index.ts';
import type { Db, RequestKey, RequestKind, TemporalRequest } from '../../store/db/index.ts';
import { createPollingLoop, nameOf } from './poller.ts';
import type { PollingLoop } from './poller.ts';

/** Carries out what Temporal was requested to do. What Temporal cannot take now stays in the table, and is tried again. */
export interface RequestDispatcher extends PollingLoop {
  /**
   * Carries out a request now; nothing when there is none any more, or when another process is at work on it.
   * @throws TemporalUnavailableError
   */
  dispatch(key: RequestKey): Promise<void>;
  /** Carries out a request in the background, because the caller's change is already stored. */
  dispatchSoon(key: RequestKey): void;
}

/**
 * Handlers that carry out each kind of Temporal request. They are safe to repeat, because a process may die before it records
 * the success.
 * @returns when the request has to be repeated; undefined: it is complete
 */
export type RequestHandlers = Readonly<
  Record<RequestKind, (request: TemporalRequest) => Promise<Date | undefined>>
>;

/** Parts of the dispatcher. */
export interface DispatcherParts {
  readonly db: Db;
  readonly handlers: RequestHandlers;
  /** Requests what no transaction causes, such as that something is overdue; before each poll. */
  readonly requestMore: () => Promise<void>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly now: () => Date;
  /** The interval of polls, 2 s. A request that failed is retried after as long, then after twice as long, up to a minute. */
  readonly everyMs?: number;
}

const EVERY_MS = 2_000;
const AT_ONCE = 8;

/** A dispatcher; it does nothing by itself before `start`. Several processes share the work: each request is claimed. */
export function createRequestDispatcher(parts: DispatcherParts): RequestDispatcher {
  const { db, handlers, log, now, everyMs = EVERY_MS } = parts;
  const underWay = new Set<Promise<void>>();
  let isClosed = false;

  /** Once more where it was requested again meanwhile: fifty answers at once are few signals. */
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
      // What cannot be noted either is tried again once its claim is over.
      await failRequest(db, request, failed).catch(() => undefined);
      throw error;
    }
  }

  async function dispatch(key: RequestKey): Promise<void> {
    const request = await claimRequest(db, key, { at: now() });
    if (request) await execute(request);
  }

  /** @throws what failed where nothing was carried out: Temporal is unavailable, and the rest would fail as well */
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
