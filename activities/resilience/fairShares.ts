/** Request of a fleet for a place (permission to run one activity), with the kind of work. */
export interface ShareRequest {
  readonly fleet: string;
  /** Kind of work. If one kind of a fleet's work stalls, its other kinds continue. */
  readonly kind: string;
  /** Whether the work reads from the fleet's analytics service. At most `readsAtOnce` of these run at the same time. */
  readonly reads?: boolean;
  /** Whether the work is never refused for lack of places, because there is little of it. It still occupies a place. */
  readonly always?: boolean;
  /** Whether the work sends a page. Only other pages limit it. A page beyond the fleet's share is refused for a moment. */
  readonly page?: boolean;
  /** Signal that aborts when the caller no longer waits. */
  readonly signal?: AbortSignal;
}

/** A place that is occupied until `leave`, or the milliseconds after which another request makes sense. */
export type ShareAnswer = HeldPlace | { readonly busyMs: number };

/** A place that the caller occupies. */
export interface HeldPlace {
  leave(): void;
  /** Records that the work succeeded, so that the service is available. */
  wentWell(): void;
  /** Records that the service is unavailable or refuses. @returns milliseconds until the caller may try again */
  failed(): number;
}

/** Places of a worker, which the fleets share. */
export interface FleetShares {
  enter(asked: ShareRequest): Promise<ShareAnswer>;
}

/** Settings for sharing a worker's places. */
export interface SharesOptions {
  /** Number of places, which is the largest number of concurrent activities. */
  readonly places: number;
  /** Largest number of concurrent reads from one fleet's service. Other reads wait, and occupy their places meanwhile. */
  readonly readsAtOnce: number;
  /** Milliseconds that a read waits at most for another read to end. */
  readonly mostWaitMs: number;
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number;
}

/** Milliseconds after which a running read is considered stalled, so that no other read waits for it. */
const STANDS_STILL_MS = 2_000;
const SOONEST_MS = 250;
const LATEST_MS = 60_000;
/** Number of consecutive failures after which a fleet's service is tried only occasionally. */
const FAILS_AFTER = 3;
/**
 * Milliseconds between two attempts at a failing service, however many activities wait, because each attempt costs Temporal and
 * the store some work.
 */
const FAILED_APART_MS = 200;
/** Refused pages are retried after one to two times these milliseconds, so that not all are retried at once. */
const PAGE_BACK_MS = 1_000;
/** Weight of the newest duration in the estimated duration. */
const NEWS = 0.2;

/** Unfinished work of one kind for one fleet. */
interface Share {
  /** Time at which each occupied place was taken, oldest first. */
  readonly held: Map<symbol, number>;
  /** Occupied places that belong to pages. */
  readonly pages: Set<symbol>;
  /** Estimated milliseconds for which a place is occupied, from the places that became free. */
  usualMs: number;
  /** Time at which the last refused request is retried. */
  backUntil: number;
  /** Number of consecutive failures. */
  failures: number;
  /** Time of the next allowed attempt while the service fails. */
  tryAt: number;
}

/** Running reads from a fleet's service with their start times, and the reads that wait for them. */
interface Readers {
  readonly running: Map<symbol, number>;
  readonly waiting: Set<() => void>;
}

/**
 * Shares a worker's places so that no fleet can occupy all of them. A fleet gets another place for a kind of work only while more
 * places are free than it already has. So one stalled fleet occupies at most half of the places, two a third each; the rest stays
 * free for other fleets.
 *
 * Refused requests are retried at the rate at which their fleet's places become free. Pages share two thirds of all places in the
 * same way. So the pages of one fleet occupy at most a third of all places, whatever other work there is.
 */
export function createFleetShares(options: SharesOptions): FleetShares {
  const now = options.now ?? (() => performance.now());
  const shares = new Map<string, Share>();
  const readers = new Map<string, Readers>();
  const pagePlaces = Math.floor((options.places * 2) / 3);
  let taken = 0;
  let pages = 0;

  /** Returns whether a share may start another page. The first one is always allowed. */
  const mayPage = (share: Share): boolean => share.pages.size === 0 || share.pages.size < pagePlaces - pages;

  function leave(share: Share, place: symbol): void {
    const since = share.held.get(place);
    if (since === undefined) return;
    share.held.delete(place);
    taken -= 1;
    if (share.pages.delete(place)) pages -= 1;
    share.usualMs += NEWS * (now() - since - share.usualMs);
  }

  /**
   * Waits until a read may begin. Resolves to `false` if the running reads are stalled, or if the wait is aborted or too long.
   */
  function reads(fleet: string, place: symbol, signal: AbortSignal | undefined): Promise<boolean> {
    const { running, waiting } = kept(readers, fleet, () => ({ running: new Map(), waiting: new Set() }));
    const begin = (): void => void running.set(place, now());
    if (running.size < options.readsAtOnce) {
      begin();
      return Promise.resolve(true);
    }
    const [oldest = now()] = running.values();
    if (now() - oldest > STANDS_STILL_MS || signal?.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const settle = (isDue: boolean): void => {
        waiting.delete(go);
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
        if (isDue) begin();
        resolve(isDue);
      };
      const go = (): void => settle(true);
      const stop = (): void => settle(false);
      const timer = setTimeout(stop, options.mostWaitMs);
      waiting.add(go);
      signal?.addEventListener('abort', stop);
    });
  }

  function readOver(fleet: string, place: symbol): void {
    const at = readers.get(fleet);
    if (!at?.running.delete(place)) return;
    const [next] = at.waiting;
    next?.();
  }

  return {
    async enter({ fleet, kind, reads: isReader = false, always = false, page = false, signal }) {
      const share = kept(shares, JSON.stringify([fleet, kind]), () => ({
        held: new Map<symbol, number>(),
        pages: new Set<symbol>(),
        usualMs: 0,
        backUntil: 0,
        failures: 0,
        tryAt: 0,
      }));
      const isFailing = isReader && share.failures >= FAILS_AFTER;
      if (page && !mayPage(share)) return { busyMs: PAGE_BACK_MS * (1 + Math.random()) };
      if (
        !always &&
        !page &&
        (share.held.size >= options.places - taken || (isFailing && now() < share.tryAt))
      )
        return { busyMs: comeBack(share, now()) };
      if (isFailing) share.tryAt = now() + FAILED_APART_MS;
      const place = Symbol(kind);
      share.held.set(place, now());
      taken += 1;
      if (page) {
        share.pages.add(place);
        pages += 1;
      }
      if (isReader && !(await reads(fleet, place, signal))) {
        const busyMs = comeBack(share, now());
        leave(share, place);
        return { busyMs };
      }
      return {
        leave() {
          if (isReader) readOver(fleet, place);
          leave(share, place);
        },
        wentWell: () => void (share.failures = 0),
        failed() {
          share.failures += 1;
          return comeBack(share, now());
        },
      };
    },
  };
}

function kept<T>(map: Map<string, T>, key: string, make: () => T): T {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}

/**
 * Returns the milliseconds until a refused request is retried, at the rate at which places become free. The age of the oldest
 * place is a lower bound for the time that places stay occupied.
 */
function comeBack(share: Share, at: number): number {
  const [oldest = at] = share.held.values();
  const freedMs = Math.max(share.usualMs, at - oldest) / Math.max(1, share.held.size);
  const eachMs = share.failures > 0 ? Math.max(freedMs, FAILED_APART_MS) : freedMs;
  share.backUntil = Math.min(Math.max(share.backUntil, at) + eachMs, at + LATEST_MS);
  return Math.max(SOONEST_MS, share.backUntil - at);
}
