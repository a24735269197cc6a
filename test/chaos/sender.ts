import { setTimeout as pause } from 'node:timers/promises';
import { randomOf } from './random.ts';
import { tripOf } from './world.ts';

/** Running totals of the sender. */
export interface SendingLog {
  /** Trips whose notification was answered 2xx. */
  accepted: number;
  /** Notifications posted, repeats included. */
  posts: number;
  /** Retries after another answer or none. */
  retries: number;
}

interface Post {
  readonly index: number;
  readonly server: number;
  readonly isFirst: boolean;
}

/** Highest number of concurrent posts. While it is exceeded, the sender's clock stops. */
const MOST_UNDER_WAY = 200;
const TICK_MS = 100;
/** Share of the trips that is sent slowly until `mayEnd`; 20 of 200 last for 100 seconds. */
const SLOW_SHARE = 0.1;
const SLOW_PER_SECOND = 0.2;
const GIVES_UP_AFTER_MS = 8_000;

/**
 * Posts the notification of every trip to either server until it is answered 2xx, as the analytics service does. They are
 * out of order, and some are posted again, at once or later.
 * @param args.ratePerSecond trips a second, as long as the servers keep up
 * @param args.mayEnd whether the last trips may be sent at full rate; until then they are sent one by one, because the
 * receivers whose bad mood is still to come need messages
 */
export async function sendTrips(args: {
  readonly seed: number;
  readonly trips: number;
  readonly ratePerSecond: number;
  readonly urls: readonly string[];
  readonly log: SendingLog;
  readonly signal: AbortSignal;
  readonly mayEnd: () => boolean;
}): Promise<void> {
  const random = randomOf('sender', args.seed);
  const due = new Map<number, Post[]>();
  const underWay = new Set<Promise<void>>();
  const plan = (tick: number, post: Omit<Post, 'server'>): void => {
    const server = Math.floor(random() * args.urls.length);
    due.set(tick, [...(due.get(tick) ?? []), { ...post, server }]);
  };
  let index = 0;
  let tripsDue = 0;
  for (let tick = 0; (index < args.trips || due.size > 0) && !args.signal.aborted; tick += 1) {
    const isSlow = index >= args.trips * (1 - SLOW_SHARE) && !args.mayEnd();
    tripsDue +=
      ((isSlow ? Math.min(SLOW_PER_SECOND, args.ratePerSecond) : args.ratePerSecond) * TICK_MS) / 1000;
    for (; index < Math.min(args.trips, tripsDue); index += 1) {
      const first = tick + 1 + Math.floor(random() * 30);
      plan(first, { index, isFirst: true });
      if (random() < 0.2) plan(first, { index, isFirst: false });
      if (random() < 0.15) plan(first + 10 + Math.floor(random() * 100), { index, isFirst: false });
    }
    for (const post of due.get(tick) ?? []) {
      const doing: Promise<void> = postUntilTaken(args, post).finally(() => underWay.delete(doing));
      underWay.add(doing);
    }
    due.delete(tick);
    await pause(TICK_MS);
    while (underWay.size > MOST_UNDER_WAY) await Promise.race(underWay);
  }
  await Promise.all(underWay);
}

type Sending = Parameters<typeof sendTrips>[0];

async function postUntilTaken(args: Sending, { index, server, isFirst }: Post): Promise<void> {
  const { driverId, tripId } = tripOf(args.seed, index);
  const body = JSON.stringify({
    version: 3,
    type: 'TRIP_SCORED',
    driver_id: driverId,
    trip_id: tripId,
    data: {},
  });
  args.log.posts += 1;
  for (let attempt = 0; !args.signal.aborted; attempt += 1) {
    const url = args.urls[(server + attempt) % args.urls.length]!;
    if (await isTaken(url, body)) {
      if (isFirst) args.log.accepted += 1;
      return;
    }
    args.log.retries += 1;
    await pause(Math.min(200 * 1.5 ** attempt, 2_000));
  }
}

async function isTaken(url: string, body: string): Promise<boolean> {
  try {
    const headers = { 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(GIVES_UP_AFTER_MS);
    const answer = await fetch(url, { method: 'POST', headers, body, signal });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
