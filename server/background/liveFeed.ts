import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Db } from '../../store/db/index.ts';
import { currentSnapshot, liveEventsBetween, removeLiveEvents } from '../../store/live/index.ts';
import type { LiveEvent } from '../../store/live/index.ts';
import { createPollingLoop } from './poller.ts';

/** Milliseconds between two polls of the database while any stream listens. */
const EVERY_MS = 300;
/** The longest pause after failures: streams resume soon after an outage of the database. */
const LONGEST_PAUSE_MS = 5_000;
/** Events that one poll, or one reader that resumes, is given; with more, reading the lists again costs less. */
export const MOST_LIVE_EVENTS = 5_000;
/** Milliseconds for which events are stored. */
export const LIVE_EVENTS_KEPT_MS = 24 * 3_600_000;
const REMOVED_EVERY_MS = 10 * 60_000;
const REMOVED_AT_ONCE = 5_000;

/** A snapshot of the database, and when it was taken or a moment before that, by the server's clock. */
export interface Seen {
  readonly snapshot: string;
  readonly at: Date;
}

/** Events of one fleet that a poll found: those of the transactions that ended between two snapshots. */
export interface LiveBatch {
  readonly from: Seen;
  readonly to: Seen;
  /** `too_many`: the reader is to read everything again. */
  readonly events: readonly LiveEvent[] | 'too_many';
}

/** A stream that is open in this process. */
export interface LiveListener {
  readonly fleetId: string;
  /** The groups that its reader is limited to: it needs to know of each event whose group it is about. */
  readonly groups?: readonly string[] | undefined;
  /** Takes the fleet's newest events. It does not wait. */
  take(batch: LiveBatch): void;
  /** The process stops. */
  end(): void;
}

/** Reads the live events of all fleets once for every stream of this process. */
export interface LiveFeed {
  /** The snapshot up to which listeners have been given everything; there is none before the first `refresh`. */
  readonly seen: Seen;
  /** Streams that are open, those that are still catching up included. */
  readonly open: ReadonlySet<LiveListener>;
  /**
   * Polls now, and makes `seen` a snapshot that was taken after the call.
   * @throws when the database is unavailable
   */
  refresh(): Promise<void>;
  /** Counts a stream as open. @returns what takes it out again */
  enter(listener: LiveListener): () => void;
  /** Sends the listener all events that follow `seen`. */
  listen(listener: LiveListener): void;
  start(): void;
  /** Ends all streams, then waits for the running poll. */
  close(): Promise<void>;
}

/** Everything that the feed needs. */
export interface LiveFeedParts {
  readonly db: Db;
  readonly registry: Registry;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly now: () => Date;
  /** The interval of polls, 0.3 s. */
  readonly everyMs?: number;
}

/**
 * Polls rather than LISTEN: a notification takes a lock that all commits of the database share, and a connection of its
 * own that no transaction pooler passes on; it would still not say what is new.
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
    // Also for those that are about to listen: they are given this poll's events if they begin to before it ends.
    const withGroups = [...open].some(({ groups }) => groups !== undefined);
    const range = { from: from.snapshot, to: to.snapshot, withGroups, limit: MOST_LIVE_EVENTS + 1 };
    // Without anyone to give them to, events need not be read.
    const isNothingNew = range.from === range.to || listening.size === 0;
    const events = isNothingNew ? [] : await liveEventsBetween(db, range);
    seen = to;
    const isTooMany = events.length > MOST_LIVE_EVENTS;
    // One batch for all streams of a fleet, so that they can share what they make of it.
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

/** Work of which each call wants a run that begins after it: calls during a run share the next one. */
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
