/** The fleet that requests a place, and the kind of work. */
export interface Asked {
  readonly fleet: string;
  /** The kind of work. Stalled work of one kind does not delay a fleet's other kinds. */
  readonly kind: string;
  /** Whether the work reads the fleet's analytics service. Only a limited number of reads run at once. */
  readonly reads?: boolean;
  /** Whether the work is never refused, because there is little of it. It takes a place all the same. */
  readonly always?: boolean;
  /** Whether the work pages a person. Other work does not delay it, and only pages beyond a third are sent back for a moment. */
  readonly page?: boolean;
  /** Aborts when the place is no longer needed. */
  readonly signal?: AbortSignal;
}

/** A place that is held until `leave`, or the milliseconds until it is worth requesting again. */
export type Place = HeldPlace | { readonly busyMs: number };

/** A place that is held for work. */
export interface HeldPlace {
  leave(): void;
  /** Reports that the work succeeded, so that its service or receiver is available. */
  wentWell(): void;
  /** Reports that the service or receiver is unavailable, or refuses. @returns milliseconds until this work may try again */
  failed(): number;
}

/** The places of a worker, shared between fleets. */
export interface FleetShares {
  enter(asked: Asked): Promise<Place>;
}

/** Options for sharing a worker's places. */
export interface SharesOptions {
  /** Number of places: the most work under way at once. */
  readonly places: number;
  /** Number of reads of one fleet's service that run at once; others wait in their places. */
  readonly readsAtOnce: number;
  /** Longest wait for a running read to end. */
  readonly mostWaitMs: number;
  /** A clock that never goes back, in milliseconds. */
  readonly now?: () => number;
}

/** Milliseconds after which a read is stalled, so that no other read waits for it. */
const STANDS_STILL_MS = 2_000;
const SOONEST_MS = 250;
const LATEST_MS = 60_000;
/** Failures in a row after which a fleet's service is tried only now and then. */
const FAILS_AFTER = 3;
/** Milliseconds between attempts at failing work, however many wait, because each costs Temporal and the store some work. */
const FAILED_APART_MS = 200;
/** Milliseconds until a page that was sent back is retried, up to twice as many, so that not all come at once. */
const PAGE_BACK_MS = 1_000;
/** Weight of one duration in the estimate of the next. */
const NEWS = 0.2;

/** Work under way for one fleet and one kind. */
interface Share {
  /** Start times of the held places, oldest first. */
  readonly held: Map<symbol, number>;
  /** Held places that are pages. */
  readonly pages: Set<symbol>;
  /** Usual time for which a place is held, from those that were left. */
  usualMs: number;
  /** Time until which the retries of work that was sent back are spread. */
  backUntil: number;
  /** Failures in a row. */
  failures: number;
  /** Time of the next attempt, while the work fails. */
  tryAt: number;
}

/** Running reads of a fleet's service with their start times, and the reads that wait for them. */
interface Readers {
  readonly running: Map<symbol, number>;
  readonly waiting: Set<() => void>;
}

/**
 * Creates shares of places that no fleet can take completely: a fleet gets one more for a kind of work only while more are free
 * than it holds. A single stalled fleet may hold half of the places; two may hold a third each. The rest stay free for other
 * fleets.
 * Work that is sent back is retried at the rate at which its fleet's places become free. Pages share two thirds of all places
 * among themselves in the same way: a single fleet may have a third of all, whatever else is under way.
 */
export function createFleetShares(options: SharesOptions): FleetShares {
  const now = options.now ?? (() => performance.now());
  const shares = new Map<string, Share>();
  const readers = new Map<string, Readers>();
  const pagePlaces = Math.floor((options.places * 2) / 3);
  let taken = 0;
  let pages = 0;

  /** Returns whether a page may begin. A fleet without a page under way may always send one. */
  const mayPage = (share: Share): boolean => share.pages.size === 0 || share.pages.size < pagePlaces - pages;

  function leave(share: Share, place: symbol): void {
    const since = share.held.get(place);
    if (since === undefined) return;
    share.held.delete(place);
    taken -= 1;
    if (share.pages.delete(place)) pages -= 1;
    share.usualMs += NEWS * (now() - since - share.usualMs);
  }

  /** Waits for a read to begin. @returns whether it began */
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
        ...{ held: new Map<symbol, number>(), pages: new Set<symbol>(), usualMs: 0, backUntil: 0 },
        ...{ failures: 0, tryAt: 0 },
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
 * Returns the wait of work that is sent back. Retries follow one another as places become free; the oldest place shows the
 * least time for that.
 */
function comeBack(share: Share, at: number): number {
  const [oldest = at] = share.held.values();
  const freedMs = Math.max(share.usualMs, at - oldest) / Math.max(1, share.held.size);
  const eachMs = share.failures > 0 ? Math.max(freedMs, FAILED_APART_MS) : freedMs;
  share.backUntil = Math.min(Math.max(share.backUntil, at) + eachMs, at + LATEST_MS);
  return Math.max(SOONEST_MS, share.backUntil - at);
}
