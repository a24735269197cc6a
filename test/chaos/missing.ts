import type { ListedDelivery } from './api.ts';
import type { Attempts } from './attempts.ts';
import type { Causes } from './causes.ts';
import { evidenceOf } from './evidence.ts';
import type { DoneFault } from './evidence.ts';
import { DELETION } from './oracle.ts';
import type { Documents } from './oracle.ts';
import type { Missing } from './report.ts';
import type { ChaosStack } from './stack.ts';
import type { Tally } from './tally.ts';
import { fullDriverId } from './world.ts';

const MISSING_LOOKED_UP = 200;

/**
 * Looks up the deliveries of messages that did not arrive. A missing message is excused only if its delivery is unconfirmed
 * and `Causes.ofUnconfirmed` finds attempts with unknown outcomes.
 * @param args.began when the run began, in milliseconds since 1970
 */
export async function lookUpMissing(
  stack: Pick<ChaosStack, 'api' | 'changesOf'>,
  args: {
    readonly tally: Tally;
    readonly causes: Causes;
    readonly attempts: Attempts;
    readonly faults: readonly DoneFault[];
    readonly documents: Documents;
    readonly began: number;
  },
): Promise<Missing[]> {
  const found: Missing[] = [];
  for (const key of args.tally.missing()) {
    const [receiver, driver] = key.split(' ') as [string, string];
    const mine =
      found.length < MISSING_LOOKED_UP
        ? await stack.api.deliveries({ driver_id: fullDriverId(driver) }).catch(() => [])
        : [];
    const detail = mine.find((each) => isFor(receiver, each, args.documents));
    const changes = detail ? await stack.changesOf(detail.id).catch(() => []) : [];
    found.push({
      receiver,
      driver,
      state: detail?.state ?? 'never planned',
      ...(detail && { detail }),
      ...settleMissing(key, detail, args),
      evidence: evidenceOf(key, { ...args, changes }),
    });
  }
  return found;
}

function settleMissing(
  key: string,
  detail: ListedDelivery | undefined,
  { causes, began }: { readonly causes: Causes; readonly began: number },
): Pick<Missing, 'isExcused' | 'why'> {
  if (detail?.state !== 'unconfirmed') return { isExcused: false, why: [] };
  return causes.ofUnconfirmed(key, { from: began, to: Date.parse(detail.at) });
}

/** Whether a delivery is for a receiver. Identifies webhooks by rule and kind, because the API shows only their host. */
function isFor(receiver: string, delivery: ListedDelivery, documents: Documents): boolean {
  if (receiver === DELETION) return delivery.receiver === 'trip';
  if (!receiver.startsWith('/')) return delivery.receiver === receiver;
  if (delivery.action !== 'webhook') return false;
  const alerting = documents.rules.filter(({ actions }) =>
    actions.some(({ url }) => url?.endsWith(receiver)),
  );
  if (alerting.length === 0) return delivery.kind === 'incident_page';
  return delivery.kind === 'alert' && alerting.some(({ id }) => id === delivery.rule);
}
