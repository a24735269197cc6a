import type { Json } from '../../rules/vocabulary/index.ts';
import { inTransaction } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import {
  audit,
  errorOf,
  isCurrent,
  locked,
  endDelivery,
  update,
  wasClaimed,
  whileCurrent,
} from './changeClaimed.ts';
import type { Claimed } from './changeClaimed.ts';
import type { Delivery, DeliveryState } from './deliveries.ts';
import { groupAgain } from './grouped.ts';

/** The result of a claim: `go` to send the delivery, otherwise the reason not to send it. */
export type DeliveryClaim =
  | {
      readonly kind: 'go';
      /** Number of the attempt, from 1. Every report about the outcome includes it. */
      readonly attempt: number;
      readonly delivery: Delivery;
      /**
       * Whether an earlier attempt may have been sent. The attempt must then look the message up before sending, if the channel
       * allows lookups.
       */
      readonly afterUnclear: boolean;
      /** Number of earlier attempts with an unknown outcome. After two without a lookup, the delivery ends as `unconfirmed`. */
      readonly unknownOutcomeAttempts: number;
      /** Last time at which an earlier attempt is known to have been at work. Null if none was recorded. */
      readonly lastTriedAt: Date | null;
      /** Whether the delivery is already marked as a possible duplicate. */
      readonly possibleRepeat: boolean;
    }
  /** Another attempt's claim is younger than the lease. Retry after `retryAfterMs`. */
  | { readonly kind: 'busy'; readonly retryAfterMs: number }
  | { readonly kind: 'settled'; readonly state: Exclude<DeliveryState, 'pending'> }
  | { readonly kind: 'missing' };

/** The facts about a message that was sent. */
export interface Confirmation {
  readonly at: Date;
  /** The receiver's identifier of the message: a Slack time stamp or a Message-ID, for example. */
  readonly reference?: Json;
  /** The message's subject or first line. */
  readonly title?: string;
}

/** Report of an attempt that certainly sent nothing. */
interface Released extends Claimed {
  readonly error: string;
  readonly at: Date;
  /** Number of attempts in a row that the receiver has refused, and the time of the first. Absent: the stored values stay. */
  readonly refused?: { readonly count: number; readonly since: Date | null };
}

/**
 * The operations on the ledger that deliver a message. The steps of one attempt:
 *
 * | step | result | then | a worker that dies here leaves |
 * |---|---|---|---|
 * | 1. `claim` | `go` | step 2; otherwise the attempt ends | an unknown outcome; nothing with `beginsLater` |
 * | 2. look up, after an unknown outcome | found | `confirm` | as after 1 |
 * | | certainly absent | `noteNotSent`, step 3 | |
 * | | no lookup, second unknown outcome | `endUnconfirmed` | |
 * | | no lookup, first unknown outcome | `markPossibleRepeat`, step 3 | |
 * | 3. `renew`, while the attempt takes long | false | another attempt has the delivery: send nothing | as after 1 |
 * | 4. `beginSending`, with `beginsLater` | false | overtaken: send nothing | an unknown outcome, from here on |
 * | 5. send | sent | `confirm` | an open claim, whose outcome is unknown after the lease |
 * | | certainly not sent | `release` if a retry may succeed, else `fail` | |
 * | | unknown | `leave`, so that the next attempt finds out | |
 *
 * An attempt that was overtaken by a newer claim may report late. If it was sent, this is always recorded, because the receiver
 * has the message. If it was not sent, only its unknown outcome is settled.
 */
export interface Ledger {
  /** Claims a delivery. `leaseMs` is the time in milliseconds for which an open claim excludes other attempts. Default: 0. */
  claim(args: {
    readonly fleetId: string;
    readonly id: string;
    readonly at: Date;
    readonly leaseMs?: number;
    /** True if the attempt calls `beginSending` before it sends anything. */
    readonly beginsLater?: boolean;
  }): Promise<DeliveryClaim>;
  /**
   * Renews the lease.
   * @returns false when the claim is no longer the delivery's open one
   */
  renew(args: Claimed & { readonly at: Date }): Promise<boolean>;
  /**
   * Records that sending begins. From then on the receiver may have the message.
   * @returns false when the claim is no longer open, so that nothing may be sent
   */
  beginSending(args: Claimed & { readonly at: Date }): Promise<boolean>;
  confirm(args: Claimed & Confirmation): Promise<void>;
  release(args: Released): Promise<void>;
  fail(args: Claimed & { readonly reason: string; readonly at: Date }): Promise<void>;
  leave(args: Claimed & { readonly error: string; readonly at: Date }): Promise<void>;
  noteNotSent(args: Claimed): Promise<void>;
  markPossibleRepeat(args: Claimed): Promise<void>;
  endUnconfirmed(args: Claimed & { readonly reason: string; readonly at: Date }): Promise<void>;
  hold(args: Claimed & { readonly reason: string; readonly at: Date }): Promise<void>;
  skip(args: Claimed & { readonly reason: string; readonly at: Date }): Promise<void>;
}

/** Returns the ledger that is stored in the database. */
export function createLedger(db: Db): Ledger {
  return {
    claim: (args) => claimDelivery(db, args),
    renew: (args) => whileCurrent(db, args, { claimedAt: args.at }),
    beginSending: (args) => whileCurrent(db, args, { claimedAt: args.at, unsentAttempt: null }),
    confirm: (args) => confirmDelivery(db, args),
    release: (args) => releaseDelivery(db, args),
    fail: (args) => failDelivery(db, args),
    leave: (args) => keepUnknownOutcome(db, args),
    noteNotSent: (args) => noteNotSent(db, args),
    markPossibleRepeat: (args) => markPossibleRepeat(db, args),
    endUnconfirmed: (args) => endUnconfirmed(db, args),
    hold: (args) => holdDelivery(db, args),
    skip: (args) => skipDelivery(db, args),
  };
}

/**
 * Claims a delivery for one attempt. If an earlier claim is still open and its attempt may have begun to send, that attempt's
 * outcome becomes unknown.
 */
async function claimDelivery(db: Db, args: Parameters<Ledger['claim']>[0]): Promise<DeliveryClaim> {
  return inTransaction(db, async (tx) => {
    const row = await locked(tx, args);
    if (row === undefined) return { kind: 'missing' };
    if (row.state !== 'pending') return { kind: 'settled', state: row.state };
    const freeAt = row.claimedAt === null ? 0 : row.claimedAt.getTime() + (args.leaseMs ?? 0);
    if (freeAt > args.at.getTime()) return { kind: 'busy', retryAfterMs: freeAt - args.at.getTime() };
    const hasBegun = row.claimedAt !== null && row.unsentAttempt !== row.attempt;
    const unclear = hasBegun ? [...row.unknownOutcomeAttempts, row.attempt] : row.unknownOutcomeAttempts;
    const attempt = row.attempt + 1;
    const unsentAttempt = args.beginsLater ? attempt : null;
    const claim = { attempt, claimedAt: args.at, unknownOutcomeAttempts: unclear, unsentAttempt };
    await update(tx, args, claim);
    return {
      kind: 'go',
      attempt: claim.attempt,
      delivery: { ...row, ...claim },
      afterUnclear: unclear.length > 0,
      unknownOutcomeAttempts: unclear.length,
      lastTriedAt: row.claimedAt ?? row.lastErrorAt,
      possibleRepeat: row.possibleRepeat,
    };
  });
}

/**
 * Records that an attempt was sent, even if the report is late or from an earlier attempt. Marks the delivery as a possible
 * duplicate if another attempt was confirmed before or is under way.
 */
async function confirmDelivery(db: Db, args: Claimed & Confirmation): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await locked(tx, args);
    if (row === undefined || !wasClaimed(row, args) || row.sentAttempt === args.attempt) return;
    const isTwice = row.state === 'sent' || (args.attempt < row.attempt && row.claimedAt !== null);
    const possibleRepeat = row.possibleRepeat || isTwice;
    if (row.state === 'sent') return update(tx, args, { possibleRepeat });
    await update(tx, args, {
      state: 'sent',
      reason: null,
      settledAt: args.at,
      sentAttempt: args.attempt,
      possibleRepeat,
      ...(args.reference === undefined ? {} : { reference: args.reference }),
      ...(args.title === undefined ? {} : { title: args.title }),
      // A newer attempt that is under way keeps its claim. It will report its own outcome, and find the delivery sent.
      ...(args.attempt === row.attempt ? { claimedAt: null } : {}),
      unknownOutcomeAttempts: row.unknownOutcomeAttempts.filter((attempt) => attempt !== args.attempt),
    });
    if (row.state !== 'pending') await groupAgain(tx, args, args.at);
    await audit(tx, row, { at: args.at, action: 'delivery.sent', possibleRepeat });
  });
}

/** Ends an attempt that certainly sent nothing, so that the delivery can be retried. */
async function releaseDelivery(db: Db, args: Released): Promise<void> {
  const { refused } = args;
  await inTransaction(db, async (tx) => {
    const row = await locked(tx, args);
    if (row === undefined || !wasClaimed(row, args)) return;
    if (isCurrent(row, args))
      return update(tx, args, {
        claimedAt: null,
        ...errorOf(args),
        ...(refused && { refusals: refused.count, refusedSince: refused.since }),
      });
    const unknownOutcomeAttempts = row.unknownOutcomeAttempts.filter((attempt) => attempt !== args.attempt);
    if (unknownOutcomeAttempts.length < row.unknownOutcomeAttempts.length)
      await update(tx, args, { unknownOutcomeAttempts });
  });
}

/** Ends a delivery as failed because it can never be sent: its channel does not exist, for example. */
async function failDelivery(
  db: Db,
  args: Claimed & { readonly reason: string; readonly at: Date },
): Promise<void> {
  await endDelivery(db, { ...args, state: 'failed' });
}

/** Ends a delivery as `unconfirmed` after two unknown outcomes. People can see this state. */
async function endUnconfirmed(
  db: Db,
  args: Claimed & { readonly reason: string; readonly at: Date },
): Promise<void> {
  await endDelivery(db, { ...args, state: 'unconfirmed' });
}

/** Holds a claimed delivery until an event such as an approval releases it. */
async function holdDelivery(
  db: Db,
  args: Claimed & { readonly reason: string; readonly at: Date },
): Promise<void> {
  await endDelivery(db, { ...args, state: 'held' });
}

/** Skips a claimed delivery that is not sent after all. */
async function skipDelivery(
  db: Db,
  args: Claimed & { readonly reason: string; readonly at: Date },
): Promise<void> {
  await endDelivery(db, { ...args, state: 'skipped' });
}

/** Ends an attempt with an unknown outcome. The next attempt may follow at once, and does a lookup first. */
async function keepUnknownOutcome(
  db: Db,
  args: Claimed & { readonly error: string; readonly at: Date },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await locked(tx, args);
    if (row === undefined || !isCurrent(row, args)) return;
    const unknownOutcomeAttempts = [...row.unknownOutcomeAttempts, args.attempt];
    await update(tx, args, { claimedAt: null, unknownOutcomeAttempts, ...errorOf(args) });
  });
}

/** Records that a lookup found no earlier attempt's message at the receiver. These attempts' outcome is then known: not sent. */
async function noteNotSent(db: Db, args: Claimed): Promise<void> {
  await whileCurrent(db, args, { unknownOutcomeAttempts: [] });
}

/**
 * Marks a delivery as a possible duplicate before it is sent again without a lookup. The message says that it may arrive twice.
 */
async function markPossibleRepeat(db: Db, args: Claimed): Promise<void> {
  await whileCurrent(db, args, { possibleRepeat: true });
}
