import { ApplicationFailure } from '@temporalio/common';
import { digestCaveat } from '../messages/digest/caveats.ts';
import type { DigestContent } from '../messages/digest/content.ts';
import type { Delivery } from '../store/deliveries.ts';
import { digestRunToSend } from '../store/digestRuns.ts';
import type { Carrier } from './claimedDelivery.ts';
import { connectionsOf } from './dependencies.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { createDigestMail } from './digestMail.ts';
import { digestSlackCarrier, digestToSlackOutbox } from './digestSlackCarrier.ts';

/** A digest's delivery, and what its run says. */
export interface DigestToSend {
  readonly delivery: Delivery;
  readonly runId: string;
  readonly digestId: string;
  /** The content for this attempt: one that may be a repeat says so. */
  content(possibleRepeat: boolean): DigestContent;
}

/** How a digest goes to a receiver, by channel. */
export function createDigestCarriers(deps: ActivityDependencies) {
  const mail = createDigestMail(deps);
  return {
    /** To a Slack channel, or into the outbox when the fleet has no Slack app. */
    async slack(delivery: Delivery): Promise<Carrier> {
      const digest = await digestToSend(deps, delivery);
      const { slack } = connectionsOf(deps, delivery.fleetId);
      return slack ? digestSlackCarrier(deps, { slack, digest }) : digestToSlackOutbox(deps, digest);
    },
    /** To one address, or into the outbox when no mail server is configured. */
    async email(delivery: Delivery): Promise<Carrier> {
      return mail(await digestToSend(deps, delivery));
    },
  };
}

/** @throws ApplicationFailure when its run is not kept any more, or says nothing */
async function digestToSend(deps: ActivityDependencies, delivery: Delivery): Promise<DigestToSend> {
  const { fleetId, digestRunId } = delivery;
  const run = digestRunId === null ? undefined : await digestRunToSend(deps.db, { fleetId, id: digestRunId });
  if (!run?.content)
    throw ApplicationFailure.nonRetryable(
      'What the digest says is no longer kept.',
      'digest_content_unknown',
    );
  const content = run.content as unknown as DigestContent;
  const repeat = digestCaveat({ kind: 'possible_repeat' }, content.language);
  return {
    ...{ delivery, runId: run.id, digestId: run.digestId },
    content: (possibleRepeat) =>
      possibleRepeat ? { ...content, caveats: [repeat, ...content.caveats] } : content,
  };
}
