import { normaliseTrip } from '../../analytics/index.ts';
import type { Decision } from '../../rules/evaluation/index.ts';
import type { PublishedCondition, Rule } from '../../rules/lint/index.ts';
import type { JsonObject, Trip } from '../../rules/vocabulary/index.ts';
import { listDeliveries, reopenDelivery } from '../../store/deliveries/index.ts';
import {
  VANISHED,
  claimTrip,
  finishSimulation,
  getSimulation,
  getStoredTrip,
  getTrip,
  getTripPath,
  latestDecision,
  rowKey,
  setTripState,
} from '../../store/trips/index.ts';
import type { ReplayInput, SimulationInput, SimulationResult } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { compileFleetRules, markClock, readTrip, serviceFactsFor } from '../facts/index.ts';
import type { RuleLoader } from '../facts/index.ts';
import { completeByItself } from './assessment.ts';
import type { Settled } from './assessment.ts';
import { decideTrip } from './decide.ts';
import { wouldDecide } from './wouldDecide.ts';

/** Request of a simulation, as stored in its `simulations` row. */
interface Question {
  /** Rules to evaluate; if absent, the fleet's published rules. `version` 0 is a draft. */
  readonly rules?: readonly { readonly id: string; readonly version: number; readonly body: JsonObject }[];
  /** Shared conditions that the rules need; if absent, the published conditions. */
  readonly conditions?: readonly PublishedCondition[];
  readonly driver_id: string;
  readonly trip_id?: string;
  /** Trip in the service's format; if absent, the stored trip. */
  readonly trip?: JsonObject;
}

/** Result of a replay, with the deliveries that are still due. */
interface ReplayOutcome extends Pick<Settled, 'deliveries' | 'releases' | 'asked'> {
  readonly result: SimulationResult;
}

/** Creates the activities that simulate or replay a trip at a person's request. */
export function createSimulations(deps: ActivityDependencies, loadRules: RuleLoader) {
  return {
    /** Decides about a posted or stored trip. Stores nothing except the answer, in the `simulations` row. */
    async simulateTrip(input: SimulationInput): Promise<SimulationResult> {
      const row = await getSimulation(deps.db, { fleetId: input.fleet, id: input.simulationId });
      if (!row) return { outcome: 'invalid', message: 'The request is no longer stored.' };
      // Returns the stored result. An earlier attempt stored it but could not report it; of the request, only the trip's ids are
      // still stored.
      if (row.finishedAt) return { outcome: 'done' };
      const question = row.input as unknown as Question;
      const trip = await tripOf(deps, input.fleet, question);
      if (!trip) return { outcome: 'no_such_trip', message: 'This trip is not stored.' };
      const counting = await loadRules(deps.db, input.fleet);
      const rules = question.rules
        ? compileFleetRules(
            question.rules.map(({ id, version, body }) => ({ id, version, rule: body as unknown as Rule })),
            question.conditions ?? counting.conditions,
            counting.recipients,
          )
        : counting;
      const decision = await wouldDecide(deps, {
        key: { fleet: input.fleet, driverId: trip.driverId, tripId: trip.tripId },
        trip,
        rules,
        isStored: question.trip === undefined,
      });
      await finishSimulation(deps.db, {
        fleetId: input.fleet,
        id: input.simulationId,
        result: decision as unknown as JsonObject,
        at: deps.now(),
      });
      return { outcome: 'done' };
    },

    /**
     * Replays a trip: reads and evaluates it again. With `effects`, stores it as the next revision and returns its due
     * deliveries.
     */
    async replayTrip(input: ReplayInput): Promise<ReplayOutcome> {
      const read = await readTrip(deps, input);
      if (read.kind === 'no_such_trip') return { result: await vanished(deps, input), deliveries: [] };
      // Keeps a deleted trip deleted, even if the service returns it again after another upload or a delay.
      const present = await getTrip(deps.db, rowKey(input));
      if (input.effects && present?.state === 'deleted')
        return { result: await vanished(deps, input), deliveries: [] };
      const rules = await loadRules(deps.db, input.fleet);
      if (!input.effects) {
        const decision = await wouldDecide(deps, { key: input, trip: read.trip, rules });
        await answer(deps, input, decision);
        return { result: { outcome: 'done' }, deliveries: [] };
      }
      await claimTrip(deps.db, { ...rowKey(input), workflowId: `replay by ${input.who}`, at: deps.now() });
      await reopenFailed(deps, input);
      const readings = await serviceFactsFor(deps, { key: input, trip: read.trip, rules, timing: 'now' });
      const settled = await decideTrip(deps, {
        key: input,
        trip: read.trip,
        trigger: 'replay',
        rules,
        readings,
      });
      if (settled.incomplete) await completeByItself(deps, input, `simulation-${input.simulationId}`);
      await answer(deps, input, await latestDecision(deps.db, rowKey(input)));
      const { deliveries, releases, asked } = settled;
      return {
        result: { outcome: 'done' },
        deliveries,
        ...(releases && { releases }),
        ...(asked && { asked }),
      };
    },
  };
}

async function tripOf(
  deps: ActivityDependencies,
  fleet: string,
  question: Question,
): Promise<Trip | undefined> {
  if (question.trip) {
    const trip = normaliseTrip(question.driver_id, question.trip_id, question.trip);
    return markClock(deps, { fleet, driverId: trip.driverId, tripId: trip.tripId }, trip);
  }
  const key = { fleetId: fleet, driverId: question.driver_id, tripId: question.trip_id ?? '' };
  const stored = await getStoredTrip(deps.db, key);
  return stored ? { ...stored, ...(await getTripPath(deps.db, key)) } : undefined;
}

async function answer(
  deps: ActivityDependencies,
  input: ReplayInput,
  decision: Decision | undefined,
): Promise<void> {
  if (decision)
    await finishSimulation(deps.db, {
      fleetId: input.fleet,
      id: input.simulationId,
      result: decision as unknown as JsonObject,
      at: deps.now(),
    });
}

/**
 * Reopens failed deliveries, because a replay sends everything that the ledger does not record as sent. Omits an incident's
 * pages, because its escalation has continued with other recipients.
 */
async function reopenFailed(deps: ActivityDependencies, input: ReplayInput): Promise<void> {
  const { items } = await listDeliveries(deps.db, { ...rowKey(input), state: 'failed', limit: 200 });
  for (const { id } of items.filter(({ incidentId }) => incidentId === null))
    await reopenDelivery(deps.db, { fleetId: input.fleet, id, who: input.who, at: deps.now() });
}

/**
 * Returns the answer for a trip that the service does not have. A trip that was read before is gone. A trip that was never read
 * may still become readable.
 */
async function vanished(deps: ActivityDependencies, input: ReplayInput): Promise<SimulationResult> {
  const present = await getTrip(deps.db, rowKey(input));
  if (input.effects && present?.state === 'decided')
    await setTripState(deps.db, {
      ...rowKey(input),
      state: 'gone',
      reason: VANISHED,
      at: deps.now(),
    });
  if (present?.state === 'deleted')
    return {
      outcome: 'no_such_trip',
      message: 'Tripline has deleted this trip; its snapshot remains stored.',
    };
  return {
    outcome: 'no_such_trip',
    message: present?.storedAt
      ? 'The service no longer has this trip.'
      : 'The service does not have this trip (yet).',
  };
}
