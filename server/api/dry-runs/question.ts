import type { Json } from '../../../rules/vocabulary/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { simulationAnswer } from '../../../store/trips/index.ts';
import type { SimulationResult } from '../../../workflows/contracts/index.ts';
import { Problem, notNow } from '../../http/index.ts';
import { answerOnWire } from '../http/index.ts';

/** Problems that a question to the analytics service can end in, for the document. */
export const QUESTION_PROBLEMS: Readonly<Record<number, string>> = {
  404: 'No such rule or trip, or another fleet’s token.',
  502: 'The analytics service refuses the API key.',
  503: 'The analytics service, Temporal or the database is away.',
  504: 'No answer in time. It goes on; `simulation` is where the answer will be.',
};

/**
 * The decision that answers a question.
 * @param result how its workflow ended; undefined when it is still at work
 * @throws Problem with clear words when there is no decision
 */
export async function decisionOf(
  db: Db,
  question: { readonly fleetId: string; readonly id: string },
  result: SimulationResult | undefined,
): Promise<Json> {
  if (result && result.outcome !== 'done') throw problemOf(result);
  const kept = await simulationAnswer(db, question);
  if (kept?.finishedAt) return answerOnWire(kept.result);
  if (result)
    throw new Problem(409, result.message ?? 'There is nothing to decide about this trip any more.');
  const simulation = `/api/v1/fleets/${question.fleetId}/simulations/${question.id}`;
  throw new Problem(504, 'No answer in time. It goes on; `simulation` is where the answer will be.', {
    more: { simulation },
  });
}

function problemOf({ outcome, message }: SimulationResult): Problem {
  switch (outcome) {
    case 'no_such_trip':
      return new Problem(404, message ?? 'The analytics service has no such trip of this driver.');
    case 'unauthorised':
      return new Problem(502, message ?? 'The analytics service refuses the API key.');
    case 'unavailable':
    case 'done':
      return notNow(message ?? 'The analytics service does not answer.');
    case 'invalid':
      return new Problem(409, message ?? 'This question cannot be answered.');
  }
}
