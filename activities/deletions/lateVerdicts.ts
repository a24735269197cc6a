import { lateDecision } from '../../messages/deletion/index.ts';
import { getDeletion, requestInstead } from '../../store/deletions/index.ts';
import type { DeletionPress } from '../../workflows/contracts/index.ts';
import { deletionOnMessage } from './message.ts';
import { connectionsOf } from '../connections/index.ts';
import type { ActivityDependencies } from '../connections/index.ts';
import { retryLater } from '../failures/index.ts';

/** After this a word about an old press only confuses. */
const WORTH_TELLING_MS = 60 * 60_000;

/** Activities for those who press on a question about a deletion that is answered. */
export function createLateDecisionReplies(deps: ActivityDependencies) {
  return {
    /**
     * Tells whoever pressed too late, where only they see it, how the deletion stands. A courtesy: after an hour it is dropped.
     * @throws ApplicationFailure (worth a retry) while Slack surely did not take it
     */
    async tellLatePress(input: DeletionPress): Promise<void> {
      const { fleet: fleetId, deletionId, channelId, userId } = input;
      const { slack, name, timezone } = connectionsOf(deps, fleetId);
      if (!slack || channelId === undefined || userId === undefined) return;
      if (deps.now().getTime() - Date.parse(input.pressedAt) > WORTH_TELLING_MS) return;
      const row = await getDeletion(deps.db, { fleetId, id: deletionId });
      if (!row) return;
      const deletion = await deletionOnMessage(deps, row);
      const instead = await requestInstead(deps.db, row);
      const fleet = { id: fleetId, name, timezone };
      const words = lateDecision({ deletion, fleet, ...(instead && { insteadId: instead.id }) });
      const result = await slack.whisper({ channelId, userId, ...words });
      if (result.kind === 'not_sent') retryLater('late_press_not_told', result.reason, result.afterMs);
    },
  };
}
