import * as z from 'zod';
import { worded } from '../../../messages/language/index.ts';
import type { Worded } from '../../../messages/language/index.ts';
import { quoted, suggest } from '../../../rules/vocabulary/index.ts';
import { STAGES, explainDay } from '../../../messages/explanations/index.ts';
import type { StageAnswer } from '../../../messages/explanations/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { documentIds } from '../../../store/documents/index.ts';
import { unknownDrivers } from '../../../store/drivers/index.ts';
import { Problem } from '../../http/index.ts';
import type { Route, ServerDependencies } from '../../http/index.ts';
import { driverName, languageAsked, namedOne, onWire, storableText } from '../http/index.ts';
import type { AnswerOf, RouteMaker } from '../http/index.ts';

import { MOST_TRIPS, dayOf } from './day.ts';
import type { RuleDay } from './day.ts';

const stage = z.object({
  stage: z.enum(STAGES),
  state: z.enum(['passed', 'stopped', 'not_reached', 'unknown']).meta({
    description: '`unknown`: how it ends is not known, or not yet.',
  }),
  detail: z.string().optional().meta({ description: 'A sentence; absent for a stage not reached.' }),
  trip_id: z.string().optional(),
  link: z.string().optional().meta({ description: 'The page with more about it, on this server.' }),
});

const explainedTrip = z.object({
  trip_id: z.string(),
  ended_at: z.iso.datetime().optional(),
  state: z.enum(['waiting', 'decided', 'parked', 'deleted', 'gone']),
  answer: z.string(),
  stopped_at: z.enum(STAGES).optional().meta({ description: 'Absent: the alert was sent.' }),
  stages: z.array(stage),
});

const explanation = z
  .object({
    driver_id: z.string(),
    driver_name: driverName,
    date: z.iso.date(),
    timezone: z.string().meta({ description: 'Of the day: the fleet’s.' }),
    rule: z.string(),
    answer: z.string().meta({ description: 'In one or a few sentences.' }),
    stages: z.array(stage).meta({ description: 'Of the trip that came furthest, in their order.' }),
    trips: z
      .array(explainedTrip)
      .meta({ description: `Trips that ended on that day, the latest first; ${MOST_TRIPS} at most.` }),
    has_more_trips: z.literal(true).optional(),
  })
  .meta({ id: 'Explanation' });

/** Returns the route that explains why a rule sent no alert for a driver on a day. */
export function explanationRoutes(api: RouteMaker, { database: { db } }: ServerDependencies): Route[] {
  return [
    api({
      method: 'get',
      path: '/explanations',
      id: 'explainDay',
      tag: 'Trips',
      role: 'viewer',
      summary: 'Explain why a rule sent no alert for a driver on a day',
      description:
        'Follows each trip of the day through every stage from its arrival to the message, from what is stored.',
      limit: { aMinute: 120, atOnce: 4 },
      query: z.strictObject({
        driver_id: storableText(512).meta({ description: 'The driver.', example: 'd-5' }),
        date: z.iso.date().meta({ description: 'The day in the fleet’s time zone.', example: '2026-01-31' }),
        rule: storableText(100).meta({ description: 'Id of the rule.', example: 'collision' }),
        language: languageAsked,
      }),
      answer: { description: 'The explanation.', schema: explanation },
      problems: { 404: 'There is no such driver or rule, or a token of another fleet.' },
      async run({ fleetId, query: { driver_id: driverId, date, rule, language }, caller }) {
        const { timezone } = caller.fleet;
        const asked = { fleetId, driverId, date, rule, timezone };
        await refuseUnknown(db, asked);
        const { day, rows } = await dayOf(db, asked);
        const explained = explainDay(day, { language, zone: timezone });
        const links = linksOf(asked);
        const trips = explained.trips.map(({ tripId, answer, stop, stages }, index) =>
          onWire(explainedTrip, rows[index]!, {
            trip_id: tripId,
            answer,
            stopped_at: stop?.stage,
            stages: stages.map((each) => stageOnWire(each, links, tripId)),
          }),
        );
        return namedOne(db, fleetId, {
          driver_id: driverId,
          date,
          timezone,
          rule,
          answer: explained.answer,
          stages: explained.stages.map((each) => stageOnWire(each, links, explained.furthest)),
          trips,
          ...(day.hasMore && { has_more_trips: true as const }),
        });
      },
    }),
  ];
}

/** @throws Problem 404 for a driver or a rule that is not known, with what may be meant */
async function refuseUnknown(db: Db, { fleetId, driverId, rule }: RuleDay): Promise<void> {
  const [driver] = await unknownDrivers(db, { fleetId, driverIds: [driverId] });
  if (driver) throw new Problem(404, unknownWords('problems.unknownDriver', driver.driverId, driver.similar));
  const known = await documentIds(db, { fleetId, kind: 'rule' });
  if (!known.includes(rule)) throw new Problem(404, unknownWords('problems.unknownRule', rule, known));
}

function unknownWords(
  key: 'problems.unknownDriver' | 'problems.unknownRule',
  name: string,
  candidates: readonly string[],
): Worded {
  const similar = suggest(name, candidates);
  const named = { driver: quoted(name), rule: quoted(name) };
  return worded(key, { ...named, similar: similar === undefined ? 'none' : quoted(similar) });
}

/** URLs of console pages that show more. */
interface Links {
  readonly trip: (tripId: string) => string;
  readonly rule: string;
  readonly silences: string;
}

function linksOf({ fleetId, driverId, rule }: RuleDay): Links {
  const [fleet, driver] = [`/fleets/${encodeURIComponent(fleetId)}`, encodeURIComponent(driverId)];
  return {
    trip: (tripId) => `${fleet}/trips/${driver}/${encodeURIComponent(tripId)}`,
    rule: `${fleet}/rules/${encodeURIComponent(rule)}`,
    silences: `${fleet}/silences`,
  };
}

/** Stages whose link leads to the rule, because the rule explains them, and not the trip. */
const OF_RULE: ReadonlySet<StageAnswer['stage']> = new Set([
  'out_of_scope',
  'shadow',
  'throttled',
  'over_budget',
]);

function stageOnWire(answer: StageAnswer, links: Links, tripId: string | undefined): AnswerOf<typeof stage> {
  const { stage: name, state } = answer;
  if (state === 'not_reached' || tripId === undefined) return { ...answer };
  const inRule = OF_RULE.has(name) ? links.rule : links.trip(tripId);
  return { ...answer, trip_id: tripId, link: name === 'silenced' ? links.silences : inRule };
}
