import * as z from 'zod';
import { worded } from '../../../messages/language/index.ts';
import { addDays, zonedClock } from '../../../rules/time/index.ts';
import { coverageDays, latestReconcile } from '../../../store/reconcile/index.ts';
import type { CoverageDay } from '../../../store/reconcile/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { given, flag } from '../http/index.ts';
import type { RouteMaker } from '../http/index.ts';

const DAY_MS = 86_400_000;
/** Dates shown when the request names none. */
const USUAL_DAYS = 14;
/** Longest range, in days. */
const LONGEST_DAYS = 366;

const count = z.int();
const counts = {
  known: count.meta({
    description:
      'Trips that the service listed, or a notification was received for; deleted and gone ones included.',
  }),
  evaluated: count.meta({ description: 'Evaluated.' }),
  waiting: count.meta({ description: 'Waiting for trip data.' }),
  parked: count.meta({ description: 'Parked: their data never became available.' }),
  deleted: count.meta({ description: 'Deleted by Tripline.' }),
  gone: count.meta({ description: 'Gone: the service no longer has them.' }),
  history: count.meta({
    description: 'Ended before the fleet was connected, or stored by a backfill: not evaluated.',
  }),
  missing: count.meta({ description: 'The service has them, and Tripline has not started on them yet.' }),
  recovered: count.meta({ description: 'Of these, trips recovered by reconciliation.' }),
};
const answer = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    timezone: z.string().meta({ description: 'Of these dates and those of `items`.' }),
    as_of: z.iso.datetime().nullable().meta({
      description: 'When the last complete reconciliation run began; null: none yet.',
    }),
    complete: z.boolean().meta({
      description:
        'A reconciliation run was completed, and no trip of the dates is missing, waiting or parked.',
    }),
    reconciliation: z
      .object({
        state: z.enum(['running', 'done', 'failed']),
        from: z.iso.date(),
        to: z.iso.date(),
        started_at: z.iso.datetime(),
        finished_at: z.iso.datetime().optional(),
        problem: z.string().optional(),
      })
      .nullable()
      .meta({
        description: 'The latest reconciliation run, also while it is running; its dates are UTC dates.',
      }),
    total: z.object(counts),
    items: z.array(z.object({ date: z.iso.date(), ...counts })).meta({
      description:
        'By the date on which trips began, newest first; dates without trips left out. A trip whose times are not stored, such as a missing one, counts under the UTC date of the service’s list.',
    }),
  })
  .meta({ id: 'Coverage' });

const date = (description: string) => z.iso.date().optional().meta({ description, example: '2026-03-01' });

/** Returns the route of coverage: how many of the service's trips were evaluated. */
export function coverageRoutes(api: RouteMaker, { database: { db }, now }: ServerDependencies): Route[] {
  return [
    api({
      method: 'get',
      path: '/coverage',
      id: 'getCoverage',
      tag: 'Coverage',
      role: 'viewer',
      limit: { aMinute: 120, atOnce: 4 },
      summary: 'Show coverage: trips known to the service and trips evaluated, by date',
      query: z.strictObject({
        from: date('First date, on the fleet’s calendar; default: two weeks before `to`.'),
        to: date('Last date, included; default: today.'),
        utc: flag('Whether the dates are UTC dates, as the service counts.'),
      }),
      answer: { description: 'The counts.', schema: answer },
      async run({ fleetId, query, caller }) {
        const timezone = query.utc === 'true' ? 'UTC' : caller.fleet.timezone;
        const range = rangeOf(query, zonedClock(now(), timezone).date);
        const [days, done, latest] = await Promise.all([
          coverageDays(db, { fleetId, ...range, timezone }),
          latestReconcile(db, { fleetId, state: 'done' }),
          latestReconcile(db, { fleetId }),
        ]);
        const total = sumOf(days);
        return {
          from: range.fromDate,
          to: range.toDate,
          timezone,
          as_of: done?.startedAt.toISOString() ?? null,
          complete: done !== undefined && total.missing + total.waiting + total.parked === 0,
          reconciliation: latest
            ? given({
                state: latest.state,
                from: latest.fromDate,
                to: latest.toDate,
                problem: latest.problem,
                started_at: latest.startedAt,
                finished_at: latest.finishedAt,
              })
            : null,
          total,
          items: days.map((day) => ({ date: day.day, ...countsOnWire(day) })),
        };
      },
    }),
  ];
}

/**
 * Returns the range of a request.
 * @throws Problem 400 if the range is reversed or too long
 */
function rangeOf(
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: string,
): { readonly fromDate: string; readonly toDate: string } {
  const toDate = query.to ?? today;
  const fromDate = query.from ?? addDays(toDate, 1 - USUAL_DAYS);
  const days = (Date.parse(toDate) - Date.parse(fromDate)) / DAY_MS + 1;
  if (days < 1) throw new Problem(400, worded('problems.daysReversed'));
  if (days > LONGEST_DAYS) throw new Problem(400, worded('problems.daysTooMany', { days: LONGEST_DAYS }));
  return { fromDate, toDate };
}

type Counts = ReturnType<typeof countsOnWire>;

function countsOnWire(day: Omit<CoverageDay, 'day'>) {
  return {
    known: day.known,
    evaluated: day.evaluated,
    waiting: day.waiting,
    parked: day.parked,
    deleted: day.deleted,
    gone: day.gone,
    history: day.history,
    missing: day.missing,
    recovered: day.recovered,
  };
}

function sumOf(days: readonly CoverageDay[]): Counts {
  const none = { known: 0, evaluated: 0, waiting: 0, parked: 0, deleted: 0, gone: 0 };
  const sum = countsOnWire({ ...none, history: 0, backfilled: 0, missing: 0, recovered: 0 });
  for (const day of days.map(countsOnWire))
    for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += day[name];
  return sum;
}
