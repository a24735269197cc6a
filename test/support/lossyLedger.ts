import { getDelivery } from '../../store/deliveries/index.ts';
import type { Ledger } from '../../store/deliveries/index.ts';
import type { Db } from '../../store/db/index.ts';

/**
 * A ledger that remembers nothing: every claim is allowed, and no outcome is written down. It stands in for the
 * real one to show that the real one is what keeps deliveries from happening twice.
 */
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
