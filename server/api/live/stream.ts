import { once } from 'node:events';
import { worded } from '../../../messages/language/index.ts';
import type { Response } from 'express';
import type { Db } from '../../../store/db/index.ts';
import { liveEventsBetween } from '../../../store/live/index.ts';
import type { LiveEvent } from '../../../store/live/index.ts';
import { LIVE_EVENTS_KEPT_MS, MOST_LIVE_EVENTS } from '../../background/index.ts';
import type { LiveBatch, LiveFeed, LiveListener, Seen } from '../../background/index.ts';
import { tooManyRequests } from '../../http/index.ts';
import type { MinuteBudget } from '../../http/index.ts';
import { idOfPosition, isAhead, positionOfId } from './position.ts';
import type { Position } from './position.ts';

/** Times and sizes of a stream; tests wait less. */
export interface StreamLimits {
  /** Streams of one process. A fleet opens one more only while more are free than it has. */
  readonly streams: number;
  /** Between two comments that keep proxies from closing the connection. */
  readonly pingEveryMs: number;
  /** Between two questions whether its credential still opens it. */
  readonly checkEveryMs: number;
  /** Bytes that may wait for a reader; with more it is disconnected, and resumes where it was. */
  readonly waitingBytes: number;
  /** Milliseconds that a reader that catches up may take for a page of events. */
  readonly pageWithinMs: number;
  /** Events of a page. */
  readonly page: number;
  /**
   * Missed events that the streams of one fleet are sent in a minute. A stream that misses more is instructed to reload
   * everything.
   */
  readonly missedAMinute: number;
}

/** Documented in docs/configure.md. */
export const STREAM_LIMITS: StreamLimits = {
  streams: 500,
  pingEveryMs: 15_000,
  checkEveryMs: 3_000,
  waitingBytes: 262_144,
  pageWithinMs: 10_000,
  page: 500,
  missedAMinute: 50_000,
};

/** Milliseconds that a browser waits before it connects again. */
const RETRY_MS = 2_000;
/** Events are removed at 24 hours; a position this much younger has missed none of them. */
const MARGIN_MS = 3_600_000;

/** Everything that a stream needs. */
export interface StreamParts {
  readonly db: Db;
  readonly feed: LiveFeed;
  readonly fleetId: string;
  /** The groups that the reader is limited to: events about drivers in none of them are left out. */
  readonly groups?: readonly string[] | undefined;
  /** The id of the last event that the reader has; absent: it begins now. */
  readonly lastEventId: string | undefined;
  readonly response: Response;
  /** Whether the credential that opened it would open it now. */
  readonly isStillAllowed: () => Promise<boolean>;
  /** Reads in the reader's share of the server. */
  readonly read: <T>(work: () => Promise<T>) => Promise<T>;
  readonly now: () => Date;
  readonly limits: StreamLimits;
  /** The budget of `limits.missedAMinute`, by fleet. */
  readonly missed: MinuteBudget;
}

/**
 * Answers with live events until the reader leaves, is too slow, is no longer allowed, or the process stops.
 * @throws Problem 429 when this process, or the fleet in it, has too many streams; whatever the database throws before anything was written
 */
export async function streamEvents(parts: StreamParts): Promise<void> {
  const { feed, response, limits } = parts;
  const own = [...feed.open].filter(({ fleetId }) => fleetId === parts.fleetId).length;
  if (own >= limits.streams - feed.open.size)
    throw tooManyRequests(worded('problems.tooManyStreams', { count: limits.streams }), 30);
  const stream = createStream(parts);
  const leave = feed.enter(stream.listener);
  const ended = new Promise<void>((resolve) => void response.once('close', resolve));
  try {
    // Whatever snapshot the reader has, from this server or another one, it is from before this.
    await feed.refresh();
    if (response.closed) return;
    stream.begin();
    await stream.catchUp();
    if (!response.closed) await ended;
  } catch (error) {
    if (!response.closed) throw error;
  } finally {
    leave();
    stream.stop();
  }
}

function createStream({ db, feed, fleetId, groups, lastEventId, response, now, ...parts }: StreamParts) {
  const { limits } = parts;
  const timers: NodeJS.Timeout[] = [];
  let isChecking = false;
  let hasCaughtUp = false;

  const isOver = (): boolean => response.closed || response.destroyed || response.writableEnded;

  /** Writes, or disconnects a reader for whom too much waits already. @returns whether the reader keeps up */
  function write(text: string): boolean {
    if (isOver()) return false;
    if (response.writableLength <= limits.waitingBytes) return response.write(text);
    response.req.log.info({ fleet: fleetId }, 'a reader of live events was too slow');
    response.destroy();
    return false;
  }

  function reset(to: Seen): void {
    write(`event: reset\nid: ${idAt(to)}\ndata: {"kind":"reset"}\n\n`);
  }

  async function check(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    try {
      if (!(await parts.isStillAllowed()) && !isOver()) response.end();
    } catch {
      response.destroy();
    } finally {
      isChecking = false;
    }
  }

  /** Writes the events between two snapshots page by page. @returns how many; infinitely many when the fleet's minute has no more */
  async function writeBetween(between: Between & { readonly afterId?: string }): Promise<number> {
    const range = {
      fleetId,
      from: between.from.snapshot,
      to: between.to.snapshot,
      limit: limits.page,
      withGroups: groups !== undefined,
    };
    let { afterId } = between;
    for (let count = 0; ;) {
      if (parts.missed.spend(fleetId, 1) !== undefined) return Infinity;
      const from = afterId;
      const events = await parts.read(() => liveEventsBetween(db, { ...range, afterId: from }));
      const isLast = events.length < limits.page;
      parts.missed.spend(fleetId, events.length);
      const text = textsOf(events, { ...between, groups, isLast });
      const isKeepingUp = text === '' || write(text);
      count += events.length;
      afterId = events.at(-1)?.id;
      if (!isKeepingUp) await drained();
      if (isLast || isOver() || count > MOST_LIVE_EVENTS) return count;
    }
  }

  async function drained(): Promise<void> {
    if (isOver()) return;
    const signal = AbortSignal.timeout(limits.pageWithinMs);
    await once(response, 'drain', { signal }).catch(() => void response.destroy());
  }

  const listener: LiveListener = {
    fleetId,
    groups,
    take(batch) {
      if (batch.events === 'too_many') return reset(batch.to);
      const whole = groups === undefined ? shared.get(batch) : undefined;
      const text = whole ?? textsOf(batch.events, { ...batch, groups, isLast: true });
      if (groups === undefined) shared.set(batch, text);
      if (text !== '') write(text);
    },
    end: () => {
      if (!response.headersSent) response.destroy();
      else if (!isOver()) response.end();
    },
  };

  return {
    listener,
    begin(): void {
      response.status(200).set({
        'content-type': 'text/event-stream; charset=utf-8',
        // A proxy, or the compression of this server, would wait for more before it passes an event on.
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      });
      write(`retry: ${RETRY_MS}\n\n`);
      const ping = (): void => {
        // An id of its own keeps a reader of a quiet fleet from growing too old to resume.
        write(`: ping\n${hasCaughtUp ? `id: ${idAt(feed.seen)}\n` : ''}\n`);
      };
      timers.push(
        setInterval(ping, limits.pingEveryMs),
        setInterval(() => void check(), limits.checkEveryMs),
      );
    },
    /** Brings the reader up to the feed, which takes over from there. */
    async catchUp(): Promise<void> {
      const start = startOf(lastEventId, { seen: feed.seen.snapshot, now: now() });
      let at = start && start !== 'reset' ? { snapshot: start.seen, at: start.at } : undefined;
      let written = 0;
      if (at && start && start !== 'reset' && start.within) {
        const { from, afterId } = start.within;
        written += await writeBetween({ from: { snapshot: from, at: start.at }, to: at, afterId });
      }
      while (at && at.snapshot !== feed.seen.snapshot && !isOver() && written <= MOST_LIVE_EVENTS) {
        const to = feed.seen;
        written += await writeBetween({ from: at, to });
        at = to;
      }
      if (isOver()) return;
      // Nothing is awaited from here on, so the feed does not move before it has this listener.
      if (start === 'reset' || written > MOST_LIVE_EVENTS) reset(feed.seen);
      else write(`id: ${idAt(feed.seen)}\n\n`);
      hasCaughtUp = true;
      feed.listen(listener);
    },
    stop: () => timers.forEach(clearInterval),
  };
}

interface Between {
  readonly from: Seen;
  readonly to: Seen;
}

function idAt({ at, snapshot }: Seen): string {
  return idOfPosition({ at, seen: snapshot });
}

/**
 * Returns the position at which a reader resumes, undefined for a new reader, or `reset` if the events since then are no longer
 * known or the id is of another database.
 */
function startOf(
  lastEventId: string | undefined,
  current: { readonly seen: string; readonly now: Date },
): Position | 'reset' | undefined {
  if (lastEventId === undefined || lastEventId === '') return undefined;
  const position = positionOfId(lastEventId);
  if (!position || isAhead(position.seen, current.seen)) return 'reset';
  const age = current.now.getTime() - position.at.getTime();
  return age > LIVE_EVENTS_KEPT_MS - MARGIN_MS || age < -MARGIN_MS ? 'reset' : position;
}

/** Texts that streams of the whole fleet write of a batch, cached while the batch exists. */
const shared = new WeakMap<LiveBatch, string>();

/**
 * Events between two snapshots, as far as a reader sees them. After the last one of them a reader has read all that `to` holds.
 * What is left out moves no position: a reader that resumes is not given it either.
 */
function textsOf(
  events: readonly LiveEvent[],
  {
    from,
    to,
    groups,
    isLast,
  }: Between & { readonly groups: readonly string[] | undefined; readonly isLast: boolean },
): string {
  const texts = events.map((event, index) => {
    if (!isSeenBy(groups, event)) return '';
    const { id: afterId, kind, subjectId, state } = event;
    const within = { at: from.at, seen: to.snapshot, within: { from: from.snapshot, afterId } };
    const id = isLast && index === events.length - 1 ? idAt(to) : idOfPosition(within);
    return `event: ${kind}\nid: ${id}\ndata: ${JSON.stringify({ kind, id: subjectId, state })}\n\n`;
  });
  return texts.join('');
}

/** Whether an event is about a driver of a reader's groups, as the API's lists decide it: by the groups that the driver is in now. */
function isSeenBy(groups: readonly string[] | undefined, event: LiveEvent): boolean {
  return groups === undefined || (event.groups ?? []).some((each) => groups.includes(each));
}
