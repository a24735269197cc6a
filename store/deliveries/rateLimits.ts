import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/index.ts';

/**
 * A receiver with its own rate limit. `channel` is a Slack channel as a rule or policy writes it, or a key from `rateLimitKeyOf`.
 */
interface Channel {
  readonly fleetId: string;
  readonly channel: string;
}

/**
 * Returns the rate limit key of an e-mail address: a hash, so that no personal data is stored. No Slack channel has such a name.
 */
export function rateLimitKeyOf(address: string): string {
  return `mail:${createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 32)}`;
}

/** Rate limit of one channel or address. */
export interface RateLimit {
  /** Milliseconds between two messages in the long run. */
  readonly everyMs: number;
  /** Number of messages that may be sent at once after a quiet time. */
  readonly burst: number;
  /** Maximum number of milliseconds for which a slot may be booked ahead. */
  readonly mostAheadMs: number;
}

/** A request for a slot: its channel, its time and the rate limit. */
interface SlotRequest extends Channel {
  readonly at: Date;
  readonly rateLimit: RateLimit;
}

/**
 * Books the next slot in a channel, for all workers together.
 * @returns `waitMs`: milliseconds until the booked slot. Or `busyMs` if no slot was booked: milliseconds until a retry is
 * worthwhile.
 */
export async function bookSlot(
  db: Db,
  asked: SlotRequest,
): Promise<{ readonly waitMs: number } | { readonly busyMs: number }> {
  const { at, rateLimit } = asked;
  const booked = await book(db, asked);
  if ('busyMs' in booked) return { busyMs: Math.max(rateLimit.everyMs, booked.busyMs) };
  return { waitMs: Math.max(0, booked.slotAt - at.getTime(), pauseMs(booked.pausedUntil, at)) };
}

/**
 * Acquires a slot for an address now if one is free, for all workers together. Books no later slot.
 * @returns `isLast`: whether no other slot is free now. Or `busyMs` if no slot was free: milliseconds until the next one.
 */
export async function acquireFreeSlot(
  db: Db,
  asked: SlotRequest,
): Promise<{ readonly isLast: boolean } | { readonly busyMs: number }> {
  const booked = await book(db, { ...asked, rateLimit: { ...asked.rateLimit, mostAheadMs: 0 } });
  if ('busyMs' in booked) return booked;
  return { isLast: booked.slotAt + asked.rateLimit.everyMs > asked.at.getTime() };
}

/**
 * Books a slot.
 * @returns `slotAt`: the slot's time in milliseconds since 1970. A past time means that the slot can be used at once.
 */
async function book(
  db: Db,
  asked: SlotRequest,
): Promise<{ readonly slotAt: number; readonly pausedUntil: Date | null } | { readonly busyMs: number }> {
  const { fleetId, channel, at, rateLimit } = asked;
  const toleranceMs = rateLimit.everyMs * (rateLimit.burst - 1);
  const ahead = new Date(at.getTime() + rateLimit.mostAheadMs);
  const limit = new Date(ahead.getTime() + toleranceMs);
  const booked = await db
    .insertInto('rateLimits')
    .values({ fleetId, key: channel, bookedUntil: new Date(at.getTime() + rateLimit.everyMs) })
    .onConflict((conflict) =>
      conflict
        .columns(['fleetId', 'key'])
        .doUpdateSet({ bookedUntil: oneMore(asked) })
        .where('rateLimits.bookedUntil', '<=', limit)
        .where(sql<boolean>`coalesce(rate_limits.paused_until <= ${ahead}, true)`),
    )
    .returning(['bookedUntil', 'pausedUntil'])
    .executeTakeFirst();
  if (booked) {
    const slotAt = booked.bookedUntil.getTime() - rateLimit.everyMs - toleranceMs;
    return { slotAt, pausedUntil: booked.pausedUntil };
  }
  const held = await db
    .selectFrom('rateLimits')
    .select(['bookedUntil', 'pausedUntil'])
    .where((where) => where.and({ fleetId, key: channel }))
    .executeTakeFirst();
  // An erasure has removed the row since the insert failed.
  if (!held) return { busyMs: 0 };
  const { bookedUntil, pausedUntil } = held;
  const bookedMs = bookedUntil.getTime() - toleranceMs - at.getTime();
  return { busyMs: Math.max(bookedMs, pauseMs(pausedUntil, at)) };
}

/**
 * Acquires a slot at once, ahead of all waiting messages, because a page is urgent. The other messages move back by one slot.
 * @returns `waitMs`: greater than 0 only while Slack itself has requested a pause
 */
export async function acquireSlotNow(db: Db, asked: SlotRequest): Promise<{ readonly waitMs: number }> {
  const { fleetId, channel, at, rateLimit } = asked;
  const { pausedUntil } = await db
    .insertInto('rateLimits')
    .values({ fleetId, key: channel, bookedUntil: new Date(at.getTime() + rateLimit.everyMs) })
    .onConflict((conflict) =>
      conflict.columns(['fleetId', 'key']).doUpdateSet({ bookedUntil: oneMore(asked) }),
    )
    .returning('pausedUntil')
    .executeTakeFirstOrThrow();
  return { waitMs: pauseMs(pausedUntil, at) };
}

/** Gives back a booked slot that is not needed, so that later messages are sent sooner. */
export async function returnSlot(db: Db, { fleetId, channel, at, rateLimit }: SlotRequest): Promise<void> {
  await db
    .updateTable('rateLimits')
    .set({
      bookedUntil: sql<Date>`greatest(${at}, booked_until - ${rateLimit.everyMs} * interval '1 millisecond')`,
    })
    .where((where) => where.and({ fleetId, key: channel }))
    .where('bookedUntil', '>', at)
    .execute();
}

/** Pauses all messages to a channel for a while, because Slack requested it. */
export async function pauseChannel(
  db: Db,
  args: Channel & { readonly until: Date; readonly rateLimit: RateLimit },
): Promise<void> {
  const { fleetId, channel, until: pausedUntil, rateLimit } = args;
  // After a pause, messages follow at the normal pace: the burst is used up.
  const bookedUntil = new Date(pausedUntil.getTime() + rateLimit.everyMs * (rateLimit.burst - 1));
  await db
    .insertInto('rateLimits')
    .values({ fleetId, key: channel, bookedUntil, pausedUntil })
    .onConflict((conflict) =>
      conflict.columns(['fleetId', 'key']).doUpdateSet({
        bookedUntil: sql<Date>`greatest(rate_limits.booked_until, ${bookedUntil})`,
        pausedUntil: sql<Date>`greatest(rate_limits.paused_until, ${pausedUntil})`,
      }),
    )
    .execute();
}

/**
 * Removes the slots of addresses, and all expired slots of the fleet. An expired slot has no effect. Its removal deletes the hash
 * of an address that was used earlier.
 */
export async function removeSlots(
  db: Db,
  args: { readonly fleetId: string; readonly addresses: readonly string[]; readonly at: Date },
): Promise<void> {
  const keys = args.addresses.map(rateLimitKeyOf);
  await sql`
    delete from rate_limits where fleet_id = ${args.fleetId}
      and (key = any(${keys}::text[]) or greatest(booked_until, paused_until) <= ${args.at})`.execute(db);
}

function oneMore({ at, rateLimit }: Pick<SlotRequest, 'at' | 'rateLimit'>) {
  return sql<Date>`greatest(rate_limits.booked_until, ${at}) + ${rateLimit.everyMs} * interval '1 millisecond'`;
}

function pauseMs(pausedUntil: Date | null, at: Date): number {
  return Math.max(0, (pausedUntil?.getTime() ?? 0) - at.getTime());
}
