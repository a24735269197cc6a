import * as z from 'zod';
import { clockWords } from '../../../messages/decisions/index.ts';
import { tripReasonWords } from '../../../messages/format/index.ts';
import { worded } from '../../../messages/language/index.ts';
import { listAlerts } from '../../../store/alerts/index.ts';
import { inTransaction, isStorableId, recordAudit } from '../../../store/db/index.ts';
import { listDeletions } from '../../../store/deletions/index.ts';
import { listDeliveries } from '../../../store/deliveries/index.ts';
import {
  createSimulation,
  getTrip,
  latestDecisionText,
  listRevisions,
  listTrips,
} from '../../../store/trips/index.ts';
import type { TripRow } from '../../../store/trips/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { why } from '../documents/index.ts';
import { QUESTION_PROBLEMS, decisionOf } from '../simulations/index.ts';
import {
  actionOnWire,
  decisionSchema,
  driverName,
  given,
  languageAsked,
  listAnswer,
  listOf,
  listQuery,
  namedOne,
  onWire,
  optionalBy,
  sees,
  textFilter,
  timeFilter,
  withMember,
} from '../http/index.ts';
import type { AnswerOf, RouteMaker } from '../http/index.ts';
import { THREADS } from '../../workerThreads/index.ts';
import { alertOnWire, alertSchema } from '../alerts/index.ts';
import { deliveryOnWire, deliverySchema } from '../deliveries/index.ts';

const TAG = 'Trips';
const state = z.enum(['waiting', 'decided', 'parked', 'deleted', 'gone']);

const trip = z.object({
  driver_id: z.string(),
  driver_name: driverName,
  trip_id: z.string(),
  state,
  reason: z.string().optional().meta({ description: 'Why it is in that state.' }),
  revision: z.int().meta({ description: '0 until first evaluated.' }),
  first_received_at: z.iso.datetime(),
  received_from: z.enum(['webhook', 'replay', 'reconciler']).optional().meta({
    description: '`reconciler`: no notification arrived; the trip was recovered by reconciliation.',
  }),
  decided_at: z.iso.datetime().optional(),
  start_time: z.string().optional().meta({ description: 'As the service sent it.' }),
  end_time: z.string().optional(),
  clock_ahead_seconds: z.number().optional().meta({
    description:
      'By how much the trip ended after it was received, where that is more than 15 minutes: the device’s clock is wrong. Such a trip is evaluated by itself, and has no part in runs and windows.',
  }),
  distance_km: z.number().optional(),
  duration_seconds: z.number().optional(),
  max_speed_kmph: z.number().optional(),
  score: z.number().nullable().optional().meta({ description: 'null: cannot be rated.' }),
  session_id: z.string().optional(),
  tracking_id: z.string().optional(),
});
const tripSchema = trip.meta({ id: 'Trip' });
const explainedTrip = trip
  .extend({
    clock_note: z.string().optional().meta({
      description: 'With `clock_ahead_seconds`: what that means for the trip, as a sentence in the language.',
    }),
    decision: decisionSchema.nullable().meta({ description: 'The latest; null while there is none.' }),
    alerts: z.array(alertSchema).meta({
      description: 'Rules that matched, and whether each was sent, with the reason if not.',
    }),
    deliveries: z.array(deliverySchema),
    deletions: z
      .array(
        z.object({
          id: z.string().meta({ description: 'For an approval or a rejection.' }),
          rule: z.string(),
          state: z.string(),
          expires_at: z.iso.datetime(),
          score_before: z
            .number()
            .optional()
            .meta({ description: 'The driver’s, just before the deletion.' }),
          score_after: z.number().optional().meta({ description: 'The same, read again after it.' }),
        }),
      )
      .meta({ description: 'Deletions that rules requested, newest first.' }),
    revisions: z
      .array(z.object({ revision: z.int(), decided_at: z.iso.datetime(), matched: z.array(z.string()) }))
      .meta({ description: 'Every decision, newest first.' }),
  })
  .meta({ id: 'ExplainedTrip' });

/** Returns the routes of trips: the list, one trip with its decision, and replay. */
export function tripRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  const { db } = deps.database;
  return [
    api({
      method: 'get',
      path: '/trips',
      id: 'listTrips',
      tag: TAG,
      role: 'viewer',
      isGroupScoped: true,
      summary: 'List trips',
      query: listQuery({
        driver_id: textFilter('Of this driver.'),
        state: state.optional(),
        session_id: textFilter('Recorded while this session of the app was live.'),
        tracking_id: textFilter('Recorded in manual mode with this tracking id.'),
        clock: z.enum(['ahead']).optional().meta({
          description: 'Ended more than 15 minutes after their receipt: the device’s clock is wrong.',
        }),
        from: timeFilter(
          'Ended at or after this time; received at or after it, if the end is unknown or after the receipt.',
        ),
        to: timeFilter('Ended before.'),
      }),
      answer: {
        description:
          'Trips, most recently received first; with `from` or `to` in the order of their ends, the latest first.',
        schema: listOf(tripSchema),
      },
      async run({ fleetId, caller: { groups }, query }) {
        const { driver_id: driverId, session_id: sessionId, tracking_id: trackingId, ...rest } = query;
        const ids = { driverId, sessionId, trackingId };
        const listed = await listTrips(db, { fleetId, ...given({ ...ids, groups, ...rest }) });
        return namedOne(
          db,
          fleetId,
          listAnswer(listed, (row) => tripOnWire(row)),
        );
      },
    }),
    api({
      method: 'get',
      path: '/trips/{driver_id}/{trip_id}',
      id: 'getTrip',
      tag: TAG,
      role: 'viewer',
      isGroupScoped: true,
      summary: 'Explain a trip: its decision with the trace of every rule, and its deliveries',
      query: z.strictObject({ language: languageAsked }),
      answer: { description: 'The trip.', schema: explainedTrip },
      async run({ fleetId, params, caller, query: { language } }) {
        const key = { fleetId, ...tripIds(params) };
        const row = await getTrip(db, key);
        if (!row || !(await sees(db, caller, row))) throw new Problem(404, worded('problems.noTrip'));
        const [decision, revisions, alerts, deliveries, deletions] = await Promise.all([
          latestDecisionText(db, key),
          listRevisions(db, key),
          listAlerts(db, { ...key, limit: 200 }),
          listDeliveries(db, { ...key, limit: 200 }),
          listDeletions(db, { ...key, limit: 200 }),
        ]);
        const rest = {
          ...(await namedOne(db, fleetId, tripOnWire(row, language))),
          ...(row.clockAheadSeconds !== null && { clock_note: clockWords(row.clockAheadSeconds, language) }),
          alerts: alerts.items.map(alertOnWire),
          deliveries: deliveries.items.map((each) => deliveryOnWire(each, language)),
          deletions: deletions.items.map(({ id, rule, state: stands, ...row }) =>
            given({
              id,
              rule,
              state: stands,
              expires_at: row.expiresAt,
              score_before: row.scoreBefore,
              score_after: row.scoreAfter,
            }),
          ),
          revisions: revisions.map(({ revision, decidedAt, matched }) => ({
            revision,
            decided_at: decidedAt,
            matched: matched.map(({ rule }) => rule),
          })),
        };
        if (!decision) return { ...rest, decision: null };
        const actions = JSON.stringify(decision.actions.map((action) => actionOnWire(action, language)));
        const said = await inLanguage(decision.withoutActions, { language, whose: fleetId });
        return withMember(rest, 'decision', `${said.slice(0, -1)},"actions":${actions}}`);
      },
    }),
    api({
      method: 'post',
      path: '/trips/{driver_id}/{trip_id}/replay',
      id: 'replayTrip',
      tag: TAG,
      role: 'admin',
      cost: 'heavy',
      summary: 'Replay a trip: read and evaluate it again',
      query: z.strictObject({ language: languageAsked }),
      description:
        'Without effects, nothing is stored or sent. With effects, the trip is stored as its next revision, and deliveries that were not sent are sent.',
      body: {
        schema: z.strictObject({ effects: z.boolean().default(false), why, by: optionalBy }),
        absent: {},
        example: { effects: true, why: 'The channel was missing in Slack.' },
      },
      answer: { description: 'The decision with its trace.', schema: decisionSchema },
      problems: { ...QUESTION_PROBLEMS, 409: 'The trip can no longer be evaluated.' },
      async run({ fleetId, params, query, body, caller }) {
        const { effects, ...reasons } = body;
        const { driverId, tripId } = tripIds(params);
        const input = { driver_id: driverId, trip_id: tripId, effects };
        const asked = { fleetId, who: caller.name, at: deps.now() };
        const id = await inTransaction(db, async (tx) => {
          const simulation = await createSimulation(tx, { ...asked, input });
          await recordAudit(tx, {
            ...asked,
            ...given(reasons),
            action: 'trip.replay_requested',
            subjectType: 'trip',
            subjectId: `${driverId}/${tripId}`,
            details: input,
          });
          return simulation.id;
        });
        const key = { fleet: fleetId, driverId, tripId };
        const result = await deps.workflows.runReplay({
          ...key,
          effects,
          who: caller.name,
          simulationId: id,
        });
        return decisionOf(db, { fleetId, id, language: query.language }, result);
      },
    }),
  ];
}

/**
 * Returns the ids in a path.
 * @throws Problem 404 for an id that cannot be stored, because no trip has it
 */
export function tripIds(params: Readonly<Record<string, string>>): { driverId: string; tripId: string } {
  const { driver_id: driverId = '', trip_id: tripId = '' } = params;
  if (!isStorableId(driverId) || !isStorableId(tripId)) throw new Problem(404, worded('problems.noTrip'));
  return { driverId, tripId };
}

/** Returns a trip's state and figures as the API shows them, without positions. */
function tripOnWire(row: TripRow, language: 'en' | 'de' = 'en'): AnswerOf<typeof tripSchema> {
  const { stateReason, clockAheadSeconds } = row;
  const shown = onWire(tripSchema, row, {
    reason: stateReason === null ? null : tripReasonWords(stateReason, language),
    clock_ahead_seconds: clockAheadSeconds === null ? null : Math.round(clockAheadSeconds),
  });
  return row.scoreUnrated ? { ...shown, score: null } : shown;
}

/** Returns a decision in the requested language. It is worded in a thread, because it may be long. */
function inLanguage(
  decision: string,
  { language, whose }: { readonly language: 'en' | 'de'; readonly whose: string },
): Promise<string> {
  return THREADS.run('decisionInLanguage', { decision, language }, { bytes: decision.length, whose });
}
