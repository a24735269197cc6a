import * as z from 'zod';
import type { Backfill, BackfillFigures, BackfillProblem } from '../../../store/backfill/index.ts';
import { fields } from '../http/index.ts';

const count = z.int();

/** A backfill in a list. */
const listed = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  from: z.iso.date(),
  to: z.iso.date(),
  alerts: z.boolean(),
  calls: count.meta({ description: 'To the service, at least.' }),
  waiting_for: z.string().optional().meta({ description: 'Why it does not go on at the moment.' }),
  error: z.string().optional(),
  who: z.string(),
  created_at: z.iso.datetime(),
  started: z.iso.datetime().optional(),
  finished: z.iso.datetime().optional(),
});
export const backfillSchema = listed.meta({ id: 'ListedBackfill' });

/** A backfill with its progress. */
export const oneBackfill = listed
  .extend({
    progress: z.object({
      phase: z.enum(['drivers', 'trips', 'readings', 'over']),
      drivers: z.object({
        done: count,
        total: count.optional().meta({ description: 'Absent until all of them are known.' }),
      }),
      trips: z.object({
        found: count.meta({ description: 'Listed by the service.' }),
        kept: count,
        skipped: count.meta({ description: 'Stored or deleted before, or gone.' }),
      }),
      readings: z.object({
        kept: count,
        until: z.iso.date().optional().meta({ description: 'Scores up to this date are there.' }),
      }),
      problems: count,
    }),
    problems: z
      .array(z.object({ driver_id: z.string(), trip_id: z.string().optional(), message: z.string() }))
      .meta({ description: 'The first of what could not be fetched; another backfill tries it again.' }),
  })
  .meta({ id: 'Backfill' });

/** A backfill on the wire, as in a list. */
export function backfillOnWire(row: Backfill): Record<string, unknown> {
  return fields({
    id: row.id,
    state: row.state,
    from: row.fromDate,
    to: row.toDate,
    alerts: row.alerts,
    calls: Number(row.calls),
    waiting_for: row.waitingFor,
    error: row.error,
    who: row.who,
    created_at: row.createdAt,
    started: row.startedAt,
    finished: row.finishedAt,
  });
}

/** A backfill on the wire with its progress. */
export function backfillAnswer(
  row: Backfill,
  figures: BackfillFigures,
  problems: readonly BackfillProblem[],
): Record<string, unknown> {
  return {
    ...backfillOnWire(row),
    progress: {
      phase: phaseOf(row, figures),
      drivers: fields({
        done: figures.driversDone,
        total: row.driversListedAt === null ? undefined : figures.driversTotal,
      }),
      trips: { found: figures.tripsFound, kept: figures.tripsKept, skipped: figures.tripsSkipped },
      readings: fields({ kept: row.readingsKept, until: row.readingsUntil }),
      problems: figures.problems,
    },
    problems,
  };
}

function phaseOf(row: Backfill, figures: BackfillFigures): string {
  if (row.finishedAt !== null) return 'over';
  if (row.driversListedAt === null) return 'drivers';
  return figures.driversDone < figures.driversTotal ? 'trips' : 'readings';
}
