import { ApplicationFailure } from '@temporalio/common';
import { digestCaveat } from '../../messages/digests/index.ts';
import type { DigestContent } from '../../messages/digests/index.ts';
import type { Delivery } from '../../store/deliveries/index.ts';
import { digestRunToSend } from '../../store/digests/index.ts';
import type { ActivityDependencies, DigestToSend } from '../dependencies/index.ts';

/**
 * What a digest's delivery says.
 * @throws ApplicationFailure when its run is not stored any more, or says nothing
 */
export async function digestToSend(deps: ActivityDependencies, delivery: Delivery): Promise<DigestToSend> {
  const { fleetId, digestRunId } = delivery;
  const run = digestRunId === null ? undefined : await digestRunToSend(deps.db, { fleetId, id: digestRunId });
  if (!run?.content)
    throw ApplicationFailure.nonRetryable(
      'The content of the digest is no longer stored.',
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
