import { ApplicationFailure } from '@temporalio/common';
import { digestCaveat } from '../../messages/digests/index.ts';
import type { DigestContent } from '../../messages/digests/index.ts';
import { LINK_KEY_NAME, LINK_VALID_SECONDS, digestLinks } from '../../messages/format/index.ts';
import { instanceKey } from '../../store/db/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { digestRunFacts } from '../../store/digests/index.ts';
import type { ActivityDependencies, DigestToSend } from '../dependencies/index.ts';

/**
 * Returns the content of a digest's delivery.
 * @throws ApplicationFailure when the digest's run is no longer stored or has no content
 */
export async function digestToSend(deps: ActivityDependencies, delivery: Delivery): Promise<DigestToSend> {
  const { fleetId, digestRunId } = delivery;
  const run = digestRunId === null ? undefined : await digestRunFacts(deps.db, { fleetId, id: digestRunId });
  if (!run?.content)
    throw ApplicationFailure.nonRetryable(
      'The content of the digest is no longer stored.',
      'digest_content_unknown',
    );
  const content = run.content as unknown as DigestContent;
  const repeat = digestCaveat({ kind: 'possible_repeat' }, content.language);
  return {
    delivery,
    runId: run.id,
    digestId: run.digestId,
    pageUrl: await pageUrlOf(deps, delivery, run.id),
    content: (possibleRepeat) =>
      possibleRepeat ? { ...content, caveats: [repeat, ...content.caveats] } : content,
  };
}

async function pageUrlOf(
  deps: ActivityDependencies,
  { fleetId: fleet, plannedAt }: Delivery,
  run: string,
): Promise<string> {
  const key = await instanceKey(deps.db, LINK_KEY_NAME);
  // Computes the expiry from the planned time, so that every attempt sends the same link.
  const expires = Math.floor(plannedAt.getTime() / 1000) + LINK_VALID_SECONDS.digest;
  return `${deps.publicUrl}/d/${digestLinks.sign(key, { fleet, run, expires })}`;
}
