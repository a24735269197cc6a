/** Whose place is asked for, and what for. */
export interface Asked {
  readonly fleet: string;
  /** What is done: what stands still in one kind of a fleet's work does not hold up the other kinds. */
  readonly kind: string;
  /** It reads the fleet's analytics service: only so many of these run at once. */
  readonly reads?: boolean;
  /** It is never refused: there is little of it. It counts all the same. */
  readonly always?: boolean;
  /** Someone is called: work that is no page keeps it from nothing, and what is beyond its third is sent away for a moment. */
  readonly page?: boolean;
  /** Aborted when nobody waits for it any more. */
  readonly signal?: AbortSignal;
}

/** A place that is held until `leave`, or when it is worth asking again. */
export type Place = HeldPlace | { readonly busyMs: number };

/** A place that someone has. */
export interface HeldPlace {
  leave(): void;
  /** What was done there went well: whoever was asked is there. */
  wentWell(): void;
  /** Whoever was asked is unavailable, or refuses. @returns when it is this one's turn to try again, in milliseconds */
  failed(): number;
}

/** The places a worker has for work, shared between fleets. */
export interface FleetShares {
  enter(asked: Asked): Promise<Place>;
}

/** How a worker's places are shared. */
export interface SharesOptions {
  /** How many places there are: what may be under way at once. */
  readonly places: number;
  /** So many readings of one fleet's service run at once; others wait in their places. */
  readonly readsAtOnce: number;
  /** Nobody waits longer than this for a reading that runs to be over. */
  readonly mostWaitMs: number;
  /** A clock that never goes back, in milliseconds. */
  readonly now?: () => number;
}

/** Readings that take longer than this stand still: nobody waits for such. */
const STANDS_STILL_MS = 2_000;
const SOONEST_MS = 250;
const LATEST_MS = 60_000;
/** After so many failures in a row a fleet's service is asked now and then only. */
const FAILS_AFTER = 3;
/** Attempts at what fails follow each other at this distance, however many wait: each costs Temporal and the store some work. */
const FAILED_APART_MS = 200;
/** Pages that are sent away come back after one of these and up to twice of it, not all at once. */
const PAGE_BACK_MS = 1_000;
/** Weight of one duration in the estimate of the next. */
const NEWS = 0.2;

/** What is under way for one fleet in one kind of work. */
interface Share {
  /** When each that holds a place took it, oldest first. */
  readonly held: Map<symbol, number>;
  /** Those of them that are pages. */
  readonly pages: Set<symbol>;
  /** How long places are held, from those that were left. */
  usualMs: number;
  /** The time until which those who were sent away come back. */
  backUntil: number;
  /** Failures in a row. */
  failures: number;
  /** When the next may try, while it fails. */
  tryAt: number;
}

/** Who reads a fleet's service, since when, and who waits for that. */
interface Readers {
  readonly running: Map<symbol, number>;
  readonly waiting: Set<() => void>;
}

/**
 * Shares places so that nobody can take them all: a fleet gets one more for a kind of work only while more are free than it
 * holds. Alone it has half of them, of two that stand still each has a third, and some are always free for whoever comes.
 * Whoever is sent away comes back at the rate limit at which its fleet's places become free. Pages share two thirds of all places
 * between themselves in the same way: alone a fleet has a third of them all, whatever else is under way.
 */
export function createFleetShares(options: SharesOptions): FleetShares {
  const now = options.now ?? (() => performance.now());
  const shares = new Map<string, Share>();
  const readers = new Map<string, Readers>();
  const pagePlaces = Math.floor((options.places * 2) / 3);
  let taken = 0;
  let pages = 0;

  /** A fleet that has no page under way may always send one. */
  const mayPage = (share: Share): boolean => share.pages.size === 0 || share.pages.size < pagePlaces - pages;

  function leave(share: Share, place: symbol): void {
    const since = share.held.get(place);
    if (since === undefined) return;
    share.held.delete(place);
    taken -= 1;
    if (share.pages.delete(place)) pages -= 1;
    share.usualMs += NEWS * (now() - since - share.usualMs);
  }

  /** Whether a reader's turn came. */
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

/** One after the other, as far apart as places become free: the oldest place shows how slow that is at least. */
function comeBack(share: Share, at: number): number {
  const [oldest = at] = share.held.values();
  const freedMs = Math.max(share.usualMs, at - oldest) / Math.max(1, share.held.size);
  const eachMs = share.failures > 0 ? Math.max(freedMs, FAILED_APART_MS) : freedMs;
  share.backUntil = Math.min(Math.max(share.backUntil, at) + eachMs, at + LATEST_MS);
  return Math.max(SOONEST_MS, share.backUntil - at);
}
