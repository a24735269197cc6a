/** The fleet that requests a place, and the kind of work. */
export interface ShareRequest {
  readonly fleet: string;
  /** The kind of work: a stall in one kind of a fleet's work does not hold up its other kinds. */
  readonly kind: string;
  /** Whether the work reads the fleet's analytics service: at most `readsAtOnce` such works run at once. */
  readonly reads?: boolean;
  /** Whether the work is never refused for lack of places, because there is little of it. It still occupies a place. */
  readonly always?: boolean;
  /** Whether the work sends a page. Only other pages limit it; a page beyond the fleet's share is refused for a moment. */
  readonly page?: boolean;
  /** A signal that is aborted when the caller no longer waits. */
  readonly signal?: AbortSignal;
}

/** A place that is held until `leave`, or the milliseconds until the next request is worthwhile. */
export type ShareAnswer = HeldPlace | { readonly busyMs: number };

/** A place that the caller holds. */
export interface HeldPlace {
  leave(): void;
  /** Records a success: the service is available. */
  wentWell(): void;
  /** Records that the service is unavailable or refuses. @returns the milliseconds until the caller may try again */
  failed(): number;
}

/** The places a worker has for work, shared between fleets. */
export interface FleetShares {
  enter(asked: ShareRequest): Promise<ShareAnswer>;
}

/** Settings for sharing a worker's places. */
export interface SharesOptions {
  /** Number of places: the most works under way at once. */
  readonly places: number;
  /** Most reads of one fleet's service at once; others wait in their places. */
  readonly readsAtOnce: number;
  /** Longest wait for a running read to end, in milliseconds. */
  readonly mostWaitMs: number;
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number;
}

/** Age beyond which a running read is stalled, so that no other read waits for it. */
const STANDS_STILL_MS = 2_000;
const SOONEST_MS = 250;
const LATEST_MS = 60_000;
/** Failures in a row after which a fleet's service is tried only occasionally. */
const FAILS_AFTER = 3;
/** Time between attempts at a failing service, however many wait, because each costs Temporal and the store some work. */
const FAILED_APART_MS = 200;
/** Refused pages return after one to two times this period, so that they do not all return at once. */
const PAGE_BACK_MS = 1_000;
/** Weight of one duration in the estimate of the next. */
const NEWS = 0.2;

/** Work under way for one fleet in one kind of work. */
interface Share {
  /** Time at which each held place was taken, oldest first. */
  readonly held: Map<symbol, number>;
  /** Held places that belong to pages. */
  readonly pages: Set<symbol>;
  /** Estimated duration for which a place is held, from the places that were left. */
  usualMs: number;
  /** Time at which the last refused request returns. */
  backUntil: number;
  /** Failures in a row. */
  failures: number;
  /** Time of the next permitted attempt while the service fails. */
  tryAt: number;
}

/** Running reads of a fleet's service with their start times, and the reads that wait for them. */
interface Readers {
  readonly running: Map<symbol, number>;
  readonly waiting: Set<() => void>;
}

/**
 * Shares places so that no fleet can take them all: it gets one more for a kind of work only while more are free than it holds.
 * A single stalled fleet holds at most half of the places and two hold a third each, so some stay free for other fleets.
 * Refused requests return at the rate at which their fleet's places become free. Pages share two thirds of all places in the
 * same way: a single fleet's pages hold at most a third of all places, whatever other work is under way.
 */
export function createFleetShares(options: SharesOptions): FleetShares {
  const now = options.now ?? (() => performance.now());
  const shares = new Map<string, Share>();
  const readers = new Map<string, Readers>();
  const pagePlaces = Math.floor((options.places * 2) / 3);
  let taken = 0;
  let pages = 0;

  /** Returns whether a share may start a page: always while it has none under way. */
  const mayPage = (share: Share): boolean => share.pages.size === 0 || share.pages.size < pagePlaces - pages;

  function leave(share: Share, place: symbol): void {
    const since = share.held.get(place);
    if (since === undefined) return;
    share.held.delete(place);
    taken -= 1;
    if (share.pages.delete(place)) pages -= 1;
    share.usualMs += NEWS * (now() - since - share.usualMs);
  }

  /** Waits until a read may begin. Resolves to `false` if the wait is hopeless, aborted or too long. */
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

/** Returns the milliseconds until a refused request returns, spaced at the rate at which places become free. The age of the
 * oldest place is a lower bound for how long places are held. */
function comeBack(share: Share, at: number): number {
  const [oldest = at] = share.held.values();
  const freedMs = Math.max(share.usualMs, at - oldest) / Math.max(1, share.held.size);
  const eachMs = share.failures > 0 ? Math.max(freedMs, FAILED_APART_MS) : freedMs;
  share.backUntil = Math.min(Math.max(share.backUntil, at) + eachMs, at + LATEST_MS);
  return Math.max(SOONEST_MS, share.backUntil - at);
}
