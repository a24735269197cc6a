import { createLedger, getDelivery } from '../../../store/deliveries/index.ts';
import type { Ledger } from '../../../store/deliveries/index.ts';
import type { Db } from '../../../store/db/index.ts';

/** A ledger that allows every claim and records no outcome: with it, deliveries happen twice. */
export function lossyLedger(db: Db): Ledger {
  const forget = (): Promise<void> => Promise.resolve();
  return {
    claim: async (args) => {
      const delivery = await getDelivery(db, args);
      if (delivery === undefined) return { kind: 'missing' };
      return {
        kind: 'go',
        attempt: 1,
        delivery,
        afterUnclear: false,
        unknownOutcomeAttempts: 0,
        lastTriedAt: null,
        possibleRepeat: false,
      };
    },
    renew: () => Promise.resolve(true),
    beginSending: () => Promise.resolve(true),
    confirm: forget,
    release: forget,
    fail: forget,
    leave: forget,
    noteNotSent: forget,
    markPossibleRepeat: forget,
    endUnconfirmed: forget,
    hold: forget,
    skip: forget,
  };
}

/** A ledger that records an outcome once a message is sent, and nothing before: after a crash in between, it is sent again. */
export function lateLedger(db: Db): Ledger {
  const real = createLedger(db);
  const lossy = lossyLedger(db);
  /** Records an outcome under a claim that it makes only now. */
  const late =
    <Args extends { readonly fleetId: string; readonly id: string; readonly at: Date }>(
      record: (args: Args & { readonly attempt: number }) => Promise<unknown>,
    ) =>
    async (args: Args): Promise<void> => {
      const claim = await real.claim({ fleetId: args.fleetId, id: args.id, at: args.at });
      if (claim.kind === 'go') await record({ ...args, attempt: claim.attempt });
    };
  return {
    ...lossy,
    async claim(args) {
      const claim = await lossy.claim(args);
      if (claim.kind !== 'go' || claim.delivery.state === 'pending') return claim;
      return { kind: 'settled', state: claim.delivery.state };
    },
    confirm: late((args) => real.confirm(args)),
    fail: late((args) => real.fail(args)),
    skip: late((args) => real.skip(args)),
    hold: late((args) => real.hold(args)),
    endUnconfirmed: late((args) => real.endUnconfirmed(args)),
  };
}
