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

/** Times and sizes of streams. Tests use shorter times. */
export interface StreamLimits {
  /**
   * Maximum number of streams in one process. A fleet may open one more only while more streams are free than
   * the fleet has open.
   */
  readonly streams: number;
  /** Milliseconds between two comment lines in the stream, which keep proxies from closing the connection. */
  readonly pingEveryMs: number;
  /** Milliseconds between two checks whether the credential still allows the stream. */
  readonly checkEveryMs: number;
  /** Bytes that may wait for a slow reader. With more, the reader is disconnected, and resumes at its position. */
  readonly waitingBytes: number;
  /** Milliseconds in which a reader that catches up has to take one batch of events. */
  readonly pageWithinMs: number;
  /** Maximum number of events in one batch. */
  readonly page: number;
  /**
   * Maximum number of missed events that the streams of one fleet are sent in a minute. Beyond that, a stream
   * instructs its reader to reload everything.
   */
  readonly missedAMinute: number;
}

/** Default limits, which docs/configure.md documents. */
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
/**
 * Margin in milliseconds. Events are removed after 24 hours, so a position that is an hour younger has missed
 * none of them.
 */
const MARGIN_MS = 3_600_000;

/** Parts that a stream needs. */
export interface StreamParts {
  readonly db: Db;
  readonly feed: LiveFeed;
  readonly fleetId: string;
  /** Groups that the reader is limited to. Events about drivers in other groups are left out. */
  readonly groups?: readonly string[] | undefined;
  /** Id of the last event that the reader has. When absent, the stream begins with new events. */
  readonly lastEventId: string | undefined;
  readonly response: Response;
  /** Returns whether the credential that opened the stream would open it now. */
  readonly isStillAllowed: () => Promise<boolean>;
  /** Runs a read in the reader's share of the server. */
  readonly read: <T>(work: () => Promise<T>) => Promise<T>;
  readonly now: () => Date;
  readonly limits: StreamLimits;
  /** Budget of `limits.missedAMinute` for each fleet. */
  readonly missed: MinuteBudget;
}

/**
 * Answers with live events until the reader leaves, is too slow or is no longer allowed, or until the process
 * stops.
 * @throws Problem 429 when this process, or the fleet in it, has too many streams; also database errors
 * before anything was written
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
    // After the refresh, the feed is newer than any snapshot that the reader has from this or another server.
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

  /**
   * Writes a text. Disconnects the reader if too much is waiting for it.
   * @returns whether the reader keeps up
   */
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

  /**
   * Writes the events between two snapshots, batch by batch.
   * @returns the number of events; `Infinity` when the fleet's budget for this minute is used up
   */
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
        // Without these headers, a proxy or this server's compression would hold events back.
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      });
      write(`retry: ${RETRY_MS}\n\n`);
      const ping = (): void => {
        // The ping has an id, so that the position of a reader in a quiet fleet does not become too old to
        // resume.
        write(`: ping\n${hasCaughtUp ? `id: ${idAt(feed.seen)}\n` : ''}\n`);
      };
      timers.push(
        setInterval(ping, limits.pingEveryMs),
        setInterval(() => void check(), limits.checkEveryMs),
      );
    },
    /** Writes the missed events until the reader is as far as the feed, which then takes over. */
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
      // No `await` from here on, so that the feed does not move before it has this listener.
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
 * Returns the position at which a reader resumes, or undefined for a new reader. Returns `reset` if the
 * events since then are no longer stored, or if the id is of another database.
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

/** Texts of batches for streams that see the whole fleet, cached while the batch exists. */
const shared = new WeakMap<LiveBatch, string>();

/**
 * Returns the text of the events between two snapshots that a reader may see. The id of the last event moves
 * the reader's position to `to`.
 * Hidden events move no position, and a reader that resumes does not receive them either.
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

/**
 * Returns whether an event is about a driver in the reader's groups. The driver's current groups decide, as
 * in the API's lists.
 */
function isSeenBy(groups: readonly string[] | undefined, event: LiveEvent): boolean {
  return groups === undefined || (event.groups ?? []).some((each) => groups.includes(each));
}
