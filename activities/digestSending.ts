import { digestSchema } from '../rules/digest.ts';
import {
  countDigestMessages,
  moveDigestRun,
  planDigestMessages as enterDigestMessages,
} from '../store/digestDeliveries.ts';
import type { DigestReceiver, DueDigestMessage } from '../store/digestDeliveries.ts';
import {
  forgetDigestDrivers,
  forgetOldDigestDrivers,
  forgetOldDigestPreviews,
} from '../store/digestForgetting.ts';
import { digestRunToSend } from '../store/digestRuns.ts';
import type { DigestRunKey, DigestRunToSend } from '../store/digestRuns.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** Names a run, as workflows do. */
export interface DigestRunInput {
  readonly fleet: string;
  readonly runId: string;
}

/** How long the drivers of a digest that was sent are kept. */
const DRIVERS_KEPT_MS = 35 * 86_400_000;
/** How long a digest that somebody looked at is kept. */
const PREVIEWS_KEPT_MS = 86_400_000;

/** The activities around the sending of a digest: whom it goes to, and how its run ends. */
export function createDigestSending({ db, log, now }: ActivityDependencies) {
  return {
    /** Enters a composed run's messages into the ledger, one a receiver; none of a run that failed. Safe to repeat. */
    async planDigestMessages(input: DigestRunInput): Promise<{ deliveries: readonly DueDigestMessage[] }> {
      const key = keyOf(input);
      const run = await digestRunToSend(db, key);
      if (!run) return { deliveries: [] };
      const { digestId, version } = run;
      const of = { ...key, digestId, version, receivers: receiversOf(run), at: now() };
      return { deliveries: await enterDigestMessages(db, of) };
    },
    /** Ends a run whose messages have all come to an end, and says so where nobody got one. */
    async settleDigestRun(input: DigestRunInput): Promise<void> {
      const key = keyOf(input);
      const counts = await countDigestMessages(db, key);
      const arrived = (counts.sent ?? 0) + (counts.unconfirmed ?? 0);
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
      const reason =
        arrived > 0 ? undefined : total === (counts.unsubscribed ?? 0) ? 'nobody_wants_it' : 'nobody_reached';
      await moveDigestRun(db, { ...key, state: 'done', at: now(), ...(reason !== undefined && { reason }) });
      await forgetOldDigestDrivers(db, {
        fleetId: input.fleet,
        before: new Date(now().getTime() - DRIVERS_KEPT_MS),
      });
      log.info({ ...input, ...counts, reason }, 'digest over');
    },
    /** Ends a run that was only looked at; its drivers are not kept, and what it says for a day. */
    async settleDigestPreview(input: DigestRunInput): Promise<void> {
      const key = keyOf(input);
      const at = now();
      await forgetDigestDrivers(db, key);
      await moveDigestRun(db, { ...key, state: 'done', at });
      await forgetOldDigestPreviews(db, {
        fleetId: input.fleet,
        before: new Date(at.getTime() - PREVIEWS_KEPT_MS),
      });
    },
    /** Ends a run that could not be made. */
    async failDigestRun(input: DigestRunInput & { readonly reason: string }): Promise<void> {
      await moveDigestRun(db, {
        ...keyOf(input),
        state: 'failed',
        reason: input.reason.slice(0, 500),
        at: now(),
      });
      log.error({ fleet: input.fleet, runId: input.runId, reason: input.reason }, 'digest failed');
    },
  };
}

function keyOf({ fleet, runId }: DigestRunInput): DigestRunKey {
  return { fleetId: fleet, id: runId };
}

/** Everybody whom the document names, or those whom somebody asked for; each once, however it is written. */
function receiversOf({ document, onlyTo }: DigestRunToSend): readonly DigestReceiver[] {
  const digest = digestSchema.parse(document);
  const named = onlyTo ?? [...(digest.to ?? []), ...(digest.slack === undefined ? [] : [digest.slack])];
  const once = new Map(named.map((receiver) => [receiver.toLowerCase(), receiver]));
  return [...once.values()].map((receiver) => ({
    action: receiver.includes('@') ? 'email' : 'slack',
    receiver,
  }));
}
