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

/** The result of a claim: send the delivery, or leave it. */
export type DeliveryClaim =
  | {
      readonly kind: 'go';
      /** From 1. Every report about the outcome names it. */
      readonly attempt: number;
      readonly delivery: Delivery;
      /** Whether an earlier attempt may have been sent: look it up before sending, where the receiver allows it. */
      readonly afterUnclear: boolean;
      /** Earlier attempts with an unknown outcome. After two without a lookup the delivery ends as `unconfirmed`. */
      readonly unknownOutcomeAttempts: number;
      /** Last time at which an earlier attempt is known to have been at work; null: none was recorded. */
      readonly lastTriedAt: Date | null;
      /** Whether it is marked as a possible duplicate already. */
      readonly possibleRepeat: boolean;
    }
  /** Another attempt holds a claim that is younger than the lease: retry after `retryAfterMs`. */
  | { readonly kind: 'busy'; readonly retryAfterMs: number }
  | { readonly kind: 'settled'; readonly state: Exclude<DeliveryState, 'pending'> }
  | { readonly kind: 'missing' };

/** The facts of a message that was sent. */
export interface Confirmation {
  readonly at: Date;
  /** The receiver's name for it: a message's time stamp, a Message-ID. */
  readonly reference?: Json;
  /** Its subject, or its first line. */
  readonly title?: string;
}

/** The end of an attempt that certainly sent nothing. */
interface Released extends Claimed {
  readonly error: string;
  readonly at: Date;
  /** Attempts in a row that the receiver has refused, and since when; absent: as before. */
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
 * | 3. `renew`, while it takes long | false | another attempt has the delivery: send nothing | as after 1 |
 * | 4. `beginSending`, with `beginsLater` | false | overtaken: send nothing | an unknown outcome, from here on |
 * | 5. send | sent | `confirm` | an open claim, which is unknown after the lease |
 * | | certainly not sent | `release` if a retry may succeed, else `fail` | |
 * | | unknown | `leave`, so that the next attempt finds out | |
 *
 * An attempt that was overtaken by a newer claim can report late. A sent message is always recorded, because it is out; a
 * message that was not sent only makes that outcome known.
 */
export interface Ledger {
  /** Claims a delivery. `leaseMs`: milliseconds for which an open claim excludes other attempts; 0 when absent. */
  claim(args: {
    readonly fleetId: string;
    readonly id: string;
    readonly at: Date;
    readonly leaseMs?: number;
    /** True if nothing is sent before `beginSending`. */
    readonly beginsLater?: boolean;
  }): Promise<DeliveryClaim>;
  /** Begins the lease again. @returns false when the claim is no longer the delivery's open one */
  renew(args: Claimed & { readonly at: Date }): Promise<boolean>;
  /**
   * Begins to send: from here on the receiver may have the message.
   * @returns false when the claim is no longer open: nothing may be sent
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

/** Returns the ledger in the database. */
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

/** Claims a delivery for one attempt. A claim left open by an attempt that may have begun leaves its outcome unknown. */
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
 * Records that an attempt was sent, whichever one and however late. Marks the delivery as a possible duplicate if another
 * attempt was confirmed before or is under way.
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
      // A newer attempt under way keeps its claim: its own report will come, and finds the delivery sent.
      ...(args.attempt === row.attempt ? { claimedAt: null } : {}),
      unknownOutcomeAttempts: row.unknownOutcomeAttempts.filter((attempt) => attempt !== args.attempt),
    });
    if (row.state !== 'pending') await groupAgain(tx, args, args.at);
    await audit(tx, row, { at: args.at, action: 'delivery.sent', possibleRepeat });
  });
}

/** Ends an attempt that certainly sent nothing and is worth another try. */
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

/** Ends a delivery that can never be sent, such as one to a channel that does not exist. */
async function failDelivery(
  db: Db,
  args: Claimed & { readonly reason: string; readonly at: Date },
): Promise<void> {
  await endDelivery(db, { ...args, state: 'failed' });
}

/** Ends a delivery that had two unknown outcomes as `unconfirmed`, which people can see. */
async function endUnconfirmed(
  db: Db,
  args: Claimed & { readonly reason: string; readonly at: Date },
): Promise<void> {
  await endDelivery(db, { ...args, state: 'unconfirmed' });
}

/** Sets a claimed delivery aside until something resumes it, such as an approval. */
async function holdDelivery(
  db: Db,
  args: Claimed & { readonly reason: string; readonly at: Date },
): Promise<void> {
  await endDelivery(db, { ...args, state: 'held' });
}

/** Ends a claimed delivery that is not to be sent after all. */
async function skipDelivery(
  db: Db,
  args: Claimed & { readonly reason: string; readonly at: Date },
): Promise<void> {
  await endDelivery(db, { ...args, state: 'skipped' });
}

/** Ends an attempt whose outcome is not known: the next one may come at once, and does a lookup first. */
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

/** Records that a lookup at the receiver certainly found none of the earlier attempts: their outcome is known. */
async function noteNotSent(db: Db, args: Claimed): Promise<void> {
  await whileCurrent(db, args, { unknownOutcomeAttempts: [] });
}

/** Marks a delivery before it is sent again without a lookup: the receiver may get it twice, and the message says so. */
async function markPossibleRepeat(db: Db, args: Claimed): Promise<void> {
  await whileCurrent(db, args, { possibleRepeat: true });
}
