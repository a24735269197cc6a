import { shownMessages } from '../../store/incidents/index.ts';
import type { ShownAbout } from '../../store/incidents/index.ts';
import { connectionsOf } from '../connections/index.ts';
import type { ActivityDependencies } from '../connections/index.ts';
import { retryLater } from '../failures/index.ts';
import type { SendResult } from '../failures/index.ts';
import { replyToLateAnswers } from './lateOnes.ts';
import { showNewest } from './shownMessage.ts';

/** Activities that bring messages which were sent up to date, in place. Safe to repeat. */
export function createRefreshers(deps: ActivityDependencies) {
  return {
    /**
     * Lets every Slack page of an incident show who has it now, and tells those whose press came too late.
     * @returns how many messages were changed
     * @throws ApplicationFailure (worth a retry, after the time that Slack asks for) when some could not be updated now
     */
    async refreshIncidentMessages(input: { fleet: string; incidentId: string }): Promise<number> {
      const about = { fleetId: input.fleet, incidentId: input.incidentId };
      const later = new Later();
      const updated = await refresh(deps, about, later);
      const unsaid = later.isLimited ? undefined : await replyToLateAnswers(deps, about);
      if (unsaid) later.note(unsaid);
      later.throwWhenDue();
      return updated;
    },

    /**
     * Lets every Slack message that asks for a deletion show what was decided.
     * @returns how many messages were changed
     * @throws ApplicationFailure (worth a retry, after the time that Slack asks for) when some could not be updated now
     */
    async refreshDeletionRequest(input: { fleet: string; deletionId: string }): Promise<number> {
      const later = new Later();
      const updated = await refresh(deps, { fleetId: input.fleet, deletionId: input.deletionId }, later);
      later.throwWhenDue();
      return updated;
    },
  };
}

/** What could not be updated now. */
class Later {
  #reason: string | undefined;
  #afterMs: number | undefined;

  /** Slack asked for a pause: it holds for every further update. */
  get isLimited(): boolean {
    return this.#afterMs !== undefined;
  }

  note(result: Extract<SendResult, { kind: 'not_sent' | 'unclear' }>): void {
    this.#reason ??= result.reason;
    if (result.afterMs !== undefined) this.#afterMs = Math.max(this.#afterMs ?? 0, result.afterMs);
  }

  throwWhenDue(): void {
    if (this.#reason !== undefined) retryLater('messages_not_updated', this.#reason, this.#afterMs);
  }
}

/** One that cannot be updated stops no other; only when Slack asks for a pause the rest waits for the next try. */
async function refresh(deps: ActivityDependencies, about: ShownAbout, later: Later): Promise<number> {
  const { fleetId } = about;
  const { slack } = connectionsOf(deps, fleetId);
  let updated = 0;
  for (const { id } of await shownMessages(deps.db, about)) {
    const result = await showNewest(deps, { fleetId, id, slack });
    if (result.kind === 'sent') updated += 1;
    if (result.kind === 'refused')
      deps.log.warn({ fleet: fleetId, delivery: id, reason: result.reason }, 'message not updated');
    if (result.kind === 'not_sent' || result.kind === 'unclear') later.note(result);
    if (later.isLimited) break;
  }
  return updated;
}
