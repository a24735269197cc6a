import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** A Slack channel, as a rule or a policy writes it. */
interface Channel {
  readonly fleetId: string;
  readonly channel: string;
}

/** How fast messages may follow each other in one channel. */
export interface Pace {
  /** Milliseconds from one message to the next in the long run; 0: no pace is kept. */
  readonly everyMs: number;
  /** How many may go at once after a quiet time. */
  readonly burst: number;
  /** Nobody books a turn further ahead than this. */
  readonly mostAheadMs: number;
}

/**
 * Books the next turn in a channel, for all workers together.
 * @returns `waitMs` until the turn that was booked; `busyMs` when none was, and when it is worth asking again
 */
export async function bookTurn(
  db: Db,
  args: Channel & { readonly at: Date; readonly pace: Pace },
): Promise<{ readonly waitMs: number } | { readonly busyMs: number }> {
  const { fleetId, channel, at, pace } = args;
  const toleranceMs = pace.everyMs * (pace.burst - 1);
  const limit = new Date(at.getTime() + toleranceMs + pace.mostAheadMs);
  const booked = await db
    .insertInto('slackPace')
    .values({ fleetId, channel, bookedUntil: new Date(at.getTime() + pace.everyMs) })
    .onConflict((conflict) =>
      conflict
        .columns(['fleetId', 'channel'])
        .doUpdateSet({
          bookedUntil: sql<Date>`greatest(slack_pace.booked_until, ${at}) + ${pace.everyMs} * interval '1 millisecond'`,
        })
        .where('slackPace.bookedUntil', '<=', limit),
    )
    .returning('bookedUntil')
    .executeTakeFirst();
  if (booked) {
    const turn = booked.bookedUntil.getTime() - pace.everyMs - toleranceMs;
    return { waitMs: Math.max(0, turn - at.getTime()) };
  }
  const row = await db
    .selectFrom('slackPace')
    .select('bookedUntil')
    .where((where) => where.and({ fleetId, channel }))
    .executeTakeFirstOrThrow();
  return { busyMs: Math.max(pace.everyMs, row.bookedUntil.getTime() - toleranceMs - at.getTime()) };
}

/** Lets nobody into a channel for a while, because Slack asked for it. */
export async function pauseChannel(
  db: Db,
  args: Channel & { readonly until: Date; readonly pace: Pace },
): Promise<void> {
  const { fleetId, channel, until, pace } = args;
  // A burst is not owed after a pause.
  const bookedUntil = new Date(until.getTime() + pace.everyMs * (pace.burst - 1));
  await db
    .insertInto('slackPace')
    .values({ fleetId, channel, bookedUntil })
    .onConflict((conflict) =>
      conflict
        .columns(['fleetId', 'channel'])
        .doUpdateSet({ bookedUntil })
        .where('slackPace.bookedUntil', '<', bookedUntil),
    )
    .execute();
}
