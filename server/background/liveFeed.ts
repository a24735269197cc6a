import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Db } from '../../store/db/index.ts';
import { currentSnapshot, liveEventsBetween, removeLiveEvents } from '../../store/live/index.ts';
import type { LiveEvent } from '../../store/live/index.ts';
import { createPollingLoop } from './poller.ts';

/** Milliseconds between two polls of the database while a stream is open. */
const EVERY_MS = 300;
/** Longest pause in milliseconds after failed polls. It is short, so that streams resume soon after an outage of the database. */
const LONGEST_PAUSE_MS = 5_000;
/** Maximum number of events for one poll or one resuming reader. For more events, reading the lists again is cheaper. */
export const MOST_LIVE_EVENTS = 5_000;
/** Milliseconds for which events are stored. */
export const LIVE_EVENTS_KEPT_MS = 24 * 3_600_000;
const REMOVED_EVERY_MS = 10 * 60_000;
const REMOVED_AT_ONCE = 5_000;

/** A snapshot of the database, and the server's time at or just before it. */
export interface Seen {
  readonly snapshot: string;
  readonly at: Date;
}

/** Events of one fleet from one poll: those of the transactions that ended between two snapshots. */
export interface LiveBatch {
  readonly from: Seen;
  readonly to: Seen;
  /** `too_many` means that the reader must read all lists again. */
  readonly events: readonly LiveEvent[] | 'too_many';
}

/** An open stream in this process. */
export interface LiveListener {
  readonly fleetId: string;
  /** The groups to which the stream's reader is limited. If set, each event needs the groups of its driver. */
  readonly groups?: readonly string[] | undefined;
  /** Receives the fleet's newest events. Must return at once. */
  take(batch: LiveBatch): void;
  /** Called when the process stops. */
  end(): void;
}

/** Reads the live events of all fleets once for all streams of this process. */
export interface LiveFeed {
  /** The snapshot up to which listeners have received all events. It is empty before the first `refresh`. */
  readonly seen: Seen;
  /** All open streams, including those that are still catching up with earlier events. */
  readonly open: ReadonlySet<LiveListener>;
  /**
   * Polls now. Afterwards, `seen` is a snapshot taken after the call.
   * @throws when the database is unavailable
   */
  refresh(): Promise<void>;
  /**
   * Registers an open stream.
   * @returns a function that removes the stream
   */
  enter(listener: LiveListener): () => void;
  /** Sends the listener all events after `seen`. */
  listen(listener: LiveListener): void;
  start(): void;
  /** Ends all streams, then waits for the running poll. */
  close(): Promise<void>;
}

/** The dependencies of the feed. */
export interface LiveFeedParts {
  readonly db: Db;
  readonly registry: Registry;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly now: () => Date;
  /** Milliseconds between two polls. Default: 300. */
  readonly everyMs?: number;
}

/**
 * Creates the feed. It polls instead of using LISTEN, because NOTIFY takes a lock that all commits of the database share. LISTEN
 * also needs its own connection, which transaction poolers do not support, and would not tell which events are new.
 */
export function createLiveFeed(parts: LiveFeedParts): LiveFeed {
  const { db, log, now } = parts;
  const open = new Set<LiveListener>();
  const listening = new Set<LiveListener>();
  let seen: Seen = { snapshot: '', at: new Date(0) };
  let isClosed = false;
  const refresh = afterTheCall(poll);
  new Gauge({
    name: 'tripline_live_streams',
    help: 'Streams of live events that are open, by fleet.',
    labelNames: ['fleet'],
    registers: [parts.registry],
    collect() {
      this.reset();
      for (const { fleetId } of open) this.inc({ fleet: fleetId });
    },
  });

  async function poll(): Promise<void> {
    const at = now();
    const to = { at, snapshot: await currentSnapshot(db) };
    const from = seen;
    // Includes streams that are about to listen. They receive this poll's events if they begin to listen before it ends.
    const withGroups = [...open].some(({ groups }) => groups !== undefined);
    const range = { from: from.snapshot, to: to.snapshot, withGroups, limit: MOST_LIVE_EVENTS + 1 };
    // Without a listener, the events need not be read.
    const isNothingNew = range.from === range.to || listening.size === 0;
    const events = isNothingNew ? [] : await liveEventsBetween(db, range);
    seen = to;
    const isTooMany = events.length > MOST_LIVE_EVENTS;
    // All streams of a fleet receive the same batch object, so that they can share what they compute from it.
    const byFleet = new Map<string, LiveBatch & { readonly events: LiveEvent[] }>();
    for (const event of isTooMany ? [] : events) {
      const known = byFleet.get(event.fleetId);
      if (known) known.events.push(event);
      else byFleet.set(event.fleetId, { from, to, events: [event] });
    }
    for (const listener of listening) {
      const own: LiveBatch | undefined = isTooMany
        ? { from, to, events: 'too_many' }
        : byFleet.get(listener.fleetId);
      if (own) listener.take(own);
    }
  }

  const polling = createPollingLoop({
    what: 'live events',
    log,
    everyMs: parts.everyMs ?? EVERY_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    poll: () => (open.size === 0 ? Promise.resolve() : refresh()),
  });
  const removing = createPollingLoop({
    what: 'removing old live events',
    log,
    everyMs: REMOVED_EVERY_MS,
    async poll(isOver) {
      const old = { before: new Date(now().getTime() - LIVE_EVENTS_KEPT_MS), limit: REMOVED_AT_ONCE };
      while (!isOver() && (await removeLiveEvents(db, old)) === REMOVED_AT_ONCE);
    },
  });
  return {
    get seen() {
      return seen;
    },
    open,
    refresh,
    enter(listener) {
      open.add(listener);
      if (isClosed) listener.end();
      return () => {
        open.delete(listener);
        listening.delete(listener);
      };
    },
    listen: (listener) => void listening.add(listener),
    start() {
      polling.start();
      removing.start();
    },
    async close() {
      isClosed = true;
      for (const listener of open) listener.end();
      await Promise.all([polling.close(), removing.close()]);
    },
  };
}

/**
 * Returns a function that runs work. Each call waits for a run that begins after the call. Calls during a run share the next run.
 */
function afterTheCall(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        running = work();
        return running;
      });
    return next;
  };
}
