import * as z from 'zod';
import { messageOf, sentence } from '../../../rules/documents/index.ts';
import { worded } from '../../../messages/language/index.ts';
import {
  backfillFigures,
  backfillProblems,
  createBackfill,
  endBackfill,
  getBackfill,
  listBackfills,
} from '../../../store/backfill/index.ts';
import type {
  Backfill,
  BackfillFigures,
  BackfillKey,
  BackfillProblem,
} from '../../../store/backfill/index.ts';
import { zonedClock } from '../../../rules/time/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import {
  BEFORE_FROM,
  driverName,
  given,
  listAnswer,
  listOf,
  listQuery,
  namedOne,
  onWire,
  refused,
} from '../http/index.ts';
import type { AnswerOf, RouteMaker } from '../http/index.ts';

const TAG = 'Backfills';
/** Longest range, in days: a year and a day, as in a back-test. */
const LONGEST_RANGE_DAYS = 366;
const DAY_MS = 86_400_000;

const asked = z
  .strictObject({
    from: z.iso.date().meta({ description: 'First day, on the fleet’s calendar.' }),
    to: z.iso.date().meta({ description: 'Last day, included.' }),
    utc: z.boolean().default(false).meta({ description: 'Whether the days are UTC dates.' }),
    alerts: z.boolean().default(false).meta({
      description:
        'Whether trips without a decision are evaluated and alerts are sent, as if their notifications arrived now.',
    }),
  })
  .refine(({ from, to }) => from <= to, { message: BEFORE_FROM, path: ['to'] })
  .refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / DAY_MS < LONGEST_RANGE_DAYS, {
    message: messageOf(sentence('yearAtATime', { days: LONGEST_RANGE_DAYS })),
    path: ['to'],
  });

/** Returns the routes that start, show and cancel backfills, which fetch a fleet's history. */
export function backfillRoutes(api: RouteMaker, deps: ServerDependencies): Route[] {
  const { db } = deps.database;
  return [
    api({
      method: 'post',
      path: '/backfills',
      id: 'startBackfill',
      tag: TAG,
      role: 'admin',
      summary: 'Start a backfill: fetch a range of history (drivers, trips, scores)',
      description:
        'It runs in the background; its address answers the progress. Stored data stays unchanged. One runs at a time.',
      body: { schema: asked, example: { from: '2026-03-01', to: '2026-03-31' } },
      status: 202,
      locate: ({ address }) => String(address),
      answer: {
        description: 'It has started.',
        schema: z.object({ id: z.string(), state: z.literal('waiting'), address: z.string() }),
        headers: { location: 'Its address.' },
      },
      problems: {
        409: 'A backfill of the fleet is running; `id` and `address` name it. Or the fleet has no analytics service.',
      },
      async run({ fleetId, body, caller }) {
        if (!caller.fleet.analytics) throw new Problem(409, worded('problems.noAnalytics'));
        const { utc: isUtc, ...range } = body;
        const timezone = isUtc ? 'UTC' : caller.fleet.timezone;
        refuseFuture(range.to, { now: deps.now(), timezone });
        const { id, isNew } = await createBackfill(db, {
          fleetId,
          ...range,
          timezone,
          who: caller.name,
          at: deps.now(),
        });
        const address = `/api/v1/fleets/${fleetId}/backfills/${id}`;
        if (!isNew)
          throw new Problem(409, worded('problems.backfillRuns', { id }), {
            more: { id, address },
          });
        await start(deps, { fleetId, id });
        return { id, state: 'waiting' as const, address };
      },
    }),
    api({
      method: 'get',
      path: '/backfills',
      id: 'listBackfills',
      tag: TAG,
      role: 'viewer',
      summary: 'List backfills',
      query: listQuery({}),
      answer: {
        description: 'Backfills, newest first, without their progress.',
        schema: listOf(backfillSchema),
      },
      run: async ({ fleetId, query }) =>
        listAnswer(await listBackfills(db, { fleetId, ...query }), backfillOnWire),
    }),
    api({
      method: 'get',
      path: '/backfills/{id}',
      id: 'getBackfill',
      tag: TAG,
      role: 'viewer',
      summary: 'Show a backfill: its progress, and what could not be fetched',
      answer: { description: 'The backfill.', schema: oneBackfill },
      run: async ({ fleetId, params }) => whole(db, { fleetId, id: params['id']! }),
    }),
    api({
      method: 'post',
      path: '/backfills/{id}/cancel',
      id: 'cancelBackfill',
      tag: TAG,
      role: 'admin',
      summary: 'Cancel a backfill',
      description:
        'Stored data stays; another backfill fetches what is missing. A finished backfill is not changed.',
      answer: { description: 'The backfill as it is now.', schema: oneBackfill },
      async run({ fleetId, params, caller }) {
        const key = { fleetId, id: params['id']! };
        await found(db, key);
        // The end is stored first, so that the backfill ends even while no worker runs.
        await endBackfill(db, { ...key, state: 'cancelled', who: caller.name, at: deps.now() });
        await deps.workflows.cancelBackfill({ fleet: fleetId, backfillId: key.id });
        return whole(db, key);
      },
    }),
  ];
}

function refuseFuture(
  to: string,
  { now, timezone }: { readonly now: Date; readonly timezone: string },
): void {
  const today = zonedClock(now, timezone).date;
  if (to > today)
    throw refused(worded('problems.bodyRefused'), [
      { pointer: '/to', message: worded('problems.inFuture', { today, timezone }) },
    ]);
}

/**
 * Starts the workflow. If Temporal's answer is missing, marks the backfill as failed, so that a workflow that
 * started all the same does not continue it.
 */
async function start(deps: ServerDependencies, key: BackfillKey): Promise<void> {
  try {
    await deps.workflows.startBackfill({ fleet: key.fleetId, backfillId: key.id });
  } catch (error) {
    const because = 'Temporal did not answer.';
    await endBackfill(deps.database.db, { ...key, state: 'failed', error: because, at: deps.now() });
    throw error;
  }
}

async function whole(db: Db, key: BackfillKey): Promise<AnswerOf<typeof oneBackfill>> {
  // The state is read first, so that an ended backfill never shows figures from before its end.
  const row = await found(db, key);
  const [figures, problems] = await Promise.all([backfillFigures(db, key), backfillProblems(db, key)]);
  return namedOne(db, key.fleetId, backfillAnswer(row, figures, problems));
}

async function found(db: Db, key: BackfillKey): Promise<Backfill> {
  const row = await getBackfill(db, key);
  if (!row) throw new Problem(404, worded('problems.noBackfill'));
  return row;
}

const count = z.int();

/** Schema of a backfill in a list. */
const listed = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  from: z.iso.date(),
  to: z.iso.date(),
  timezone: z.string().meta({ description: 'Of the days.' }),
  alerts: z.boolean(),
  calls: count.meta({ description: 'Calls to the service; at least this many.' }),
  waiting_for: z.string().optional().meta({ description: 'Why it is waiting.' }),
  error: z.string().optional(),
  who: z.string(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().optional(),
  finished_at: z.iso.datetime().optional(),
});
const backfillSchema = listed.meta({ id: 'ListedBackfill' });

/** Schema of a backfill with its progress. */
const oneBackfill = listed
  .extend({
    progress: z.object({
      phase: z.enum(['drivers', 'trips', 'readings', 'over']),
      drivers: z.object({
        done: count,
        total: count.optional().meta({ description: 'Absent until all of them are known.' }),
      }),
      trips: z.object({
        found: count.meta({ description: 'Listed by the service.' }),
        stored: count,
        skipped: count.meta({ description: 'Stored or deleted before, or gone.' }),
      }),
      readings: z.object({
        stored: count,
        until: z.iso.date().optional().meta({ description: 'Scores up to this date are stored.' }),
      }),
      problems: count,
    }),
    problems: z
      .array(
        z.object({
          driver_id: z.string(),
          driver_name: driverName,
          trip_id: z.string().optional(),
          message: z.string(),
        }),
      )
      .meta({
        description: 'The first items that could not be fetched; another backfill requests them again.',
      }),
  })
  .meta({ id: 'Backfill' });

/** Returns a backfill as a list shows it. */
function backfillOnWire(row: Backfill): AnswerOf<typeof listed> {
  return onWire(listed, row, { from: row.fromDate, to: row.toDate, calls: Number(row.calls) });
}

/** Returns a backfill with its progress, as the API shows it. */
function backfillAnswer(
  row: Backfill,
  figures: BackfillFigures,
  problems: readonly BackfillProblem[],
): AnswerOf<typeof oneBackfill> {
  return {
    ...backfillOnWire(row),
    progress: {
      phase: phaseOf(row, figures),
      drivers: given({
        done: figures.driversDone,
        total: row.driversListedAt === null ? undefined : figures.driversTotal,
      }),
      trips: { found: figures.tripsFound, stored: figures.tripsStored, skipped: figures.tripsSkipped },
      readings: given({ stored: row.readingsStored, until: row.readingsUntil }),
      problems: figures.problems,
    },
    problems,
  };
}

function phaseOf(row: Backfill, figures: BackfillFigures): AnswerOf<typeof oneBackfill>['progress']['phase'] {
  if (row.finishedAt !== null) return 'over';
  if (row.driversListedAt === null) return 'drivers';
  return figures.driversDone < figures.driversTotal ? 'trips' : 'readings';
}
