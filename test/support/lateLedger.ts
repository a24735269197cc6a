import { createLedger, getDelivery } from '../../store/deliveries/index.ts';
import type { Ledger } from '../../store/deliveries/index.ts';
import type { Db } from '../../store/db/index.ts';

/**
 * A ledger without the claim before sending: it writes down what was sent once it is sent, and nothing before. It stands in
 * for the real one to show what the claim is for: who dies in between leaves no doubt behind, and the next one sends again.
 */
export function lateLedger(db: Db): Ledger {
  const real = createLedger(db);
  const forget = (): Promise<void> => Promise.resolve();
  const claimedNow = async <Args extends { readonly fleetId: string; readonly id: string }>(
    args: Args & { readonly at: Date },
  ): Promise<(Args & { readonly at: Date; readonly attempt: number }) | undefined> => {
    const claim = await real.claim({ fleetId: args.fleetId, id: args.id, at: args.at });
    return claim.kind === 'go' ? { ...args, attempt: claim.attempt } : undefined;
  };
  return {
    async claim(args) {
      const delivery = await getDelivery(db, args);
      if (delivery === undefined) return { kind: 'missing' };
      if (delivery.state !== 'pending') return { kind: 'settled', state: delivery.state };
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
    async confirm(args) {
      const claimed = await claimedNow(args);
      if (claimed) await real.confirm(claimed);
    },
    async fail(args) {
      const claimed = await claimedNow(args);
      if (claimed) await real.fail(claimed);
    },
    async skip(args) {
      const claimed = await claimedNow(args);
      if (claimed) await real.skip(claimed);
    },
    async hold(args) {
      const claimed = await claimedNow(args);
      if (claimed) await real.hold(claimed);
    },
    async endUnconfirmed(args) {
      const claimed = await claimedNow(args);
      if (claimed) await real.endUnconfirmed(claimed);
    },
    release: forget,
    leave: forget,
    noteNotSent: forget,
    markPossibleRepeat: forget,
  };
}
