import * as z from 'zod';
import { messageOf, sentence } from '../../../rules/documents/index.ts';
import { worded } from '../../../messages/language/index.ts';
import type { Language, TextKey, Worded } from '../../../messages/language/index.ts';
import type { Json, JsonObject } from '../../../rules/vocabulary/index.ts';
import type { Decision } from '../../../rules/evaluation/index.ts';
import { LONGEST_ID, isStorableId } from '../../../store/db/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { publishedDocuments } from '../../../store/documents/index.ts';
import {
  createSimulation,
  dropSimulation,
  simulationAnswer,
  tidySimulations,
} from '../../../store/trips/index.ts';
import type { SimulationResult } from '../../../workflows/contracts/index.ts';
import { Problem, notNow, tooManyRequests } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { LARGEST_NOTIFICATION_BYTES } from '../../webhooks/index.ts';
import {
  LARGEST_API_BODY_BYTES,
  MOST_VALUES,
  decisionOnWire,
  decisionSchema,
  given,
  languageAsked,
} from '../http/index.ts';
import type { AnswerOf, RouteMaker } from '../http/index.ts';
import {
  askedRule,
  askedRuleFields,
  checkAskedRule,
  countingConditions,
  neededConditions,
  readGiven,
} from './draftRule.ts';

const TAG = 'Simulations';
/** Largest body of a simulation, in bytes: a trip as large as a webhook may send, and a rule with its conditions. */
const LARGEST_QUESTION_BYTES = LARGEST_NOTIFICATION_BYTES + LARGEST_API_BODY_BYTES;
/** Schema of the id of a driver or a trip: a text or a whole number. */
const id = z.union(
  [
    z
      .string()
      .max(LONGEST_ID)
      .refine(isStorableId, messageOf(sentence('emptyOrUnstorable'))),
    z.int().transform(String),
  ],
  {
    error: messageOf(sentence('mustBe', { wanted: sentence('form_textOrNumber') })),
  },
);

const question = z
  .strictObject({
    ...askedRuleFields,
    trip: z
      .looseObject({ driver_id: id.meta({ description: 'Id of the driver.' }), trip_id: id.optional() })
      .meta({
        description:
          'A stored trip by its two ids alone, or a trip as the service sends it together with its `driver_id`.',
      }),
  })
  .superRefine(checkAskedRule)
  .refine(({ trip }) => trip.trip_id !== undefined || Object.keys(trip).length > 1, {
    message: messageOf(sentence('tripMissing')),
    path: ['trip', 'trip_id'],
  });

/** Returns the routes that simulate a rule. Nothing is sent. */
export function simulationRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  const { db } = deps.database;
  return [
    api({
      method: 'post',
      path: '/simulations',
      id: 'simulate',
      tag: TAG,
      role: 'viewer',
      isUnkeyed: 'no_effect',
      summary: 'Simulate a rule on one trip; nothing is sent',
      description:
        'The request is stored until it is answered; the newest 200 answers of a fleet are stored.',
      limit: { aMinute: 60, atOnce: 4 },
      cost: 'heavy',
      query: z.strictObject({ language: languageAsked }),
      body: {
        schema: question,
        example: EXAMPLE,
        largestBytes: LARGEST_QUESTION_BYTES,
        mostValues: MOST_VALUES,
        lift: { member: 'trip', keep: ['driver_id', 'trip_id'] },
      },
      answer: { description: 'The decision with its trace.', schema: decisionSchema },
      problems: QUESTION_PROBLEMS,
      async run({ fleetId, query, body, lifted, caller }) {
        const input: JsonObject = {
          ...(await ruleOf(db, fleetId, body)),
          ...tripOf(body.trip as JsonObject & { driver_id: string; trip_id?: string }),
        };
        await refuseWhenBusy(db, fleetId, deps.now());
        const asked = {
          fleetId,
          input,
          who: caller.name,
          at: deps.now(),
          ...('trip' in input && lifted && { trip: lifted }),
        };
        const { id: simulationId } = await createSimulation(db, asked);
        const key = { fleetId, id: simulationId, language: query.language };
        const run = { fleet: fleetId, simulationId };
        const result = await deps.workflows.runSimulation(run).catch(async (error: unknown) => {
          await dropSimulation(db, key);
          throw error;
        });
        if (result && result.outcome !== 'done') await dropSimulation(db, key);
        return decisionOf(db, key, result);
      },
    }),
    api({
      method: 'get',
      path: '/simulations/{id}',
      id: 'getSimulation',
      tag: TAG,
      role: 'viewer',
      summary: 'Show a simulation or replay',
      query: z.strictObject({ language: languageAsked }),
      answer: {
        description: 'The simulation; without `decision` while there is none.',
        schema: z.object({
          id: z.string(),
          who: z.string(),
          created_at: z.iso.datetime(),
          finished_at: z.iso.datetime().optional(),
          decision: decisionSchema.optional(),
        }),
      },
      async run({ fleetId, params, query }) {
        const row = await simulationAnswer(db, { fleetId, id: params['id']! });
        if (!row) throw new Problem(404, worded('problems.noSimulation'));
        const { who, createdAt: created_at, finishedAt: finished_at, result: decision } = row;
        return given({
          id: row.id,
          who,
          created_at,
          finished_at,
          decision: decision === null ? null : storedDecision(decision, query.language),
        });
      },
    }),
  ];
}

/** Maximum number of simulations that may wait for a worker, because each stores its input until it is answered. */
const MOST_WAITING = 20;

/**
 * Refuses a simulation while too many wait, because each of them stores its input.
 * @throws Problem 429
 */
async function refuseWhenBusy(db: Db, fleetId: string, now: Date): Promise<void> {
  const waiting = await tidySimulations(db, { fleetId, now });
  if (waiting >= MOST_WAITING)
    throw tooManyRequests(worded('problems.tooManySimulations', { count: waiting }), 30);
}

/** The rule to evaluate, and the shared conditions it needs. */
interface RuleAsked {
  readonly rules: readonly [{ readonly id: string; readonly version: number; readonly body: JsonObject }];
  readonly conditions: readonly JsonObject[];
}

/**
 * Returns the rule of a simulation with the conditions it needs.
 * @throws Problem 404 for an unknown rule or version, 422 for a rule or a condition that is refused
 */
async function ruleOf(
  db: Db,
  fleetId: string,
  asked: z.output<typeof question>,
): Promise<RuleAsked & JsonObject> {
  const counting = await publishedDocuments(db, { fleetId, kind: 'condition' });
  const shared = await readGiven(asked.conditions, countingConditions(counting));
  const { id, version, rule } = await askedRule(db, { fleetId, asked, shared });
  const conditions = neededConditions(rule, shared).map((each) => ({ ...each }));
  return { rules: [{ id, version, body: { ...rule } }], conditions };
}

/** Returns the trip to simulate. A trip that is given by its ids alone is the stored trip. */
function tripOf(trip: JsonObject & { driver_id: string; trip_id?: string }): JsonObject {
  const { driver_id, ...asSent } = trip;
  const ids = trip.trip_id === undefined ? { driver_id } : { driver_id, trip_id: trip.trip_id };
  const isStored = Object.keys(asSent).every((name) => name === 'trip_id');
  return isStored ? ids : { ...ids, trip: asSent };
}

const EXAMPLE = {
  rule: {
    id: 'collision',
    name: 'Collision',
    conditions: {
      all: [{ fact: 'trip.events.count', params: { type: 'COLLISION' }, operator: 'greaterThan', value: 0 }],
    },
    actions: [{ type: 'slack', channel: '#fleet-safety' }],
  },
  trip: {
    driver_id: 'd-17',
    trip_id: '1790000000000',
    info: { distance_km: 12.5, duration_seconds: 1500 },
    events: [{ event_type: 4, event_type_name: 'COLLISION' }],
  },
};

/** Problems of requests that need the analytics service, for the OpenAPI document. */
export const QUESTION_PROBLEMS: Readonly<Record<number, string>> = {
  404: 'No such trip, or another fleet’s token.',
  502: 'The analytics service refuses the API key.',
  503: 'The analytics service, Temporal or the database is unavailable.',
  504: 'No answer in time. Processing continues; `simulation` is the address of its answer.',
};

/**
 * Returns the decision of a simulation or a replay.
 * @param result of its workflow; undefined while the workflow runs
 * @throws Problem that says why there is no decision
 */
export async function decisionOf(
  db: Db,
  question: { readonly fleetId: string; readonly id: string; readonly language: Language },
  result: SimulationResult | undefined,
): Promise<AnswerOf<typeof decisionSchema>> {
  if (result && result.outcome !== 'done') throw problemOf(result);
  const stored = await simulationAnswer(db, question);
  if (stored?.finishedAt) return storedDecision(stored.result, question.language);
  if (result) throw new Problem(409, saidBy(result, 'problems.tripGone'));
  const simulation = `/api/v1/fleets/${question.fleetId}/simulations/${question.id}`;
  throw new Problem(504, worded('problems.simulationLate'), {
    more: { simulation },
  });
}

/** Returns the decision with which a simulation or a replay ended. */
function storedDecision(result: Json, language: Language): AnswerOf<typeof decisionSchema> {
  return decisionOnWire(result as unknown as Decision, language);
}

/** Returns the workflow's own message. If there is none, returns a text of the catalogue. */
function saidBy({ message }: SimulationResult, key: TextKey): Worded {
  return message === undefined ? worded(key) : Object.assign(() => message, { key });
}

function problemOf(result: SimulationResult): Problem {
  switch (result.outcome) {
    case 'no_such_trip':
      return new Problem(404, saidBy(result, 'problems.serviceNoTrip'));
    case 'unauthorised':
      return new Problem(502, saidBy(result, 'problems.serviceRefuses'));
    case 'unavailable':
    case 'done':
      return notNow(saidBy(result, 'problems.serviceUnavailable'));
    case 'invalid':
      return new Problem(409, saidBy(result, 'problems.tripNotEvaluated'));
  }
}
