import * as z from 'zod';
import type { DigestContent } from '../../../messages/digests/index.ts';
import type { AnswerOf } from '../http/index.ts';

const missing = z.enum(['not_rated', 'not_known', 'unavailable']).meta({
  description: '`not_rated`: the service cannot rate it; `not_known`: not sent; `unavailable`: not read.',
});
const number = z.number().nullable();
const source = z.string().meta({ description: 'The call of the service or the query that it is from.' });
const count = z.int();
const named = { driverId: z.string(), name: z.string() };

const figure = z.object({ value: number, missing: missing.optional(), source }).meta({ id: 'DigestFigure' });
const compared = figure
  .extend({
    before: number,
    change: number.meta({ description: 'Null unless both periods are known, and were seen alike.' }),
    usual: z.number().optional().meta({ description: 'Its usual change from one period to the next.' }),
  })
  .meta({ id: 'DigestComparedFigure' });
const share = compared.extend({ trips: number });

const dates = z.object({ from: z.iso.date(), to: z.iso.date() });

const scores = z
  .object({
    group: z.string().nullable().meta({ description: 'Null: all that the digest is about.' }),
    score: compared,
    ratings: z.object({
      hard_brake_rating: compared,
      phone_use_rating: compared,
      rapid_acceleration_rating: compared,
      overspeeding_rating: compared,
    }),
    drivers: compared,
    distanceKm: compared,
    durationSeconds: compared,
    line: z
      .array(z.object({ to: z.iso.date(), score: number, source: source.optional() }))
      .meta({ description: 'Eight periods, the oldest first.' }),
  })
  .meta({ id: 'DigestScores' });

const driverList = z
  .object({
    drivers: z.array(
      z.object({
        ...named,
        groups: z.array(z.string()),
        score: number,
        before: number,
        change: number,
        usual: z.number().optional(),
        trips: number,
        tripsBefore: number,
        distanceKm: number,
        hasEvaluated: z.boolean(),
        because: z.array(z.object({ eventType: z.string(), per100Km: number, before: number })),
      }),
    ),
    total: count,
    source,
    missing: missing.optional(),
  })
  .meta({ id: 'DigestDriverList' });

/** A digest's content, as its preview answers programs. */
export const digestContent = z
  .object({
    fleet: z.object({ id: z.string(), name: z.string() }),
    digest: z.object({ id: z.string(), name: z.string(), version: count }),
    period: z.object({
      kind: z.enum(['day', 'week', 'month']),
      now: dates,
      before: dates,
      timezone: z.string(),
    }),
    units: z.enum(['km', 'miles']),
    language: z.enum(['en', 'de']),
    needsAttentionBelow: z.number(),
    minTrips: count,
    groups: z.array(z.string()).nullable().meta({ description: 'Null: the whole fleet.' }),
    gatheredAt: z.iso.datetime(),
    caveats: z.array(z.string()).meta({ description: 'What a reader must know before the figures.' }),
    scores: scores.nullable(),
    byGroup: z.array(scores).nullable(),
    drivers: z
      .object({
        fell: driverList,
        rose: driverList,
        needAttention: driverList,
        active: figure,
        notRated: figure,
        tooFewTrips: figure,
        comparable: figure,
        coaching: figure,
        joined: figure,
        silent: driverList,
      })
      .nullable(),
    driving: z
      .object({
        trips: compared,
        distanceKm: compared,
        durationSeconds: compared,
        nightShare: share,
        highwayShare: share,
        events: z.array(z.object({ eventType: z.string(), per100Km: compared })),
      })
      .nullable(),
    alerts: z
      .object({
        alerts: compared,
        bySeverity: z.object({ info: count, warning: count, critical: count }),
        incidents: z.array(
          z.object({
            ...named,
            id: z.string(),
            rule: z.string(),
            openedAt: z.iso.datetime(),
            state: z.enum(['open', 'acknowledged', 'resolved']),
            isUnanswered: z.boolean(),
            secondsToAcknowledge: number,
            disposition: z.string().nullable(),
          }),
        ),
        incidentsTotal: count,
        unanswered: figure,
        medianSecondsToAcknowledge: figure,
        source,
      })
      .nullable(),
    rules: z
      .object({
        loudest: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            alerts: count,
            before: number,
            overBudget: count,
            falseAlarms: count,
            answered: count,
            isNoisy: z.boolean(),
          }),
        ),
        source,
      })
      .nullable(),
    deletions: z
      .object({
        deleted: z.array(
          z.object({
            ...named,
            tripId: z.string(),
            rule: z.string(),
            deletedAt: z.iso.datetime(),
            scoreBefore: number,
            scoreAfter: number,
          }),
        ),
        total: count,
        waiting: count,
        source,
      })
      .nullable(),
    devices: z
      .object({
        missingData: z.array(z.object({ ...named, missing: z.array(z.string()) })),
        total: count,
        source,
      })
      .nullable(),
    coverage: z
      .object({
        known: figure,
        evaluated: figure,
        history: figure,
        waiting: figure,
        parked: figure,
        counted: figure,
        comparison: z.object({
          days: count,
          compared: count,
          at: z.iso.datetime().nullable(),
          isOff: z.boolean(),
        }),
        since: z.iso.datetime().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'DigestContent' });

/** Returns a digest's content as its preview answers it. */
export function contentOnWire(content: DigestContent): AnswerOf<typeof digestContent> {
  return content;
}
